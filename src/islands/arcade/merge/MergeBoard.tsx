import { memo } from 'react';
import { gridOf, type MergeState, UNDO } from '../../../lib/arcade/merge.ts';
import { BoardFrame } from '../BoardFrame.tsx';
import type { BoardProps } from '../game-board.ts';
import { act } from '../store.ts';
import { directionOfKey, useKeys } from '../use-keys.ts';
import { useSwipe } from '../use-swipe.ts';
import { Tiles } from './Tiles.tsx';

const NONE: readonly number[] = [];
const upTo = (length: number) => Array.from({ length }, (_, at) => at);

/** The board: interactive, and with a table for screen readers. */
export function MergeBoard({ game, rules, phase, children }: BoardProps<MergeState>) {
  const swipe = useSwipe(act);
  const { size } = (game ?? rules.start(0)).shape;
  const grid = game ? gridOf(game) : upTo(size * size).map(() => 0);
  const blocked = game?.blocked ?? NONE;
  useKeys((event) => {
    const given = event.key === 'Backspace' ? UNDO : directionOfKey(event);
    if (given === undefined || phase !== 'playing') return false;
    if (!event.repeat) act(given);
    return true;
  });

  return (
    <BoardFrame
      phase={phase}
      help={`A grid of ${size} by ${size}. Each move slides all tiles one way, and equal tiles that meet merge. The table lists every tile.`}
      label="Tiles. Move them with the arrow keys"
      touch={swipe}
      over={children}
      facts={{ 'data-grid': grid.join(), 'data-side': size }}
      described={game && phase !== 'idle' && <Table grid={grid} size={size} blocked={blocked} />}
    >
      <Cells size={size} blocked={blocked} />
      {game && <Tiles game={game} />}
    </BoardFrame>
  );
}

const Cells = memo(function Cells({ size, blocked }: Omit<TableProps, 'grid'>) {
  return (
    <div className="cells" aria-hidden="true">
      {upTo(size * size).map((cell) => (
        <i key={cell} data-blocked={blocked.includes(cell) || undefined} />
      ))}
    </div>
  );
});

interface TableProps {
  readonly grid: readonly number[];
  readonly size: number;
  readonly blocked: readonly number[];
}

function Table({ grid, size, blocked }: TableProps) {
  const lines = upTo(size);
  const describe = (cell: number) => (blocked.includes(cell) ? 'blocked' : grid[cell] || 'empty');
  return (
    <div className="unseen">
      <table>
        <caption>Tiles on the board</caption>
        <tbody>
          {lines.map((row) => (
            <tr key={row}>
              <th scope="row">Row {row + 1}</th>
              {lines.map((column) => (
                <td key={column}>{describe(row * size + column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
