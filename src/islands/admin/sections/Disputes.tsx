import type { ReactNode } from 'react';
import {
  DISPUTE_SUBJECTS,
  DISPUTE_VIEWS,
  MAX_REASON,
  MIN_REASON,
} from '../../../lib/contract/operator-limits.ts';
import type { OperatorDispute } from '../../../lib/contract/reviews/operator-reviews.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Facts } from '../../shared/Facts.tsx';
import { Time } from '../../shared/Time.tsx';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Head } from '../parts/DetailFrame.tsx';
import { belongsTo, choice, search } from '../parts/filters.ts';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { Player, pointsWords } from '../parts/words.tsx';
import { answerDispute, dispute as disputeSource, disputes } from '../reviews-store.ts';

const stateWords = { waiting: 'Waiting', answered: 'Answered', all: 'All' } as const;
const subjectWords = { all: 'Orders and offers', order: 'Orders', offer: 'Offers' } as const;

const filters = [
  choice('state', 'Status', DISPUTE_VIEWS, stateWords),
  search('Report number'),
  choice('subject', 'About', DISPUTE_SUBJECTS, subjectWords),
  ...belongsTo,
] as const;

const reasons: Readonly<Record<string, string>> = {
  not_received: 'never arrived',
  code_refused: 'code doesn’t work',
  wrong_item: 'wrong item',
  too_late: 'late',
  other: 'other',
};
const tones = {
  open: 'pending',
  appealed: 'pending',
  accepted: 'ok',
  refused: 'bad',
  closed: 'bad',
} as const;

const waits = ({ state }: OperatorDispute) => state === 'open' || state === 'appealed';

const columns: Columns<OperatorDispute> = [
  {
    head: 'About',
    kind: 'words',
    cell: ({ title }) => title,
    small: ({ subject, subject_id, reason }) =>
      `${subject} ${subject_id}${reason === null ? '' : `: ${reasons[reason] ?? reason}`}`,
  },
  { head: 'Player', bare: true, cell: ({ user }) => <Player user={user} /> },
  {
    head: 'Worth',
    kind: 'figure',
    aside: true,
    bare: true,
    cell: ({ points }) => <span className="pts">{formatPoints(points)}</span>,
  },
  {
    head: 'Status',
    bare: true,
    cell: (one) => <Badge dispute={one} />,
    small: (one) => !waits(one) && <Time at={one.answered_at} />,
  },
  {
    head: 'Next',
    bare: true,
    cell: ({ state }) => (state === 'open' ? 'Decide' : state === 'appealed' ? 'Decide the appeal' : ''),
  },
];

const Badge = ({ dispute }: { readonly dispute: OperatorDispute }) =>
  waits(dispute) ? (
    <Waited since={dispute.appealed_at ?? dispute.opened_at} due={dispute.due_at} badge />
  ) : (
    <span className={`state ${tones[dispute.state]}`}>{dispute.state}</span>
  );

export function Disputes() {
  return (
    <ListFrame
      nouns={['report', 'reports']}
      source={disputes}
      filters={filters}
      columns={columns}
      hrefOf={({ id }) => hrefs.operator('disputes', id)}
      nothing={{
        title: 'No reports waiting',
        text: 'Problems that players report with orders and offers show up here, the ones we have to answer first at the top.',
      }}
    />
  );
}

/** A dispute: the user's text, the facts, and the answer. */
export function DisputeScreen({ id }: { readonly id: number }) {
  return (
    <DetailFrame source={disputeSource} ask={id} noun={`report ${id}`}>
      {({ dispute, facts, proposed_answer, first_answer, pays }) => (
        <>
          <Head title={dispute.title}>
            <Badge dispute={dispute} />
          </Head>
          <Facts
            of={[
              ['Player', <Player key="player" user={dispute.user} />],
              [
                'About',
                dispute.subject === 'order' ? (
                  <Link key="order" to={hrefs.operator('orders', dispute.subject_id)}>
                    order {dispute.subject_id}
                  </Link>
                ) : (
                  `offer ${dispute.subject_id}`
                ),
              ],
              ['Problem', dispute.reason && (reasons[dispute.reason] ?? dispute.reason)],
              ['Worth', pointsWords(dispute.points)],
              ['Answer by', waits(dispute) ? exactTime(dispute.due_at) : null],
            ]}
          />
          <section aria-labelledby="said">
            <h2 id="said">Messages</h2>
            <Said by={dispute.user.name} at={dispute.opened_at}>
              {dispute.proof}
            </Said>
            {first_answer && (
              <Said by="We" at={first_answer.answered_at}>
                {first_answer.answer}
              </Said>
            )}
            {dispute.appeal !== null && (
              <Said by={`${dispute.user.name}, as an appeal`} at={dispute.appealed_at}>
                {dispute.appeal}
              </Said>
            )}
            {dispute.answer !== null && !(dispute.state === 'appealed' && first_answer) && (
              <Said by="We" at={dispute.answered_at}>
                {dispute.answer}
              </Said>
            )}
          </section>
          <section aria-labelledby="known">
            <h2 id="known">Timeline</h2>
            {facts.length === 0 ? (
              <p className="muted">Nothing recorded.</p>
            ) : (
              <ol className="timeline">
                {facts.map(({ at, what }) => (
                  <li key={`${at} ${what}`}>
                    <Time at={at} /> {what}
                  </li>
                ))}
              </ol>
            )}
          </section>
          {waits(dispute) && <Decide dispute={dispute} proposed={proposed_answer} pays={pays} />}
        </>
      )}
    </DetailFrame>
  );
}

function Said({
  by,
  at,
  children,
}: {
  readonly by: string;
  readonly at: string | null;
  readonly children: ReactNode;
}) {
  return (
    <div className="said">
      <p>
        <b>{by}</b>{' '}
        <small>
          <Time at={at} />
        </small>
      </p>
      <p className="written">{children}</p>
    </div>
  );
}

/** @param proposed the answer of the operator who accepted it first */
function Decide({
  dispute,
  proposed,
  pays,
}: {
  readonly dispute: OperatorDispute;
  readonly proposed: string | null;
  readonly pays: number;
}) {
  const { id, user, subject, state, proposed_by } = dispute;
  const gets = `${user.name} gets ${pointsWords(pays)}`;
  const moved =
    pays === 0
      ? 'The partner has reported the goal by now, so nothing more is paid'
      : subject === 'order'
        ? `${gets} back`
        : gets;
  const after =
    state === 'appealed' ? 'This is the appeal, so your decision is final.' : `${user.name} can appeal once.`;
  const answerField = {
    kind: 'words',
    name: 'answer',
    label: 'Answer',
    hint: `${user.name} sees exactly this text.`,
    min: MIN_REASON,
    max: MAX_REASON,
    rows: 5,
  } as const;
  return (
    <>
      {proposed_by && (
        <>
          <p className="muted">
            {proposed_by.name} accepted it. No points move until a second operator accepts it too. The answer
            so far:
          </p>
          <div className="said">
            <p className="written">{proposed}</p>
          </div>
        </>
      )}
      <Acts>
        <ActButton
          main
          label="Accept"
          of={`report ${id}`}
          proposedBy={proposed_by}
          title={`Accept report ${id}?`}
          says={`${moved}. You can’t undo this.`}
          fields={[{ ...answerField, start: proposed ?? '' }]}
          submit="Accept report"
          send={(values) => answerDispute(id, true, values.text('answer'))}
          doneMessage={({ dispute: { proposed_by } }) =>
            proposed_by
              ? `That’s more than you can pay alone in a day. Another operator has to accept report ${id} too.`
              : `Accepted report ${id}: ${moved}.`
          }
        />
        <ActButton
          ends
          label="Decline"
          of={`report ${id}`}
          title={`Decline report ${id}?`}
          says={`No points move. ${after}`}
          fields={[answerField]}
          submit="Decline report"
          send={(values) => answerDispute(id, false, values.text('answer'))}
          doneMessage={() => `Declined report ${id}. ${user.name} can see why.`}
        />
      </Acts>
    </>
  );
}
