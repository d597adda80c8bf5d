import type { PlayBudgetLeft } from '../../lib/contract/play-budget.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { Button } from '../shared/Button.tsx';
import { payable, type Reached } from './quest-progress.ts';
import { finishRound } from './store.ts';

interface Props {
  /** Whether anything has been done yet. */
  readonly begun: boolean;
  readonly practice: boolean;
  /** Nobody is signed in, so that there is nobody yet who could collect. */
  readonly guest: boolean;
  /** What the quests ask for that this round has reached so far. */
  readonly reached: Reached;
  /** What is left to be paid today, where it is known. */
  readonly budget: PlayBudgetLeft | undefined;
}

/** Ends the round by the player's will; it calls for attention only when there is something to collect. */
export function Finish({ begun, practice, guest, reached, budget }: Props) {
  const points = reached.once + reached.again;
  const collect = !practice && points > 0 && begun;
  const now = payable(reached, budget);
  return (
    <div className="finish">
      <Button quiet={!collect} disabled={!begun} onPress={finishRound}>
        {collect && !guest ? 'End round and collect' : 'End round'}
      </Button>
      {collect && (
        <small className="muted">
          {guest ? 'Yours when you sign up' : 'Ready to collect'}:{' '}
          <span className="pts">{formatPoints(now)} pts</span>
          {now < points && ` now, ${formatPoints(points - now)} more when you play on another day`}
        </small>
      )}
    </div>
  );
}
