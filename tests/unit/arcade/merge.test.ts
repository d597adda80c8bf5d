import { describe, expect, test } from 'vitest';
import { type Direction, DOWN, directions, LEFT, RIGHT, UP } from '../../../src/lib/arcade/directions.ts';
import { bestTile, gridOf, isOver, type MergeState, move, start } from '../../../src/lib/arcade/merge.ts';

/** A state with these values row by row. */
function board(values: readonly number[]): MergeState {
  const tiles = values.flatMap((value, cell) => (value === 0 ? [] : [{ id: cell + 1, value, cell }]));
  const change = { slid: [], merged: [], spawned: [], gained: 0 };
  return { tiles, score: 0, moves: 0, change, nextId: 17, dice: 7 };
}

const row = (values: readonly number[]) => board([...values, ...new Array<number>(12).fill(0)]);

/** What a move makes of the board before the new tile comes. */
function settled(state: MergeState, direction: Direction): readonly number[] {
  const after = move(state, direction);
  const grid = [...gridOf(after)];
  for (const tile of after.change.spawned) grid[tile.cell] = 0;
  return grid;
}

describe('a row moved left', () => {
  test.each([
    [[2, 2, 2, 2], [4, 4, 0, 0], 8],
    [[2, 2, 4, 0], [4, 4, 0, 0], 4],
    [[4, 2, 2, 0], [4, 4, 0, 0], 4],
    [[2, 2, 2, 0], [4, 2, 0, 0], 4],
    [[0, 2, 0, 2], [4, 0, 0, 0], 4],
    [[2, 0, 0, 4], [2, 4, 0, 0], 0],
    [[8, 8, 4, 4], [16, 8, 0, 0], 24],
    [[4, 4, 8, 16], [8, 8, 16, 0], 8],
    [[0, 0, 0, 1024], [1024, 0, 0, 0], 0],
  ])('%j → %j, %i points', (before, after, gained) => {
    const state = row(before);
    expect(settled(state, LEFT).slice(0, 4)).toEqual(after);
    expect(move(state, LEFT).score).toBe(gained);
    expect(move(state, LEFT).change.gained).toBe(gained);
  });

  test('three equal tiles merge on the side they move to', () => {
    expect(settled(row([2, 2, 2, 0]), RIGHT).slice(0, 4)).toEqual([0, 0, 2, 4]);
  });
});

test('up and down work on columns', () => {
  const state = board([2, 0, 0, 0, 2, 0, 0, 8, 4, 0, 0, 0, 0, 0, 0, 8]);
  expect(settled(state, UP)).toEqual([4, 0, 0, 16, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(settled(state, DOWN)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 16]);
});

test('a move that changes nothing gives back the same state, and no tile comes', () => {
  const state = row([2, 4, 8, 16]);
  for (const direction of [UP, LEFT, RIGHT] as const) expect(move(state, direction)).toBe(state);
  expect(move(state, DOWN)).not.toBe(state);
});

describe('what a renderer is told', () => {
  test('a sliding tile keeps its id, and its way is written down', () => {
    const after = move(row([0, 0, 2, 0]), LEFT);
    expect(after.change.slid).toEqual([{ id: 3, from: 2, to: 0 }]);
    expect(after.tiles).toContainEqual({ id: 3, value: 2, cell: 0 });
  });

  test('a merge names both tiles, the new one and the cell', () => {
    const { change, tiles } = move(row([2, 0, 2, 0]), LEFT);
    expect(change.merged).toEqual([
      {
        id: 17,
        of: [
          { id: 1, value: 2, cell: 0 },
          { id: 3, value: 2, cell: 2 },
        ],
        to: 0,
      },
    ]);
    expect(change.slid).toEqual([{ id: 3, from: 2, to: 0 }]);
    expect(tiles).toContainEqual({ id: 17, value: 4, cell: 0 });
  });

  test('one tile comes after each move, on a free cell, with an id of its own', () => {
    let state = start(3);
    for (let turn = 0; turn < 400 && !isOver(state); turn++) {
      const next = directions.map((direction) => move(state, direction)).find((after) => after !== state);
      if (next === undefined) break;
      expect(next.change.spawned).toHaveLength(1);
      expect(new Set(next.tiles.map((tile) => tile.cell)).size).toBe(next.tiles.length);
      expect(new Set(next.tiles.map((tile) => tile.id)).size).toBe(next.tiles.length);
      state = next;
    }
    expect(isOver(state)).toBe(true);
  });
});

describe('the start', () => {
  test('two tiles, each a 2 or a 4', () => {
    for (let seed = 0; seed < 200; seed++) {
      const values = gridOf(start(seed)).filter((value) => value > 0);
      expect(values).toHaveLength(2);
      expect(values.every((value) => value === 2 || value === 4)).toBe(true);
    }
  });

  test('about one tile in ten is a 4', () => {
    const values = Array.from({ length: 4000 }, (_, seed) => gridOf(start(seed))).flat();
    const fours = values.filter((value) => value === 4).length / values.filter((value) => value > 0).length;
    expect(fours).toBeGreaterThan(0.08);
    expect(fours).toBeLessThan(0.12);
  });

  test('the same seed gives the same board, another seed another one', () => {
    expect(start(41)).toEqual(start(41));
    const boards = new Set(Array.from({ length: 100 }, (_, seed) => gridOf(start(seed)).join()));
    expect(boards.size).toBeGreaterThan(60);
  });
});

describe('the end', () => {
  const full = [2, 4, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2];

  test('a full board without equal neighbours is over', () => {
    const state = board(full);
    expect(isOver(state)).toBe(true);
    for (const direction of directions) expect(move(state, direction)).toBe(state);
  });

  test.each([
    ['an empty cell', full.with(15, 0)],
    ['equal neighbours in a row', full.with(15, 4)],
    ['equal neighbours in a column', full.with(12, 2)],
    ['equal neighbours in the last column', full.with(3, 2).with(7, 2)],
  ])('not with %s', (_, values) => {
    expect(isOver(board(values))).toBe(false);
  });

  test('the last cell of a row and the first of the next are no neighbours', () => {
    expect(isOver(board([2, 4, 2, 8, 8, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2]))).toBe(true);
  });
});

test('bestTile is the highest value', () => {
  expect(bestTile(board([2, 4, 512, 0, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))).toBe(512);
});
