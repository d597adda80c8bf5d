/** Plays Merge well enough for a test: looks two moves ahead and keeps the large tiles along a snake from one corner. */
const SIZE = 4;
const WEIGHTS = [15, 14, 13, 12, 8, 9, 10, 11, 7, 6, 5, 4, 0, 1, 2, 3].map((place) => 1.6 ** place);

/** One line pushed toward its beginning: [2, 2, 4, 0] → [4, 4, 0, 0]. */
function push(line: readonly number[]): number[] {
  const tiles = line.filter((tile) => tile > 0);
  const pushed: number[] = [];
  for (let at = 0; at < tiles.length; at++) {
    const tile = tiles[at] ?? 0;
    const merges = tile === tiles[at + 1];
    pushed.push(merges ? tile * 2 : tile);
    if (merges) at++;
  }
  return [...pushed, 0, 0, 0, 0].slice(0, SIZE);
}

/** The cells of one line in the order in which a move up, right, down or left (0 to 3) pushes them. */
function lineCells(direction: number, line: number): number[] {
  const steps = [0, 1, 2, 3];
  const upright = direction % 2 === 0;
  const cells = steps.map((step) => (upright ? step * SIZE + line : line * SIZE + step));
  return direction === 0 || direction === 3 ? cells : cells.reverse();
}

function slide(grid: readonly number[], direction: number): number[] {
  const after = [...grid];
  for (let line = 0; line < SIZE; line++) {
    const cells = lineCells(direction, line);
    const pushed = push(cells.map((cell) => grid[cell] ?? 0));
    cells.forEach((cell, at) => {
      after[cell] = pushed[at] ?? 0;
    });
  }
  return after;
}

function worth(grid: readonly number[], depth: number): number {
  const placed = grid.reduce((sum, tile, cell) => sum + tile * (WEIGHTS[cell] ?? 0), 0);
  const free = grid.filter((tile) => tile === 0).length * 60;
  return placed + free + (depth > 0 ? (best(grid, depth - 1)?.worth ?? -1e9) : 0);
}

function best(grid: readonly number[], depth: number): { direction: number; worth: number } | null {
  const moves = [0, 1, 2, 3]
    .map((direction) => ({ direction, after: slide(grid, direction) }))
    .filter(({ after }) => String(after) !== String(grid))
    .map(({ direction, after }) => ({ direction, worth: worth(after, depth) }));
  return moves.sort((a, b) => b.worth - a.worth)[0] ?? null;
}

/** 0 up, 1 right, 2 down, 3 left; null when nothing moves. `grid`: sixteen values, row by row, 0 for free cells. */
export function chooseMove(grid: readonly number[]): number | null {
  return best(grid, 2)?.direction ?? null;
}
