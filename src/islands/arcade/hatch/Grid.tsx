import { cellAt, type HatchState, placeOf } from '../../../lib/arcade/hatch.ts';
import { type Clue, cluesOf } from './clues.ts';
import { BOX, layoutOf } from './layout.ts';
import { cellsBetween } from './notes.ts';

interface Props {
  readonly game: HatchState;
  readonly notes: ReadonlySet<number>;
  readonly cursor: number | null;
  readonly drag: { readonly from: number; readonly to: number } | null;
}

/** The distances between numbers, and from a number to the grid. */
const APART = 5.4;
const OFF = 2;

/** The creature's grid and its numbers. */
export function Grid({ game, notes, cursor, drag }: Props) {
  const { size } = game.picture;
  const { gutter, grid, cell: side } = layoutOf(size);
  const clues = cluesOf(game);
  const preview = new Set(drag ? cellsBetween(drag.from, drag.to) : []);
  const middle = gutter + grid / 2;
  const at = cursor === null ? null : placeOf(cursor);

  return (
    <svg className="grid" viewBox={`0 0 ${BOX} ${BOX}`} aria-hidden="true">
      <defs>
        <pattern
          id="hatching"
          width="2.6"
          height="2.6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path className="line" d="M0 1.3h2.6" />
        </pattern>
      </defs>
      {clues.rows.map(({ at: y, ...clue }) => (
        <RowClue
          key={y}
          clue={clue}
          gutter={gutter}
          middle={gutter + (y + 0.5) * side}
          marked={at?.y === y}
        />
      ))}
      {clues.columns.map(({ at: x, ...clue }) => (
        <ColumnClue
          key={x}
          clue={clue}
          gutter={gutter}
          middle={gutter + (x + 0.5) * side}
          marked={at?.x === x}
        />
      ))}
      {game.marks.map((mark, index) => {
        const [x, y] = [index % size, Math.floor(index / size)];
        const cell = cellAt(x, y);
        return (
          <Cell
            key={cell}
            x={gutter + x * side}
            y={gutter + y * side}
            side={side}
            as={mark === 'open' && notes.has(cell) ? 'noted' : mark}
            preview={preview.has(cell)}
          />
        );
      })}
      <path className="middle" d={`M${middle} ${gutter - 1.5}v${grid + 3}`} />
      {at && (
        <rect
          className="cursor"
          x={gutter + at.x * side}
          y={gutter + at.y * side}
          width={side}
          height={side}
          rx={side * 0.12}
        />
      )}
    </svg>
  );
}

interface CellProps {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly as: HatchState['marks'][number] | 'noted';
  readonly preview: boolean;
}

function Cell({ x, y, side, as, preview }: CellProps) {
  const gap = 0.5;
  const box = { x: x + gap, y: y + gap, width: side - 2 * gap, height: side - 2 * gap, rx: side * 0.1 };
  const [cx, cy, arm] = [x + side / 2, y + side / 2, side * 0.16];
  return (
    <g className="cell" data-as={as} data-preview={preview}>
      <rect className="paper" {...box} />
      {as === 'shaded' && <rect className="pencil" {...box} />}
      {as === 'wrong' && (
        <path
          className="cross"
          d={`M${cx - arm} ${cy - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`}
        />
      )}
      {as === 'noted' && <circle className="dot" cx={cx} cy={cy} r={side * 0.08} />}
    </g>
  );
}

interface ClueProps {
  readonly clue: Omit<Clue, 'at'>;
  readonly gutter: number;
  readonly middle: number;
  readonly marked: boolean;
}

/** Half the width of a number. Ten has two digits. */
const half = (run: number) => (run > 9 ? 3.2 : 1.7);

function RowClue({ clue: { runs, done }, gutter, middle, marked }: ClueProps) {
  const end = gutter - OFF;
  return (
    <g className="clue" data-done={done} data-marked={marked}>
      {runs.map((run, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: runs never change order
        <text key={index} x={end - half(run) - (runs.length - 1 - index) * APART} y={middle + 1.9}>
          {run}
        </text>
      ))}
      {done && (
        <path
          className="strike"
          d={`M${end - runs.length * APART} ${middle + 1.6}L${end + 0.6} ${middle - 1.6}`}
        />
      )}
    </g>
  );
}

function ColumnClue({ clue: { runs, done }, gutter, middle, marked }: ClueProps) {
  const end = gutter - OFF;
  return (
    <g className="clue" data-done={done} data-marked={marked}>
      {runs.map((run, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: runs never change order
        <text key={index} x={middle} y={end - (runs.length - 1 - index) * APART}>
          {run}
        </text>
      ))}
      {done && (
        <path
          className="strike"
          d={`M${middle - 1.8} ${end + 0.8}L${middle + 1.8} ${end - (runs.length - 1) * APART - 4.6}`}
        />
      )}
    </g>
  );
}
