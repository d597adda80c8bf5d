import type { RejectedReport } from '../../../lib/contract/offers/operator-partners.ts';
import { REPORT_REJECTIONS } from '../../../lib/contract/operator-limits.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Time } from '../../shared/Time.tsx';
import { rejectedReports, takeReport } from '../partners-store.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { logKeeps, Player, reasonField } from '../parts/words.tsx';

/** Why a report couldn't be used, and what to do. */
const words: Readonly<Record<RejectedReport['reason'], readonly [why: string, next: string]>> = {
  partner_off: ['Partner is off', 'Turn the partner on. It sends the report again, or you take it here.'],
  click_unknown: [
    'Unknown click',
    'Ask the partner for the full click. It may be cut off, or belong to another site.',
  ],
  milestone_unknown: [
    'Unknown milestone',
    'Add the milestone to the offer’s file, then take the report here. Or have the partner correct it and send it again.',
  ],
  transaction_reused: [
    'Transaction used twice',
    'Have the partner send it under another transaction. The first one counted.',
  ],
  unreadable: ['Wrong format', 'Have the partner correct it and send it again.'],
};

const filters = [
  {
    kind: 'choice',
    name: 'reason',
    label: 'Reason',
    choices: [['all', 'All'] as const, ...REPORT_REJECTIONS.map((one) => [one, words[one][0]] as const)],
  },
  { kind: 'text', name: 'find', label: 'Transaction or click' },
  { kind: 'text', name: 'user_id', label: 'Player ID', placeholder: '1024' },
  { kind: 'text', name: 'partner', label: 'Partner' },
] as const;

const columns: Columns<RejectedReport> = [
  {
    head: 'Report',
    kind: 'words',
    cell: ({ transaction, kind, milestone, click, raw }) => (
      <details>
        <summary>
          {kind} {milestone} <code>{transaction ?? 'can’t be read'}</code>
        </summary>
        {click !== null && (
          <>
            Click <code className="raw">{click}</code>
          </>
        )}
        <code className="raw">{raw}</code>
      </details>
    ),
  },
  {
    head: 'Partner',
    bare: true,
    cell: ({ partner: { id, name } }) => <Link to={hrefs.operator('partners', id)}>{name}</Link>,
  },
  {
    head: 'Player',
    bare: true,
    cell: ({ user }) => user && <Player user={user} />,
    small: ({ offer }) => offer?.name,
  },
  {
    head: 'Last sent',
    bare: true,
    cell: ({ last_at }) => <Time at={last_at} />,
    small: ({ tries }) => tries > 1 && `${tries} times`,
  },
  {
    head: 'Reason',
    kind: 'words',
    bare: true,
    cell: ({ reason }) => words[reason][0],
    small: ({ reason, detail }) => reason === 'unreadable' && detail,
  },
  {
    head: 'Next',
    kind: 'words',
    bare: true,
    cell: (report) => (
      <>
        {words[report.reason][1]}
        <TakeReport report={report} />
      </>
    ),
  },
];

/** Partners stop sending after some hours. Then an operator takes the report, once its cause is fixed. */
function TakeReport({ report: { id, reason, partner, transaction } }: { readonly report: RejectedReport }) {
  if (reason === 'transaction_reused' || reason === 'unreadable') return null;
  return (
    <ActButton
      small
      label="Take this report"
      of={transaction ?? ''}
      title={`Take the report ${transaction} of ${partner.name}?`}
      says="Use this when the cause is fixed and the partner no longer sends it. Its signature was valid when it arrived. It counts as if it arrived again."
      fields={[reasonField(logKeeps)]}
      submit="Take report"
      send={(values) => takeReport(id, values.text('reason'))}
      doneMessage={({ outcome }) => `Took report ${transaction}: ${outcome}.`}
    />
  );
}

/** Partners' reports that paid nobody, because we couldn't use them. */
export function RejectedReports() {
  return (
    <ListFrame
      nouns={['report', 'reports']}
      source={rejectedReports}
      filters={filters}
      columns={columns}
      nothing={{
        title: 'No rejected reports',
        text: 'Reports with a valid signature that we can’t use show up here until the partner sends one that we can.',
      }}
    />
  );
}
