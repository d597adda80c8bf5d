import type { Act } from '../../../lib/contract/operator-audit.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Time } from '../../shared/Time.tsx';
import { acts } from '../operators-store.ts';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';

const subjects: Readonly<Record<Act['subject'], string>> = {
  operator: 'Operators',
  session: 'Sessions',
  order: 'Orders',
  reward: 'Rewards',
  amount: 'Code stock',
  submission: 'Articles',
  proof: 'Social tasks',
  opinion: 'Reviews and comments',
  dispute: 'Problem reports',
  adjustment: 'Adjustments',
  partner: 'Partners',
  contest: 'Contests',
  user: 'Users',
  referral: 'Friends invited',
  thread: 'Support',
  reconciliation: 'Reconciliation',
};

const filters = [
  {
    kind: 'choice',
    name: 'subject',
    label: 'About',
    choices: [['', 'Everything'] as const, ...Object.entries(subjects)],
  },
  { kind: 'text', name: 'subject_id', label: 'Number or name' },
  { kind: 'text', name: 'act', label: 'Action', placeholder: 'order.deliver' },
  { kind: 'text', name: 'operator_id', label: 'Operator’s number' },
  { kind: 'text', name: 'user_id', label: 'Player’s number' },
  { kind: 'day', name: 'from', label: 'From, UTC' },
  { kind: 'day', name: 'to', label: 'To, UTC' },
] as const;

const columns: Columns<Act> = [
  { head: 'When', cell: ({ at }) => <Time at={at} /> },
  { head: 'Who', cell: ({ operator }) => operator?.name ?? <small>nobody logged in</small> },
  { head: 'What', cell: ({ act }) => <code>{act}</code> },
  { head: 'About', kind: 'words', cell: (act) => <Subject act={act} /> },
  { head: 'Why', kind: 'words', cell: ({ reason }) => reason },
  { head: 'Before and after', kind: 'words', cell: (act) => <Change act={act} /> },
];

/** The audit log: every act of every operator. Entries are never changed or deleted. */
export function Log() {
  return (
    <ListFrame
      nouns={['act', 'acts']}
      source={acts}
      filters={filters}
      columns={columns}
      keyOf={({ id }) => id}
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
    <>
      {section === undefined ? (
        `${subject} ${subject_id}`
      ) : (
        <Link to={hrefs.operator(section, subject_id)}>
          {subject} {subject_id}
        </Link>
      )}
      {user_id !== null && subject !== 'user' && (
        <small>
          {' '}
          user <Link to={hrefs.operator('users', user_id)}>{user_id}</Link>
        </small>
      )}
    </>
  );
}

/** "state: pending → processing". Leaves out unchanged values. */
function Change({ act: { before, after } }: { readonly act: Act }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return null;
  return (
    <ul className="plain change-list">
      {changed.map((name) => (
        <li key={name}>
          <small>
            {name.replaceAll('_', ' ')}: {name in before && `${said(before[name])} → `}
            {said(after[name])}
          </small>
        </li>
      ))}
    </ul>
  );
}

const said = (value: string | number | boolean | null | undefined): string =>
  value === null || value === undefined ? 'nothing' : String(value);
