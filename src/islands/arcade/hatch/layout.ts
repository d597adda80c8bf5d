/** The picture's dimensions, in drawing units. The grid is to the right of and below its numbers. */
export const BOX = 100;

interface Layout {
  /** The space for the numbers, on the left and above. */
  readonly gutter: number;
  /** The side of the grid and of a cell. */
  readonly grid: number;
  readonly cell: number;
}

/** Larger pictures need more room for numbers: six pixels have at most three runs, eight have four, ten have five. */
export function layoutOf(size: number): Layout {
  const gutter = size > 8 ? 29 : size > 6 ? 24 : 19;
  const grid = BOX - gutter - 1;
  return { gutter, grid, cell: grid / size };
}
