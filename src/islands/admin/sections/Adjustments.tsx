import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ADJUSTMENT_VIEWS, MAX_ADJUSTMENT, MAX_REASON, MIN_REASON } from '../../../lib/contract/limits.ts';
import type { Adjustment } from '../../../lib/contract/operator-users.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { shown } from '../../../lib/stores/load.ts';
import { Points } from '../../shared/Points.tsx';
import { Time } from '../../shared/Time.tsx';
import { useQuery } from '../../shared/use-address.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { ActForm } from '../parts/ActForm.tsx';
import { Link } from '../parts/Link.tsx';
import { type Column, ListFrame } from '../parts/ListFrame.tsx';
import { useTell } from '../parts/Told.tsx';
import { Waited } from '../parts/Waited.tsx';
import { ownerReads, Player, pointsWords, reasonField } from '../parts/words.tsx';
import { desk } from '../section-store.ts';
import { adjust, adjustments, approve, decline } from '../users-store.ts';

const viewWords = {
  all: 'All',
  waiting: 'Waits for a second person',
  done: 'Booked',
  declined: 'Declined',
} as const;
const tones = { waiting: 'pending', done: 'ok', declined: 'bad' } as const;

const filters = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    choices: ADJUSTMENT_VIEWS.map((view) => [view, viewWords[view]] as const),
  },
  { kind: 'text', name: 'user_id', label: 'Player’s number', placeholder: '1024' },
] as const;

const columns: readonly [Column<Adjustment>, ...Column<Adjustment>[]] = [
  { head: 'Player', cell: ({ user }) => <Player user={user} /> },
  { head: 'Points', kind: 'figure', cell: ({ points }) => <Points points={points} change /> },
  {
    head: 'Reason',
    kind: 'words',
    cell: ({ reason, decided_for }) => (
      <>
        {reason} {decided_for !== null && <small>Declined: {decided_for}</small>}
      </>
    ),
  },
  {
    head: 'Proposed',
    cell: ({ proposed_by, proposed_at }) => (
      <>
        {proposed_by.name}{' '}
        <small>
          <Time at={proposed_at} />
        </small>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ state, proposed_at, decided_by }) => (
      <>
        <span className={`state ${tones[state]}`}>{state === 'done' ? 'booked' : state}</span>{' '}
        <small>
          {state === 'waiting' ? <Waited since={proposed_at} /> : decided_by && `by ${decided_by.name}`}
        </small>
      </>
    ),
  },
  { head: 'Next', cell: (adjustment) => <Decide adjustment={adjustment} /> },
];

/** What was credited and taken away by hand; above a limit it waits for a second person. */
export function Adjustments() {
  const alone = useAlone();
  return (
    <>
      <div className="lead">
        <Link to={hrefs.operator('adjustments', 'new')} className="button small">
          Adjust a balance
        </Link>
        {alone !== undefined && (
          <span className="muted">
            Up to {formatPoints(alone)} points within 24 hours one operator pays alone, adjustments, disputes
            and all else together; more waits for a second.
          </span>
        )}
      </div>
      <ListFrame
        nouns={['adjustment', 'adjustments']}
        source={adjustments}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        nothing={{
          title: 'No balance was adjusted',
          text: 'What is credited or taken away by hand stands here, with who did it and why.',
        }}
      />
    </>
  );
}

function Decide({ adjustment }: { readonly adjustment: Adjustment }) {
  const { id, user, points, state, can_decide, proposed_by } = adjustment;
  if (state !== 'waiting') return 'Nothing';
  const moved = movedWords(points, user.name);
  return (
    <div className="row-acts">
      {can_decide ? (
        <ActButton
          small
          main
          label="Approve"
          of={`adjustment ${id}`}
          title="Approve this adjustment?"
          says={
            <p>
              {proposed_by.name} proposed it: {adjustment.reason} It is booked now: {moved}.
            </p>
          }
          submit="Approve and book"
          send={() => approve(id)}
          told={() => `Booked: ${moved}.`}
        />
      ) : (
        <small>Somebody else has to approve it.</small>
      )}
      <ActButton
        small
        label={can_decide ? 'Decline' : 'Withdraw'}
        of={`adjustment ${id}`}
        title={can_decide ? 'Decline this adjustment?' : 'Withdraw this adjustment?'}
        says={<p>No points move. It stays in the list with your reason.</p>}
        fields={[reasonField('Other operators read it; the player doesn’t.')]}
        submit={can_decide ? 'Decline it' : 'Withdraw it'}
        send={(values) => decline(id, values.text('reason'))}
        told={() => 'It is declined. No points have moved.'}
      />
    </div>
  );
}

/** How many points one operator adjusts alone; undefined until it is known. */
function useAlone(): number | undefined {
  return shown(useStore(desk.$load, { ssr: 'initial' }))?.desk.adjust_alone;
}

const movedWords = (points: number, name: string): string =>
  points > 0
    ? `${name} is credited ${pointsWords(points)}`
    : `${pointsWords(-points)} are taken from ${name}`;

/** A credit or a deduction by hand: what is meant is said back before it is sent. */
export function Adjust() {
  const query = useQuery(routes.operator.pattern) ?? '';
  const given = new URLSearchParams(query).get('user_id') ?? '';
  const [asked, setAsked] = useState<{ user_id: number; points: number; reason: string }>();
  const tell = useTell();
  const alone = useAlone();
  const needsSecond = alone !== undefined && asked !== undefined && Math.abs(asked.points) > alone;
  if (asked)
    return (
      <div className="desk-item">
        <h2>Is that what you mean?</h2>
        <p>
          {movedWords(asked.points, `player ${asked.user_id}`)}.{' '}
          {needsSecond
            ? `That is more than ${formatPoints(alone)} points, so it waits for a second operator.`
            : `It is booked at once${alone === undefined ? '' : `, unless what you paid alone within 24 hours goes above ${formatPoints(alone)} points with it: then it waits for a second operator`}.`}{' '}
          {asked.points < 0 && 'What they don’t have becomes a debt, settled from what they earn next.'}
        </p>
        <p className="written">{asked.reason}</p>
        <ActForm
          fields={[]}
          submit={needsSecond ? 'Propose it' : 'Book it'}
          send={() => adjust(asked)}
          onDone={({ adjustment: { state, user, points } }) =>
            tell(
              state === 'waiting'
                ? `Proposed: ${movedWords(points, user.name)}, once a second operator approves.`
                : `Booked: ${movedWords(points, user.name)}.`,
              hrefs.operator('adjustments'),
            )
          }
        >
          <button type="button" className="button quiet" onClick={() => setAsked(undefined)}>
            Change it
          </button>
        </ActForm>
      </div>
    );
  return (
    <div className="desk-item">
      <p className="back">
        <Link to={hrefs.operator('adjustments')}>← All adjustments</Link>
      </p>
      <h2>Adjust a balance</h2>
      <ActForm
        key={given}
        fields={[
          {
            kind: 'line',
            name: 'user_id',
            label: 'Player’s number',
            hint: 'As the list of users shows it.',
            max: 10,
            start: given,
            needed: 'Please enter the player’s number.',
          },
          {
            kind: 'line',
            name: 'points',
            label: 'Points',
            hint: `Above zero they are credited, below zero taken away: 500 or -500. At most ${formatPoints(MAX_ADJUSTMENT)}.`,
            max: 9,
            needed: 'Please enter how many points.',
          },
          {
            kind: 'words',
            name: 'reason',
            label: 'Reason',
            hint: ownerReads,
            min: MIN_REASON,
            max: MAX_REASON,
          },
        ]}
        submit="Go on"
        send={(values) =>
          Promise.resolve(read(values.text('user_id'), values.text('points'), values.text('reason')))
        }
        onDone={setAsked}
      />
    </div>
  );
}

function read(user: string, given: string, reason: string) {
  const fields: Record<string, string> = {};
  const points = Number(given.replace(/[,\s]/g, '').replace('−', '-'));
  if (!/^[1-9]\d{0,9}$/.test(user)) fields.user_id = 'This is a whole number, such as 1024.';
  if (!Number.isInteger(points) || points === 0)
    fields.points = 'This is a whole number above or below zero, such as 500 or -500.';
  else if (Math.abs(points) > MAX_ADJUSTMENT)
    fields.points = `One adjustment moves at most ${formatPoints(MAX_ADJUSTMENT)} points.`;
  if (Object.keys(fields).length > 0) return { refused: { message: '', fields } };
  return { done: { user_id: Number(user), points, reason } };
}
