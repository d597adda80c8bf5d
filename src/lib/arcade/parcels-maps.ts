/**
 * The towns of the week, drawn by hand: # is a house, T a tree, ~ water, and an arrow a street that may not be driven against. No street ends blind,
 * and from everywhere there is a way to everywhere, though nobody can turn back.
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

/** Which way a street may be driven; undefined where there is no arrow. */
export const wayOf = (cell: string | undefined): Direction | undefined =>
  cell === '^' ? UP : cell === '>' ? RIGHT : cell === 'v' ? DOWN : cell === '<' ? LEFT : undefined;

/** What can't be driven over, by cell. */
export const blockedIn = ({ cells }: TownMap): readonly boolean[] =>
  [...cells].map((cell) => '#T~'.includes(cell));
