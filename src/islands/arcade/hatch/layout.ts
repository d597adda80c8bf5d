/** The picture's measures, in units of the drawing: the grid is right of and below its numbers. */
export const BOX = 100;

interface Layout {
  /** Room for the numbers, on the left and above. */
  readonly gutter: number;
  /** How long the grid is, and a cell of it. */
  readonly grid: number;
  readonly cell: number;
}

/** A line of six pixels has at most three runs, one of eight four, one of ten five: more numbers need more room. */
export function layoutOf(size: number): Layout {
  const gutter = size > 8 ? 29 : size > 6 ? 24 : 19;
  const grid = BOX - gutter - 1;
  return { gutter, grid, cell: grid / size };
}
