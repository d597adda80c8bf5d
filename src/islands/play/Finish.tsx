import { formatPoints } from '../../lib/format/points.ts';
import { finishRound } from '../../lib/stores/play.ts';
import { Button } from '../ui/Button.tsx';

interface Props {
  /** Whether anything has been done yet. */
  readonly begun: boolean;
  readonly practice: boolean;
  /** What the quests pay that this round has reached so far, in points. */
  readonly reached: number;
}

/** Ends the round by the player's will; it calls for attention only when there is something to collect. */
export function Finish({ begun, practice, reached }: Props) {
  const collect = !practice && reached > 0 && begun;
  return (
    <div className="finish">
      <Button quiet={!collect} disabled={!begun} onPress={finishRound}>
        {practice ? 'Finish practice' : 'Finish and count it'}
      </Button>
      {collect && (
        <small className="muted">
          Quests reached in this round: <span className="pts">{formatPoints(reached)} pts</span>
        </small>
      )}
    </div>
  );
}
