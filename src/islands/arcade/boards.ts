import type { GameBoard } from './game-board.ts';

export type Boards = Readonly<Record<string, () => Promise<{ readonly board: GameBoard }>>>;

/** Every game's board by its name in the address, from its folder. A page loads only the one it shows. */
export const boards: Boards = Object.fromEntries(
  Object.entries(import.meta.glob<{ board: GameBoard }>('./*/board.tsx')).map(([file, load]) => [
    file.split('/')[1],
    load,
  ]),
);

/** Returns the board of a game. Undefined if there is no game with that name. */
export const boardOf = async (name: string) =>
  Object.hasOwn(boards, name) ? (await boards[name]?.())?.board : undefined;
