import type { GameBoard } from './game-board.ts';

export type Boards = Readonly<Record<string, () => Promise<{ readonly board: GameBoard }>>>;

/** The boards of all games by their name in the address. Each is a file of its own, so a page loads only the one it shows. */
export const boards: Boards = {
  merge: () => import('./merge/board.tsx'),
  parcels: () => import('./parcels/board.tsx'),
  tower: () => import('./tower/board.tsx'),
  hatch: () => import('./hatch/board.tsx'),
  rungs: () => import('./rungs/board.tsx'),
};

/** Returns the board of a game. Undefined if there is no game with that name. */
export const boardOf = async (name: string) =>
  Object.hasOwn(boards, name) ? (await boards[name]?.())?.board : undefined;
