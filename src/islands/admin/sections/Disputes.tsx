import type { ReactNode } from 'react';
import { DISPUTE_SUBJECTS, DISPUTE_VIEWS, MAX_REASON, MIN_REASON } from '../../../lib/contract/limits.ts';
import type { OperatorDispute } from '../../../lib/contract/operator-reviews.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Time } from '../../shared/Time.tsx';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Facts } from '../parts/DetailFrame.tsx';
import { Link } from '../parts/Link.tsx';
import { type Column, ListFrame } from '../parts/ListFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { Player, pointsWords } from '../parts/words.tsx';
import { answerDispute, dispute as disputeSource, disputes } from '../reviews-store.ts';

const stateWords = { waiting: 'Waiting', answered: 'Answered', all: 'All' } as const;
const subjectWords = { all: 'Orders and offers', order: 'Orders', offer: 'Offers' } as const;

const filters = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    choices: DISPUTE_VIEWS.map((view) => [view, stateWords[view]] as const),
  },
  {
    kind: 'choice',
    name: 'subject',
    label: 'About',
    choices: DISPUTE_SUBJECTS.map((subject) => [subject, subjectWords[subject]] as const),
  },
] as const;

const reasons: Readonly<Record<string, string>> = {
  not_received: 'never arrived',
  code_refused: 'code isn’t accepted',
  wrong_item: 'something else than ordered',
  too_late: 'takes too long',
  other: 'something else',
};
const tones = {
  open: 'pending',
  appealed: 'pending',
  accepted: 'ok',
  refused: 'bad',
  closed: 'bad',
} as const;

const waits = ({ state }: OperatorDispute) => state === 'open' || state === 'appealed';

const columns: readonly [Column<OperatorDispute>, ...Column<OperatorDispute>[]] = [
  {
    head: 'About',
    kind: 'words',
    cell: ({ title, subject, subject_id, reason }) => (
      <>
        {title}{' '}
        <small>
          {subject} {subject_id}
          {reason !== null && `: ${reasons[reason] ?? reason}`}
        </small>
      </>
    ),
  },
  { head: 'Player', cell: ({ user }) => <Player user={user} /> },
  {
    head: 'Moves',
    kind: 'figure',
    cell: ({ points }) => <span className="pts">{formatPoints(points)}</span>,
  },
  {
    head: 'State',
    cell: (one) => (
      <>
        <Badge dispute={one} />{' '}
        <small>
          {waits(one) ? (
            <Waited since={one.appealed_at ?? one.opened_at} due={one.due_at} />
          ) : (
            <Time at={one.answered_at} />
          )}
        </small>
      </>
    ),
  },
  {
    head: 'Next',
    cell: ({ state }) =>
      state === 'open' ? 'Decide it' : state === 'appealed' ? 'Decide the appeal, for good' : 'Nothing',
  },
];

const Badge = ({ dispute: { state } }: { readonly dispute: OperatorDispute }) => (
  <span className={`state ${tones[state]}`}>{state}</span>
);

export function Disputes() {
  return (
    <ListFrame
      nouns={['dispute', 'disputes']}
      source={disputes}
      filters={filters}
      columns={columns}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => hrefs.operator('disputes', id)}
      nothing={{
        title: 'No dispute waits',
        text: 'What players say went wrong with an order or an offer stands here, by the day on which we promised to answer.',
      }}
    />
  );
}

/** A dispute: what its owner says, what is known, and the answer. */
export function DisputeScreen({ id }: { readonly id: number }) {
  return (
    <DetailFrame
      source={disputeSource}
      ask={id}
      noun={`dispute ${id}`}
      back={{ to: hrefs.operator('disputes'), words: 'All disputes that wait' }}
    >
      {({ dispute, facts }) => (
        <>
          <div className="desk-head">
            <h2>{dispute.title}</h2>
            <p>
              <Badge dispute={dispute} />{' '}
              {waits(dispute) && (
                <Waited since={dispute.appealed_at ?? dispute.opened_at} due={dispute.due_at} />
              )}
            </p>
          </div>
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
              ['Trouble', dispute.reason && (reasons[dispute.reason] ?? dispute.reason)],
              ['Moves', pointsWords(dispute.points)],
              ['Answer by', waits(dispute) ? exactTime(dispute.due_at) : null],
            ]}
          />
          <section aria-labelledby="said">
            <h2 id="said">What was written</h2>
            <Said by={dispute.user.name} at={dispute.opened_at}>
              {dispute.proof}
            </Said>
            {dispute.answer !== null && dispute.appealed_at !== null && (
              <Said by="We" at={dispute.answered_at}>
                {dispute.answer}
              </Said>
            )}
            {dispute.appeal !== null && (
              <Said by={`${dispute.user.name}, as an appeal`} at={dispute.appealed_at}>
                {dispute.appeal}
              </Said>
            )}
            {dispute.answer !== null && dispute.appealed_at === null && (
              <Said by="We" at={dispute.answered_at}>
                {dispute.answer}
              </Said>
            )}
          </section>
          <section aria-labelledby="known">
            <h2 id="known">What is known</h2>
            {facts.length === 0 ? (
              <p className="muted">Nothing was recorded.</p>
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
          {waits(dispute) && <Decide dispute={dispute} />}
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

function Decide({ dispute }: { readonly dispute: OperatorDispute }) {
  const { id, user, points, subject, state, proposed_by } = dispute;
  const moved =
    subject === 'order'
      ? `${pointsWords(points)} go back to ${user.name}`
      : `${user.name} is paid ${pointsWords(points)}`;
  const answerField = {
    kind: 'words',
    name: 'answer',
    label: 'Answer',
    hint: `${user.name} reads it as you write it.`,
    min: MIN_REASON,
    max: MAX_REASON,
    rows: 5,
  } as const;
  return (
    <>
      {proposed_by && (
        <p className="muted">
          {proposed_by.name} accepted it, and a second operator has to as well: nothing has moved yet.
        </p>
      )}
      <Acts>
        <ActButton
          main
          label="Accept it"
          of={`dispute ${id}`}
          title={`Accept dispute ${id}?`}
          says={<p>{moved}. This can’t be taken back.</p>}
          fields={[answerField]}
          submit="Accept the dispute"
          send={(values) => answerDispute(id, true, values.text('answer'))}
          told={({ dispute: { proposed_by } }) =>
            proposed_by
              ? `That is more than you pay alone in a day: dispute ${id} waits until another operator accepts it too.`
              : `Dispute ${id} is accepted: ${moved}.`
          }
        />
        <ActButton
          label="Refuse it"
          of={`dispute ${id}`}
          title={`Refuse dispute ${id}?`}
          says={
            <p>
              No points move.{' '}
              {state === 'appealed'
                ? 'This is the appeal: what you say stands.'
                : `${user.name} can ask for a second look, once.`}
            </p>
          }
          fields={[answerField]}
          submit="Refuse the dispute"
          send={(values) => answerDispute(id, false, values.text('answer'))}
          told={() => `Dispute ${id} is refused, and ${user.name} reads why.`}
        />
      </Acts>
    </>
  );
}
