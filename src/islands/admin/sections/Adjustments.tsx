import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ADJUSTMENT_VIEWS, MAX_ADJUSTMENT } from '../../../lib/contract/operator-limits.ts';
import type { Adjustment, OperatorUserDetail } from '../../../lib/contract/operators/operator-users.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Facts } from '../../shared/Facts.tsx';
import { Points } from '../../shared/Points.tsx';
import { shown } from '../../shared/stores/load.ts';
import { Time } from '../../shared/Time.tsx';
import { useQuery } from '../../shared/use-address.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { ActForm } from '../parts/ActForm.tsx';
import { choice } from '../parts/filters.ts';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { useShowMessage } from '../parts/MessageFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { ownerReads, Player, pointsWords, reasonField } from '../parts/words.tsx';
import { type Outcome, overview } from '../section-store.ts';
import { adjust, adjustments, approve, decline, findPlayer } from '../users-store.ts';

const viewWords = {
  all: 'All',
  waiting: 'Needs approval',
  done: 'Done',
  declined: 'Declined',
} as const;
const tones = { done: 'ok', declined: 'bad' } as const;

const filters = [
  choice('state', 'Status', ADJUSTMENT_VIEWS, viewWords),
  { kind: 'text', name: 'user_id', label: 'Player ID', placeholder: '1024' },
] as const;

const columns: Columns<Adjustment> = [
  { head: 'Player', cell: ({ user }) => <Player user={user} /> },
  {
    head: 'Points',
    kind: 'figure',
    aside: true,
    bare: true,
    cell: ({ points }) => <Points points={points} change />,
  },
  {
    head: 'Reason',
    kind: 'words',
    bare: true,
    cell: ({ reason }) => reason,
    small: ({ decided_for }) => decided_for !== null && `Declined: ${decided_for}`,
  },
  {
    head: 'Proposed by',
    cell: ({ proposed_by }) => proposed_by.name,
    small: ({ proposed_at }) => <Time at={proposed_at} />,
  },
  {
    head: 'Status',
    bare: true,
    cell: ({ state, proposed_at }) =>
      state === 'waiting' ? (
        <Waited since={proposed_at} badge />
      ) : (
        <span className={`state ${tones[state]}`}>{state}</span>
      ),
    small: ({ decided_by }) => decided_by && `by ${decided_by.name}`,
  },
  { head: 'Next', bare: true, cell: (adjustment) => <Decide adjustment={adjustment} /> },
];

/** Manual credits and deductions. Above a limit, a second operator has to approve them. */
export function Adjustments() {
  const alone = useAlone();
  return (
    <>
      <div className="lead">
        <Link to={hrefs.operator('adjustments', 'new')} className="button small">
          Adjust a balance
        </Link>
      </div>
      {alone !== undefined && (
        <p className="muted">
          One operator can pay up to {formatPoints(alone)} points in 24 hours. Anything above needs a second
          operator.
        </p>
      )}
      <ListFrame
        nouns={['adjustment', 'adjustments']}
        source={adjustments}
        filters={filters}
        columns={columns}
        nothing={{
          title: 'No adjustments yet',
          text: 'Points added or removed by hand show up here, with who did it and why.',
        }}
      />
    </>
  );
}

function Decide({ adjustment }: { readonly adjustment: Adjustment }) {
  const { id, user, points, state, can_decide, proposed_by } = adjustment;
  if (state !== 'waiting') return '';
  const moved = movedWords(points, user.name);
  return (
    <div className="row-acts">
      {can_decide ? (
        <ActButton
          small
          label="Approve"
          of={`adjustment ${id}`}
          title="Approve this adjustment?"
          says={
            <>
              <p>
                {proposed_by.name} proposed it: {adjustment.reason}
              </p>
              <p>This takes effect now: {moved}.</p>
            </>
          }
          send={() => approve(id)}
          doneMessage={() => `Done: ${moved}.`}
        />
      ) : (
        <small>Someone else has to approve it.</small>
      )}
      <ActButton
        small
        label={can_decide ? 'Decline' : 'Withdraw'}
        of={`adjustment ${id}`}
        title={can_decide ? 'Decline this adjustment?' : 'Withdraw this adjustment?'}
        says="No points move. It stays in the list with your reason."
        fields={[reasonField('Other operators read it; the player doesn’t.')]}
        submit={can_decide ? 'Decline it' : 'Withdraw it'}
        send={(values) => decline(id, values.text('reason'))}
        doneMessage={() => 'Declined. No points have moved.'}
      />
    </div>
  );
}

/** Returns how many points an operator can adjust without a second one. Undefined until known. */
function useAlone(): number | undefined {
  return shown(useStore(overview.$load, { ssr: 'initial' }))?.overview.adjust_alone;
}

const movedWords = (points: number, name: string): string =>
  points > 0 ? `${name} gets ${pointsWords(points)}` : `${name} loses ${pointsWords(-points)}`;

/** A manual credit or deduction. It asks for confirmation before it is sent. */
export function Adjust() {
  const query = useQuery(routes.operator.pattern) ?? '';
  const given = new URLSearchParams(query).get('user_id') ?? '';
  const [asked, setAsked] = useState<Asked>();
  const [confirms, setConfirms] = useState(false);
  const showMessage = useShowMessage();
  const alone = useAlone();
  const needsSecond = alone !== undefined && asked !== undefined && Math.abs(asked.points) > alone;
  if (asked && confirms)
    return (
      <div className="admin-item">
        <h2>Is this right?</h2>
        <Facts
          of={[
            ['Player', <Player key="player" user={asked.user} />],
            ['Change', <Points key="points" points={asked.points} change />],
            ['Balance now', balanceWords(asked.user.balance, 0)],
            ['Balance after', balanceWords(asked.user.balance, asked.points)],
            ['Reason, for the player to read', asked.reason, 'wide'],
          ]}
        />
        <p>
          {needsSecond
            ? `That’s more than ${formatPoints(alone)} points, so a second operator has to approve it.`
            : `This takes effect right away${alone === undefined ? '' : `, unless it puts you above ${formatPoints(alone)} points in 24 hours: then a second operator has to approve it`}.`}
        </p>
        <ActForm
          fields={[]}
          submit={needsSecond ? 'Propose' : 'Adjust'}
          send={() => adjust({ user_id: asked.user.id, points: asked.points, reason: asked.reason })}
          onDone={({ adjustment: { state, user, points } }) =>
            showMessage(
              state === 'waiting'
                ? `Proposed: ${movedWords(points, user.name)}, once a second operator approves.`
                : `Done: ${movedWords(points, user.name)}.`,
              hrefs.operator('adjustments'),
            )
          }
        >
          <button type="button" className="button quiet" onClick={() => setConfirms(false)}>
            Edit
          </button>
        </ActForm>
      </div>
    );
  return (
    <div className="admin-item">
      <ActForm
        key={given}
        of={given}
        fields={[
          {
            kind: 'line',
            name: 'user_id',
            label: 'Player ID',
            hint: 'It’s next to the name in the list of users.',
            max: 10,
            start: asked ? String(asked.user.id) : given,
            needed: 'Please enter the player’s ID.',
          },
          {
            kind: 'line',
            name: 'points',
            label: 'Points',
            hint: `Use 500 to add points or -500 to remove them. Up to ${formatPoints(MAX_ADJUSTMENT)}.`,
            max: 9,
            start: asked ? String(asked.points) : '',
            needed: 'Please enter how many points.',
          },
          reasonField(ownerReads, asked?.reason),
        ]}
        submit="Continue"
        send={async (values) => {
          const given = read(values.text('user_id'), values.text('points'));
          if ('refused' in given) return given;
          const found = await findPlayer(given.done.id);
          if ('refused' in found) return found;
          return { done: { user: found.done, points: given.done.points, reason: values.text('reason') } };
        }}
        onDone={(given) => {
          setAsked(given);
          setConfirms(true);
        }}
      />
    </div>
  );
}

/** What the form asks for. The player's name and balance show whether the ID is the right one. */
interface Asked {
  readonly user: OperatorUserDetail;
  readonly points: number;
  readonly reason: string;
}

/** The balance once these points have moved: a debt is paid off first. */
function balanceWords({ available, debt }: OperatorUserDetail['balance'], points: number): string {
  const left = available - debt + points;
  return left < 0 ? `0 pts, and their next ${formatPoints(-left)} pts pay off the rest` : pointsWords(left);
}

function read(user: string, given: string): Outcome<{ readonly id: number; readonly points: number }> {
  const fields: Record<string, string> = {};
  const points = Number(given.replace(/[,\s]/g, '').replace('−', '-'));
  if (!/^[1-9]\d{0,9}$/.test(user)) fields.user_id = 'Please enter a whole number, like 1024.';
  if (!Number.isInteger(points) || points === 0)
    fields.points = 'Please enter a whole number above or below zero, like 500 or -500.';
  else if (Math.abs(points) > MAX_ADJUSTMENT)
    fields.points = `You can adjust up to ${formatPoints(MAX_ADJUSTMENT)} points at a time.`;
  if (Object.keys(fields).length > 0) return { refused: { message: '', fields } };
  return { done: { id: Number(user), points } };
}
