import { cellAt, type HatchState, placeOf } from '../../../lib/arcade/hatch.ts';

const words = { open: 'open', shaded: 'shaded', wrong: 'empty', noted: 'marked empty' } as const;

function wordOf({ picture, marks }: HatchState, notes: ReadonlySet<number>, x: number, y: number): string {
  const mark = marks[y * picture.size + x] ?? 'open';
  return words[mark === 'open' && notes.has(cellAt(x, y)) ? 'noted' : mark];
}

/** Describes the cell under the cursor: "Row 2, column 1: open. Row has 5, column has 3 1." */
export function inWords(game: HatchState, notes: ReadonlySet<number>, cursor: number): string {
  const { x, y } = placeOf(cursor);
  const { rows, columns } = game.picture;
  const runs = (of: readonly (readonly number[])[], at: number) => (of[at] ?? []).join(' ');
  return `Row ${y + 1}, column ${x + 1}: ${wordOf(game, notes, x, y)}. Row has ${runs(rows, y)}, column has ${runs(columns, x)}.`;
}

/** The grid as a table, for screen readers. */
export function Sheet({ game, notes }: { readonly game: HatchState; readonly notes: ReadonlySet<number> }) {
  const { size, rows, columns } = game.picture;
  return (
    <div className="unseen">
      <table>
        <caption>
          Grid of {size} by {size}
        </caption>
        <thead>
          <tr>
            <td />
            {columns.map((runs, x) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change order
              <th key={x} scope="col">
                {runs.join(' ')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((runs, y) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change order
            <tr key={y}>
              <th scope="row">{runs.join(' ')}</th>
              {columns.map((_, x) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={x}>{wordOf(game, notes, x, y)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
