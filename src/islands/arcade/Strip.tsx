import { type ReactNode, useState } from 'react';
import { formatPoints } from '../../lib/format/points.ts';
import { Clock } from './Clock.tsx';
import { Counter } from './Counter.tsx';
import type { GameBoard } from './game-board.ts';
import type { Round } from './round.ts';
import { SoundSwitch } from './SoundSwitch.tsx';
import { askToEnd, pause } from './store.ts';

interface Props {
  readonly board: GameBoard;
  /** The current round. */
  readonly round: Round;
  /** The best counted score so far. Null if there is none or it is unknown. */
  readonly best: number | null;
  readonly playing: boolean;
  /** A line below the numbers. */
  readonly children?: ReactNode;
}

/** Above the board during a round: score, time, the game's own number, the best score, and a pause button. */
export function Strip({ board, round, best, playing, children }: Props) {
  const { game } = round;
  const figure = board.figure(game);
  return (
    <div className="score-strip">
      <dl className="num">
        <div className="score">
          <dt>
            Score
            {!board.showsGains && (
              <span className="gains" aria-hidden="true">
                <Gain score={game.score} />
              </span>
            )}
          </dt>
          <dd>
            <Counter text={formatPoints(game.score)} />
          </dd>
        </div>
        <Clock round={round} running={playing} />
        <div>
          <dt>{figure.name}</dt>
          <dd>
            <Counter text={figure.value} />
          </dd>
        </div>
        {best !== null && (
          <div className="best">
            <dt>Your best</dt>
            <dd>{formatPoints(best)}</dd>
          </div>
        )}
      </dl>
      <div className="strip-do">
        <SoundSwitch />
        {playing && (
          <>
            <button type="button" className="icon-button" aria-label="Pause" title="Pause" onClick={pause}>
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d="M8.5 5.5v13M15.5 5.5v13" />
              </svg>
            </button>
            <button type="button" className="button quiet small" aria-label="End round" onClick={askToEnd}>
              End
            </button>
          </>
        )}
      </div>
      {children}
    </div>
  );
}

/** Shows how much the score has just grown, then fades. */
function Gain({ score }: { readonly score: number }) {
  const [seen, setSeen] = useState({ score, gained: 0 });
  if (seen.score !== score) setSeen({ score, gained: score - seen.score });
  if (seen.gained <= 0) return null;
  return (
    <span key={seen.score} className="gain">
      +{seen.gained}
    </span>
  );
}
