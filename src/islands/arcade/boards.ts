import type { GameBoard } from './game-board.ts';

export type Boards = Readonly<Record<string, () => Promise<{ readonly board: GameBoard }>>>;

/** Every game's board by its name in the address, each a file of its own: a page loads the one it shows. */
export const boards: Boards = {
  merge: () => import('./merge/board.tsx'),
  parcels: () => import('./parcels/board.tsx'),
  tower: () => import('./tower/board.tsx'),
  hatch: () => import('./hatch/board.tsx'),
  rungs: () => import('./rungs/board.tsx'),
};

/** The board of that game; undefined where there is none of that name. */
export const boardOf = async (name: string) =>
  Object.hasOwn(boards, name) ? (await boards[name]?.())?.board : undefined;
