import { bestTile, type MergeState } from '../../lib/arcade/merge.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { pause } from '../../lib/stores/play.ts';

interface Props {
  readonly game: MergeState | undefined;
  /** The best counted score so far; null when there is none or it isn't known. */
  readonly best: number | null;
  readonly live: boolean;
}

/** Score, best tile and best round above the board, and the way to stop the clock. */
export function ScoreStrip({ game, best, live }: Props) {
  const gained = game?.change.gained ?? 0;
  return (
    <div className="score-strip">
      <dl className="num">
        <div className="score">
          <dt>
            Score
            {game && gained > 0 && (
              <span key={game.moves} className="gain" aria-hidden="true">
                +{gained}
              </span>
            )}
          </dt>
          <dd>{formatPoints(game?.score ?? 0)}</dd>
        </div>
        <div>
          <dt>Best tile</dt>
          <dd>{game ? formatPoints(bestTile(game)) : '–'}</dd>
        </div>
        {best !== null && (
          <div>
            <dt>Your best</dt>
            <dd>{formatPoints(best)}</dd>
          </div>
        )}
      </dl>
      {live && (
        <button type="button" className="button quiet small" onClick={pause}>
          Pause
        </button>
      )}
    </div>
  );
}
