import { MAX_REASON } from '../../../lib/contract/operator-limits.ts';
import type { ModeratedOpinion, OpinionReport } from '../../../lib/contract/opinions/operator-opinions.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Facts } from '../../shared/Facts.tsx';
import { Time } from '../../shared/Time.tsx';
import { decide, opinion as source } from '../opinions-store.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Head } from '../parts/DetailFrame.tsx';
import { Link } from '../parts/Link.tsx';
import { type Columns, Table } from '../parts/ListFrame.tsx';
import { ownerReads, Player, reasonField } from '../parts/words.tsx';
import { OpinionStatus } from './Opinions.tsx';

const LIST = hrefs.operator('opinions');

/** For each reason: its label, and the sentence that the writer reads if the text is hidden for it. */
const kinds: Readonly<Record<OpinionReport['reason'], readonly [reported: string, sentence: string]>> = {
  abuse: ['Harassment', 'It insults, threatens or mocks someone.'],
  spam: ['Advertising', 'It advertises something that has nothing to do with this.'],
  scam: ['Scam', 'It leads people to a scam: fake codes, accounts or generators.'],
  personal: ['Private information', 'It shares something private about someone.'],
  other: ['Something else', ''],
};

const reportColumns: Columns<OpinionReport> = [
  { head: 'Who', cell: ({ user }) => <Player user={user} /> },
  { head: 'When', bare: true, cell: ({ created_at }) => <Time at={created_at} /> },
  { head: 'What', bare: true, cell: ({ reason }) => kinds[reason][0] },
  { head: 'In their words', kind: 'words', cell: ({ note }) => note },
  {
    head: 'Status',
    aside: true,
    bare: true,
    cell: ({ settled_at }) => (
      <span className={`state ${settled_at === null ? 'pending' : 'off'}`}>
        {settled_at === null ? 'open' : 'reviewed'}
      </span>
    ),
  },
];

/** An opinion or a comment with its reports, and the decision. */
export function Opinion({ id }: { readonly id: number }) {
  return (
    <DetailFrame source={source} ask={id} noun={`text ${id}`}>
      {({ opinion, reports }) => (
        <>
          <Head
            title={
              <>
                {opinion.subject === 'article' ? 'Comment' : 'Review'} on {opinion.subject_name}
              </>
            }
          >
            <OpinionStatus of={opinion} />
          </Head>
          <div className="said">
            <p className="written">{opinion.opinion}</p>
          </div>
          <Known of={opinion} />
          <Decide
            opinion={opinion}
            reported={reports[0]?.settled_at === null ? reports[0].reason : 'abuse'}
          />
          <section aria-labelledby="reports">
            <h2 id="reports">Reports</h2>
            {reports.length === 0 ? (
              <p className="muted">No reports.</p>
            ) : (
              <Table label="reports" rows={reports} columns={reportColumns} keyOf={({ user }) => user.id} />
            )}
          </section>
        </>
      )}
    </DetailFrame>
  );
}

function Known({ of }: { readonly of: ModeratedOpinion }) {
  const { user, likes, created_at, edited_at, hidden_at, hidden_for, hidden_by } = of;
  return (
    <Facts
      of={[
        ['Player', <Player key="writer" user={user} />],
        ['Written', <Time key="written" at={created_at} />],
        ['Changed', edited_at && <Time key="changed" at={edited_at} />],
        ['Likes', likes > 0 && likes],
        [
          'Hidden',
          hidden_at && (
            <>
              <Time at={hidden_at} /> by {hidden_by?.name}
            </>
          ),
        ],
        ['Hidden for', hidden_for],
        [
          'More by this player',
          <Link key="more" to={`${LIST}?show=newest&user_id=${user.id}`}>
            Everything {user.name} wrote
          </Link>,
        ],
      ]}
    />
  );
}

/** @param reported the reason of the newest open report, which is the default. */
function Decide({
  opinion,
  reported,
}: {
  readonly opinion: ModeratedOpinion;
  readonly reported: OpinionReport['reason'];
}) {
  const { id, user, hidden_at, waits_since } = opinion;
  const hidden = hidden_at !== null;
  const waits = waits_since !== null;
  const of = `text ${id}`;
  return (
    <Acts>
      {hidden && (
        <ActButton
          main
          label="Show again"
          of={of}
          title="Show it to everyone again?"
          says="It returns to its place with its likes."
          fields={[reasonField(ownerReads)]}
          send={(values) => decide('show', opinion, values.text('reason'))}
          doneMessage={() => `Everyone can see it again. ${user.name} can see why.`}
          leadTo={LIST}
        />
      )}
      {(!hidden || waits) && (
        <ActButton
          main={!hidden}
          label={hidden ? 'Keep it hidden' : 'Hide it'}
          of={of}
          title={hidden ? 'Keep it hidden?' : 'Hide it from everyone else?'}
          says={`Then only ${user.name} can see it (with the reason) and edit it. Edits come back here for review. Ratings stay. We tell the people who reported it.`}
          fields={[
            {
              kind: 'choice',
              name: 'kind',
              label: 'Reason',
              choices: Object.entries(kinds).map(
                ([kind, [, sentence]]) => [kind, sentence || 'Other (write your own)'] as const,
              ),
              start: reported,
            },
            {
              kind: 'words',
              name: 'reason',
              label: 'Details',
              hint: ownerReads,
              min: 0,
              max: MAX_REASON - 100,
            },
          ]}
          send={(values) => decide('hide', opinion, reasonIn(values.text('kind'), values.text('reason')))}
          doneMessage={() => `Hidden. ${user.name} can see why.`}
          leadTo={LIST}
        />
      )}
      {!hidden && waits && (
        <ActButton
          label="Keep it shown"
          of={of}
          title="Keep it as it is?"
          says={`Everyone still sees it. ${user.name} won’t know it was reported.`}
          fields={[
            reasonField('The people who reported it see exactly this text, and we keep it in the log.'),
          ]}
          send={(values) => decide('keep', opinion, values.text('reason'))}
          doneMessage={() => 'Kept. The people who reported it can see why.'}
          leadTo={LIST}
        />
      )}
    </Acts>
  );
}

const reasonIn = (kind: string, more: string): string =>
  `${Object.entries(kinds).find(([name]) => name === kind)?.[1][1] ?? ''} ${more}`.trim();
