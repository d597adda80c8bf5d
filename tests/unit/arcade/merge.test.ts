import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byHabit, lookAhead, play } from '../../../server/db/seed-players.ts';
import { type Direction, DOWN, directions, LEFT, RIGHT, UP } from '../../../src/lib/arcade/directions.ts';
import { medalOf } from '../../../src/lib/arcade/medals.ts';
import {
  bestTile,
  gridOf,
  isOver,
  type MergeState,
  move,
  start,
  UNDO,
  undo,
} from '../../../src/lib/arcade/merge.ts';
import { merge, mergeVariants } from '../../../src/lib/arcade/merge-variants.ts';
import { seeds } from './live.ts';

/** A state with these values, row by row. */
function board(values: readonly number[]): MergeState {
  const tiles = values.flatMap((value, cell) => (value === 0 ? [] : [{ id: cell + 1, value, cell }]));
  const change = { merged: [], spawned: [], gained: 0 };
  return { ...start(7), tiles, change, nextId: 17, dice: 7 };
}

const row = (values: readonly number[]) => board([...values, ...new Array<number>(12).fill(0)]);

/** The board after a move, before the new tile. */
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

  test('merges three equal tiles on the side they move to', () => {
    expect(settled(row([2, 2, 2, 0]), RIGHT).slice(0, 4)).toEqual([0, 0, 2, 4]);
  });
});

test('up and down work on columns', () => {
  const state = board([2, 0, 0, 0, 2, 0, 0, 8, 4, 0, 0, 0, 0, 0, 0, 8]);
  expect(settled(state, UP)).toEqual([4, 0, 0, 16, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(settled(state, DOWN)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 16]);
});

test('a move that changes nothing returns the same state and adds no tile', () => {
  const state = row([2, 4, 8, 16]);
  for (const direction of [UP, LEFT, RIGHT] as const) expect(move(state, direction)).toBe(state);
  expect(move(state, DOWN)).not.toBe(state);
});

describe('what a renderer gets', () => {
  test('a sliding tile keeps its id', () => {
    const after = move(row([0, 0, 2, 0]), LEFT);
    expect(after.tiles).toContainEqual({ id: 3, value: 2, cell: 0 });
  });

  test('a merge names both tiles and the cell, and keeps the id of the first', () => {
    const { change, tiles } = move(row([2, 0, 2, 0]), LEFT);
    expect(change.merged).toEqual([
      {
        of: [
          { id: 1, value: 2, cell: 0 },
          { id: 3, value: 2, cell: 2 },
        ],
        to: 0,
      },
    ]);
    expect(tiles).toContainEqual({ id: 1, value: 4, cell: 0 });
  });

  test('one tile appears after each move, on a free cell, with a new id', () => {
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
  test('has two tiles, each a 2 or a 4', () => {
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

  test('the same seed gives the same board, and another seed a different one', () => {
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

  test('the last cell of a row and the first of the next aren’t neighbours', () => {
    expect(isOver(board([2, 4, 2, 8, 8, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2]))).toBe(true);
  });
});

test('bestTile is the highest value', () => {
  expect(bestTile(board([2, 4, 512, 0, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))).toBe(512);
});

/** The same move, tile by tile and step by step. */
function naive({ shape: { size }, blocked, ...state }: MergeState, direction: Direction): readonly number[] {
  const grid = [...gridOf({ shape: { size, blockers: 0 }, blocked, ...state })];
  const step = [-size, 1, size, -1][direction] ?? 0;
  const beyond = (cell: number) => {
    const to = cell + step;
    const isInRow = Math.floor(to / size) === Math.floor(cell / size);
    const isInside = direction === UP || direction === DOWN ? to >= 0 && to < size * size : isInRow;
    return isInside && !blocked.includes(to) ? to : undefined;
  };
  const cells = [...grid.keys()];
  const made = new Set<number>();
  for (const cell of step < 0 ? cells : cells.toReversed()) {
    for (let at = cell, to = beyond(at); to !== undefined; at = to, to = beyond(at)) {
      const [value = 0, other = 0] = [grid[at], grid[to]];
      const merges = other === value && !made.has(to);
      if (value === 0 || (other !== 0 && !merges)) break;
      if (other !== 0) made.add(to);
      grid[to] = value + other;
      grid[at] = 0;
      if (other !== 0) break;
    }
  }
  return grid;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const forty = Array.from({ length: 41 }, (_, seed) => seed * 7919 + 11);

describe.each(mergeVariants)('$variant.id', (rules) => {
  test('moves like a naive implementation, whatever is on the board', () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.nat(3), { maxLength: 150 }), (seed, ways) => {
        let state = rules.start(seed);
        for (const way of ways) {
          const direction = directions[way] ?? UP;
          if (rules.isOver(state)) break;
          const expected = naive(state, direction);
          const next = rules.act(state, direction, 0);
          if (next === state) expect(expected).toEqual(gridOf(state));
          else expect(settled(state, direction)).toEqual(expected);
          state = next;
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a simple habit brings a bronze medal, but no silver one', () => {
    const scores = forty
      .slice(0, 15)
      .map((seed) => play(rules, seed, (state, at) => ({ act: byHabit(state) ?? UP, at })).score);
    expect(medalOf(rules.variant, median(scores))).toBe('bronze');
  });
});

describe('an undo', () => {
  const moved = (state: MergeState) => move(state, byHabit(state) ?? UP);
  const fourMoves = [1, 2, 3, 4].reduce(
    (states) => [...states, moved(states.at(-1) ?? start(5))],
    [start(5)],
  );
  const last = fourMoves.at(-1) ?? start(5);

  test('takes back three moves with their score, and no fourth', () => {
    let state = last;
    for (const before of fourMoves.slice(1, 4).toReversed()) {
      state = undo(state);
      const { tiles, score, moves } = before;
      expect(state).toMatchObject({ tiles, score, moves });
    }
    expect(state.undos).toBe(0);
    expect(undo(state)).toBe(state);
    expect(undo(moved(state))).toMatchObject({ undos: 0, moves: 2 });
  });

  test('doesn’t change the next tile: the same move makes the same board', () => {
    expect(moved(undo(last))).toMatchObject({ tiles: last.tiles, dice: last.dice, nextId: last.nextId });
  });

  test('is part of the log, and impossible before the first move or after the end', () => {
    const acts = [byHabit(start(5)) ?? UP, UNDO];
    const log = (given: readonly number[]) => given.map((act, at) => [at * 200, act] as const);
    expect(merge.replay(5, log(acts))).toMatchObject({ ok: true, metrics: { moves: 0, score: 0 } });
    expect(merge.replay(5, log([UNDO]))).toEqual({ ok: false, reason: 'illegal_act' });
    expect(merge.replay(5, log([...acts, UNDO]))).toEqual({ ok: false, reason: 'illegal_act' });
    const { inputs, lasted } = play(merge, 5, (state, at) => ({ act: byHabit(state) ?? UP, at }));
    expect(merge.replay(5, [...inputs, [lasted + 200, UNDO]])).toEqual({
      ok: false,
      reason: 'after_the_end',
    });
  });
});

describe('a target', () => {
  const [, , rules] = mergeVariants;
  const rounds = forty.map((seed) => play(rules, seed, (state, at) => ({ act: lookAhead(state) ?? UP, at })));
  const reached = rounds.filter(({ metrics }) => (metrics.best_tile ?? 0) >= 128);

  test('has the par of a player who looks one move ahead', () => {
    expect(reached.length).toBeGreaterThan(35);
    expect(median(reached.map(({ metrics }) => metrics.moves ?? 0))).toBe(rules.start(0).shape.target?.par);
  });

  test('ends the round, which scores 1,000 at par and 10 for each move', () => {
    for (const { score, metrics } of reached) {
      expect(metrics.best_tile).toBe(128);
      expect(score).toBe(1000 + 10 * (70 - (metrics.moves ?? 0)));
    }
    const short = play(
      rules,
      11,
      (state, at) => ({ act: byHabit(state) ?? UP, at }),
      ({ moves }) => moves === 40,
    );
    expect(short.score).toBe(0);
  });
});

test('blockers leave every cell reachable, and a first move', () => {
  const rules = mergeVariants[3];
  for (let seed = 0; seed < 500; seed++) {
    const { blocked, ...state } = rules.start(seed);
    const open = [...gridOf({ blocked, ...state }).keys()].filter((cell) => !blocked.includes(cell));
    expect(open).toHaveLength(14);
    const reached = new Set(open.slice(0, 1));
    for (const cell of reached)
      for (const next of [
        cell - 4,
        cell + 4,
        ...(cell % 4 > 0 ? [cell - 1] : []),
        ...(cell % 4 < 3 ? [cell + 1] : []),
      ])
        if (open.includes(next)) reached.add(next);
    expect(reached.size).toBe(14);
    expect(byHabit({ blocked, ...state })).toBeDefined();
  }
});
