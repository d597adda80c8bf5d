/** The town in which the courier drives: streets and houses. */
import { type Direction, DOWN, LEFT, RIGHT, UP } from './directions.ts';
import { draw } from './random.ts';

/** Cells are numbered row by row from the top left: 0 to SIZE · SIZE − 1. */
export const SIZE = 13;
export const CELLS = SIZE * SIZE;

export const opposite = { [UP]: DOWN, [RIGHT]: LEFT, [DOWN]: UP, [LEFT]: RIGHT } as const;

/** Returns the next cell in that direction. Undefined at the edge of the town. */
export function beyond(cell: number, direction: Direction): number | undefined {
  const column = cell % SIZE;
  if (direction === LEFT) return column > 0 ? cell - 1 : undefined;
  if (direction === RIGHT) return column < SIZE - 1 ? cell + 1 : undefined;
  const next = direction === UP ? cell - SIZE : cell + SIZE;
  return next >= 0 && next < CELLS ? next : undefined;
}

/** Returns the number of steps between two cells, ignoring houses. */
export function distance(one: number, other: number): number {
  return (
    Math.abs((one % SIZE) - (other % SIZE)) + Math.abs(Math.floor(one / SIZE) - Math.floor(other / SIZE))
  );
}

const MIDDLE = (SIZE - 1) / 2;
const TRIES = 60;
/** The most cells with houses, so that there is room to drive. */
const MOST = 24;

/**
 * Builds houses in a symmetric pattern. No house is at the edge, and there is a street between any two, so there are no dead
 * ends. Returns whether there is a house, by cell, and the state of the random generator.
 */
export function buildTown(memory: number): readonly [houses: readonly boolean[], memory: number] {
  const houses = new Array<boolean>(CELLS).fill(false);
  let [dice, built] = [memory, 0];
  const below = (bound: number) => {
    const [drawn, after] = draw(dice, bound);
    dice = after;
    return drawn;
  };
  for (let tries = 0; tries < TRIES && built < MOST; tries++) {
    const [width, height] = [1 + below(2), 1 + below(2)];
    const [x, y] = [1 + below(MIDDLE), 1 + below(SIZE - 1 - height)];
    // A house that reaches the middle would touch its mirror image.
    if (x + width > MIDDLE && !(x === MIDDLE && width === 1)) continue;
    if (!isOpen(houses, x - 1, y - 1, width + 2, height + 2)) continue;
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++) {
        houses[row * SIZE + column] = true;
        houses[row * SIZE + SIZE - 1 - column] = true;
        built += column === MIDDLE ? 1 : 2;
      }
  }
  return [houses, dice];
}

/** Whether no house is in a rectangle of cells. */
function isOpen(houses: readonly boolean[], x: number, y: number, width: number, height: number): boolean {
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) if (houses[row * SIZE + column]) return false;
  return true;
}
