/**
 * The towns of the week, drawn by hand. # is a house, T a tree, ~ water, and an arrow a one-way street. There are no dead ends,
 * and every place can be reached from every other, although the van can't turn back.
 */
import { type Direction, DOWN, LEFT, RIGHT, UP } from './directions.ts';

export interface TownMap {
  readonly name: string;
  /** Row by row from the top left. */
  readonly cells: string;
}

const map = (name: string, drawn: string): TownMap => ({ name, cells: drawn.replaceAll(/\s/g, '') });

export const maps = [
  map(
    'Fountain Square',
    `
    .............
    .##.##.##.##.
    .##.##.##.##.
    .............
    .##..>>>..##.
    .#..^~~~v..#.
    ....^~~~v....
    .#..^~~~v..#.
    .##..<<<..##.
    .............
    .##.##.##.##.
    .##.##.##.##.
    .............`,
  ),
  map(
    'The Avenue',
    `
    .............
    .##.#^Tv#.##.
    .##.#^Tv#.##.
    .....^.v.....
    .#.##^Tv##.#.
    .#.##^Tv##.#.
    .....^.v.....
    .##.#^Tv#.##.
    .##.#^Tv#.##.
    .....^.v.....
    .#.##^Tv##.#.
    .#.##^Tv##.#.
    .............`,
  ),
  map(
    'Three Bridges',
    `
    .............
    .##.##.##.##.
    .##.##.##.##.
    .............
    .T.##.T.##.T.
    .............
    ~^~~~~.~~~~v~
    .............
    .##.#.T.#.##.
    .##.#...#.##.
    .............
    .##.##.##.##.
    .............`,
  ),
  map(
    'Roundabouts',
    `
    .............
    .##.##.##.##.
    .##.##.##.##.
    .............
    ....T...T....
    .#.<..#..<.#.
    ..vT^...vT^..
    .#.>..#..>.#.
    .............
    .##.##.##.##.
    .............
    .T.##.T.##.T.
    .............`,
  ),
  map(
    'Terrace Rows',
    `
    .............
    .##.##.##.##.
    .##.##.##.##.
    .>>>>>.>>>>>.
    .#.###.###.#.
    .#.#T#.#T#.#.
    .<<<<<.<<<<<.
    .###.#.#.###.
    .###.#.#.###.
    .>>>>>.>>>>>.
    .##.##.##.##.
    .##.##.##.##.
    .............`,
  ),
  map(
    'Mill Pond',
    `
    .............
    .#.##.#.##.#.
    .#.##...##.#.
    .....#.#.....
    .##>.....<##.
    .##.#...#.##.
    .....~~~.....
    .#.#.~~~.#.#.
    .#.#.....#.#.
    ...v.#.#.^...
    .#.#.#.#.#.#.
    .#...#.#...#.
    .............`,
  ),
] as const;

/** Returns the direction of a one-way street. Undefined if there is no arrow. */
export const wayOf = (cell: string | undefined): Direction | undefined =>
  cell === '^' ? UP : cell === '>' ? RIGHT : cell === 'v' ? DOWN : cell === '<' ? LEFT : undefined;

/** Returns which cells can't be driven on. */
export const blockedIn = ({ cells }: TownMap): readonly boolean[] =>
  [...cells].map((cell) => '#T~'.includes(cell));
