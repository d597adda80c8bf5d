import { type ReactNode, useEffect, useId, useRef } from 'react';
import { gridOf, SIZE } from '../../lib/arcade/merge.ts';
import { act, type Play } from '../../lib/stores/play.ts';
import { Tiles } from './Tiles.tsx';
import { useSwipe } from './use-swipe.ts';

const cells = Array.from({ length: SIZE * SIZE }, (_, cell) => cell);
const rows = Array.from({ length: SIZE }, (_, row) => row);
const empty: readonly number[] = cells.map(() => 0);

/** The board to play on, to look at and to read; `children` lie over it while no round runs. */
export function Board({ play, children }: { readonly play: Play; readonly children: ReactNode }) {
  const help = useId();
  const surface = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(act);
  const running = play.state === 'playing';
  const game = 'round' in play ? play.round.game : undefined;
  const grid = game ? gridOf(game) : empty;

  useEffect(() => {
    if (running) surface.current?.focus({ preventScroll: true });
  }, [running]);

  return (
    <section
      className="board"
      aria-label="Board"
      aria-describedby={help}
      data-grid={grid.join()}
      data-state={play.state}
    >
      <p id={help} className="unseen">
        Four by four cells. A move slides all tiles one way; equal tiles that meet become one. The table tells
        what lies where.
      </p>
      {/* An application, so that a screen reader leaves the arrow keys to the game. */}
      <div
        ref={surface}
        className="surface"
        role="application"
        aria-label="Tiles, moved by the arrow keys"
        tabIndex={running ? 0 : -1}
        {...(running ? swipe : {})}
      >
        <div className="cells" aria-hidden="true">
          {cells.map((cell) => (
            <i key={cell} />
          ))}
        </div>
        {game && <Tiles game={game} />}
      </div>
      {game && (
        <table className="unseen">
          <caption>Tiles on the board</caption>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">Row {row + 1}</th>
                {rows.map((column) => (
                  <td key={column}>{grid[row * SIZE + column] || 'empty'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children}
    </section>
  );
}
