/** The four directions, as acts of the games that use them. */
export const UP = 0;
export const RIGHT = 1;
export const DOWN = 2;
export const LEFT = 3;
export type Direction = typeof UP | typeof RIGHT | typeof DOWN | typeof LEFT;
export const directions: readonly Direction[] = [UP, RIGHT, DOWN, LEFT];

export function isDirection(act: number): act is Direction {
  return act === UP || act === RIGHT || act === DOWN || act === LEFT;
}
