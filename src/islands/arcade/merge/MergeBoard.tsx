import { gridOf, type MergeState, SIZE } from '../../../lib/arcade/merge.ts';
import { BoardFrame } from '../BoardFrame.tsx';
import type { BoardProps } from '../game-board.ts';
import { act } from '../store.ts';
import { directionOfKey, useKeys } from '../use-keys.ts';
import { useSwipe } from '../use-swipe.ts';
import { Tiles } from './Tiles.tsx';

const cells = Array.from({ length: SIZE * SIZE }, (_, cell) => cell);
const rows = Array.from({ length: SIZE }, (_, row) => row);
const empty: readonly number[] = cells.map(() => 0);

/** The board to play on, to look at and to read. */
export function MergeBoard({ game, phase, children }: BoardProps<MergeState>) {
  const swipe = useSwipe(act);
  const grid = game ? gridOf(game) : empty;
  useKeys((event) => {
    const direction = directionOfKey(event);
    if (direction === undefined || phase !== 'playing') return false;
    if (!event.repeat) act(direction);
    return true;
  });

  return (
    <BoardFrame
      phase={phase}
      help="A four-by-four grid. Each move slides all tiles one way, and equal tiles that meet merge. The table lists every tile."
      label="Tiles. Move them with the arrow keys"
      touch={swipe}
      over={children}
      facts={{ 'data-grid': grid.join() }}
      told={game && phase !== 'idle' && <Table grid={grid} />}
    >
      <div className="cells" aria-hidden="true">
        {cells.map((cell) => (
          <i key={cell} />
        ))}
      </div>
      {game && <Tiles game={game} />}
    </BoardFrame>
  );
}

function Table({ grid }: { readonly grid: readonly number[] }) {
  return (
    <div className="unseen">
      <table>
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
    </div>
  );
}
