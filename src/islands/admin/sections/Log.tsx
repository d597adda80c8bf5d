import type { Act } from '../../../lib/contract/admin/operator-audit.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Time } from '../../shared/Time.tsx';
import { acts } from '../operators-store.ts';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { actChoices, actWords, changesOf, nounOf, subjectChoices } from './act-words.ts';

const filters = [
  {
    kind: 'choice',
    name: 'subject',
    label: 'About',
    choices: [['', 'Everything'] as const, ...subjectChoices],
  },
  { kind: 'choice', name: 'act', label: 'Action', choices: [['', 'All'] as const, ...actChoices] },
  { kind: 'text', name: 'subject_id', label: 'ID or name' },
  { kind: 'text', name: 'operator_id', label: 'Operator ID' },
  { kind: 'text', name: 'user_id', label: 'Player ID' },
  { kind: 'day', name: 'from', label: 'From (UTC)' },
  { kind: 'day', name: 'to', label: 'To (UTC)' },
] as const;

const columns: Columns<Act> = [
  { head: 'Action', cell: ({ act }) => <span className="one-line">{actWords(act)}</span> },
  { head: 'About', bare: true, cell: (act) => <Subject act={act} /> },
  { head: 'By', bare: true, cell: ({ operator }) => operator?.name ?? <small>nobody logged in</small> },
  { head: 'When', aside: true, bare: true, cell: ({ at }) => <Time at={at} /> },
  { head: 'Reason', kind: 'words', bare: true, cell: ({ reason }) => reason },
  {
    head: 'Change',
    kind: 'words',
    bare: true,
    cell: (act) => changesOf(act).join('; '),
  },
];

/** The audit log: every act of every operator. Entries are never changed or deleted. */
export function Log() {
  return (
    <ListFrame
      nouns={['action', 'actions']}
      source={acts}
      filters={filters}
      columns={columns}
      nothing={{
        title: 'Nothing yet',
        text: 'Everything operators do shows up here, with who and why.',
      }}
    />
  );
}

/** The subject of an act, with a link if it has a screen. */
function Subject({ act: { subject, subject_id, user_id } }: { readonly act: Act }) {
  const section = {
    order: 'orders',
    opinion: 'opinions',
    dispute: 'disputes',
    partner: 'partners',
    contest: 'contests',
    user: 'users',
    thread: 'support',
    reconciliation: 'reconciliation',
  }[subject as string];
  return (
    <span className="one-line">
      {section === undefined ? (
        `${nounOf(subject)} ${subject_id}`
      ) : (
        <Link to={hrefs.operator(section, subject_id)}>
          {nounOf(subject)} {subject_id}
        </Link>
      )}
      {user_id !== null && subject !== 'user' && (
        <small>
          {' '}
          user <Link to={hrefs.operator('users', user_id)}>{user_id}</Link>
        </small>
      )}
    </span>
  );
}
