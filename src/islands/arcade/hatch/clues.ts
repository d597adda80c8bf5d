import type { HatchState } from '../../../lib/arcade/hatch.ts';

export interface Clue {
  /** The index of the row or column. */
  readonly at: number;
  readonly runs: readonly number[];
  /** Whether all its pixels are shaded. */
  readonly done: boolean;
}

/** Returns the numbers of the rows and columns, and which of them are complete. */
export function cluesOf({ picture, marks }: HatchState): { rows: readonly Clue[]; columns: readonly Clue[] } {
  const { size, cells } = picture;
  const through = (cell: (at: number) => number) =>
    Array.from({ length: size }, (_, at) => cell(at)).every((at) => !cells[at] || marks[at] === 'shaded');
  return {
    rows: picture.rows.map((runs, y) => ({ at: y, runs, done: through((x) => y * size + x) })),
    columns: picture.columns.map((runs, x) => ({ at: x, runs, done: through((y) => y * size + x) })),
  };
}
