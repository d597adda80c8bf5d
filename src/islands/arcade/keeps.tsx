import type { PlayBudgetLeft } from '../../lib/contract/arcade/play-budget.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { payable, type Reached } from './quest-progress.ts';

interface Props {
  /** The points of quest goals that this round has reached so far. */
  readonly reached: Reached;
  /** What can still be paid today, if known. */
  readonly budget: PlayBudgetLeft | undefined;
  /** Whether nobody is signed in, so nothing can be credited yet. */
  readonly guest: boolean;
}

const later = (points: number) =>
  points > 0 ? ` now, ${formatPoints(points)} more when you play on another day` : '';
/** When the points come if today's limit leaves none. */
const onlyLater = (guest: boolean) => `when you ${guest ? 'sign up and ' : ''}play on another day`;

/** What the round has earned so far, shown during the round. */
export function Collectable({ reached, budget, guest }: Props) {
  const points = reached.once + reached.again;
  const now = payable(reached, budget);
  if (points === 0) return null;
  return (
    <p className="collectable">
      Yours {now === 0 ? onlyLater(guest) : guest ? 'when you sign up' : 'when you end the round'}:{' '}
      <span className="pts">{formatPoints(now || points)} pts</span>
      {now > 0 && later(points - now)}
    </p>
  );
}

/** Returns what the player keeps if the round ends now: "You keep 60 points." */
export function keptWords({
  reached,
  budget,
  guest,
  practice,
  score,
}: Props & { readonly practice: boolean; readonly score: number }): string {
  const points = reached.once + reached.again;
  const now = payable(reached, budget);
  if (practice) return 'This round doesn’t earn points.';
  if (points === 0 && score === 0) return 'You haven’t scored yet.';
  if (points === 0)
    return `You keep your score of ${formatPoints(score)}${guest ? ' when you sign up' : ''}.`;
  if (now === 0) return `You get ${formatPoints(points)} points ${onlyLater(guest)}.`;
  return `You keep ${formatPoints(now)} points${guest ? ' when you sign up' : ''}${later(points - now)}.`;
}
