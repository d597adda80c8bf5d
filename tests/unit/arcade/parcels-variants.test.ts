/** What the other variants of Parcels add to Classic: hand-drawn towns, tips, and better vans. */
import { describe, expect, test } from 'vitest';
import { type Direction, DOWN, directions, LEFT, RIGHT, UP } from '../../../src/lib/arcade/directions.ts';
import { advance } from '../../../src/lib/arcade/parcels.ts';
import { blockedIn, maps } from '../../../src/lib/arcade/parcels-maps.ts';
import {
  BIGGER,
  courierOf,
  driveTo,
  FASTER,
  isChoosing,
  loadOf,
  PAUSE,
  type ParcelsState,
  STOP,
  TIP,
  TIP_MS,
  tipLeft,
  worthOf,
} from '../../../src/lib/arcade/parcels-state.ts';
import { CELLS, opposite, SIZE } from '../../../src/lib/arcade/parcels-town.ts';
import { parcels, parcelsVariants } from '../../../src/lib/arcade/parcels-variants.ts';
import { weekSeed } from '../../../src/lib/arcade/week.ts';

const [, calm, weekly, express] = parcelsVariants;
const at = (x: number, y: number) => y * SIZE + x;
const STEP = 175;

describe.each(maps)('$name', (map) => {
  const houses = blockedIn(map);
  const free = houses.flatMap((house, cell) => (house ? [] : [cell]));

  /** The next places of a courier, by place and heading. */
  function reachedFrom(cell: number, heading: Direction | null) {
    const seen = new Map([[`${cell} ${heading}`, { cell, heading }]]);
    for (const { cell, heading } of seen.values())
      for (const way of directions) {
        const next =
          heading !== null && way === opposite[heading] ? undefined : driveTo({ houses, map }, cell, way);
        if (next !== undefined) seen.set(`${next} ${way}`, { cell: next, heading: way });
      }
    return [...seen.values()];
  }

  test('connects every place with every other without turning back', () => {
    expect(map.cells).toMatch(new RegExp(`^[.#T~^>v<]{${CELLS}}$`));
    const everywhere = reachedFrom(at(6, 12), null);
    expect(new Set(everywhere.map(({ cell }) => cell))).toEqual(new Set(free));
    for (const { cell, heading } of everywhere)
      expect(new Set(reachedFrom(cell, heading).map((each) => each.cell)).size).toBe(free.length);
  });
});

test('the towns take weekly turns, and begin with the courier in a street', () => {
  const names = Array.from(
    { length: maps.length + 1 },
    (_, week) => weekly.start(weekSeed(0xabcd_1234, week)).map?.name,
  );
  expect(new Set(names.slice(0, -1))).toEqual(new Set(maps.map(({ name }) => name)));
  expect(names.at(-1)).toBe(names[0]);
  expect(parcels.start(1).map).toBeNull();
});

describe('a one-way street', () => {
  // Row 3: a street to the left, then one to the right.
  const map = { name: 'A test', cells: `${'.'.repeat(3 * SIZE)}..<..>.${'.'.repeat(CELLS - 3 * SIZE - 7)}` };
  const houses = blockedIn(map);
  const from = (x: number, y: number, way: Direction) => driveTo({ houses, map }, at(x, y), way);

  test.each([
    ['is driven along', 3, 3, LEFT, at(2, 3)],
    ['is left along', 2, 3, LEFT, at(1, 3)],
    ['isn’t driven against', 1, 3, RIGHT, undefined],
    ['isn’t left against', 2, 3, RIGHT, undefined],
    ['is crossed', 2, 2, DOWN, at(2, 3)],
    ['is left to the side', 5, 3, UP, at(5, 2)],
    ['isn’t driven against from the other end', 6, 3, LEFT, undefined],
  ] as const)('%s', (_, x, y, way, to) => {
    expect(from(x, y, way)).toBe(to);
  });

  test('stops the courier, like a house', () => {
    const state: ParcelsState = {
      ...weekly.start(1),
      ...{ map, houses, row: [at(0, 3)], parcels: [], door: at(12, 12), heading: RIGHT, since: 0 },
    };
    const after = advance(state, 3 * STEP);
    expect(courierOf(after)).toBe(at(1, 3));
    expect(after.event).toEqual({ kind: 'stopped' });
  });
});

/** In a town without houses, a step before its door. */
const arriving = (change: Partial<ParcelsState> = {}): ParcelsState => ({
  ...express.start(1),
  houses: new Array(CELLS).fill(false),
  row: [6, 5, 4, 3].map((x) => at(x, 6)),
  parcels: [at(0, 0), at(12, 0), at(0, 12)],
  door: at(7, 6),
  heading: RIGHT,
  since: 0,
  ...change,
});
const stepped = (state: ParcelsState) => advance(state, STEP);

describe('a tip', () => {
  test.each([
    ['a load of three in time', arriving(), TIP],
    ['a load of two', arriving({ row: [6, 5, 4].map((x) => at(x, 6)) }), 0],
    ['too late', arriving({ doorSince: -TIP_MS }), 0],
    ['in Classic', { ...arriving(), setup: parcels.start(1).setup }, 0],
  ])('%s', (_, state, tip) => {
    const load = loadOf(state);
    expect(stepped(state)).toMatchObject({
      score: worthOf(load) + tip,
      event: { kind: 'delivered', load, gained: worthOf(load) + tip, tip },
    });
  });

  test('waits at each door for a limited time, by the log’s clock', () => {
    const state = arriving();
    expect(tipLeft(state)).toBe(1);
    const half = advance({ ...state, heading: UP, parcels: [] }, TIP_MS / 2);
    expect(tipLeft(half)).toBeCloseTo(0.5, 1);
    expect(tipLeft(advance(half, TIP_MS + STEP))).toBe(0);
    expect(stepped(state).doorSince).toBe(STEP);
  });
});

describe('a better van', () => {
  const choosing = stepped(arriving({ delivered: 8 }));

  test('is chosen after ten parcels, while courier and clock stand still', () => {
    expect(isChoosing(choosing)).toBe(true);
    expect(isChoosing(stepped(arriving({ delivered: 6 })))).toBe(false);
    expect(express.nextAt(choosing)).toBeNull();
    expect(advance(choosing, 60_000)).toBe(choosing);
    expect(express.timeLeft(choosing, 60_000)).toBe(express.timeLeft(choosing, STEP));
    for (const given of [UP, PAUSE]) expect(express.act(choosing, given, 1000)).toBe(choosing);
    expect(express.isOver(express.act(choosing, STOP, 1000))).toBe(true);
  });

  test('drives on immediately, and isn’t chosen again before the 25th', () => {
    const faster = express.act(choosing, FASTER, 5000);
    expect(faster).toMatchObject({ faster: 1, bigger: 0, since: 5000 });
    expect(isChoosing(faster)).toBe(false);
    for (const given of [FASTER, BIGGER]) expect(express.act(faster, given, 5000)).toBe(faster);
    expect(isChoosing({ ...faster, delivered: 25 })).toBe(true);
  });

  test('both together are two choices', () => {
    const both = stepped(arriving({ delivered: 24 }));
    const one = express.act(both, BIGGER, 1000);
    expect(isChoosing(one)).toBe(true);
    expect(isChoosing(express.act(one, BIGGER, 1100))).toBe(false);
  });

  test('faster: each step after the next is 15 ms shorter', () => {
    const gap = (state: ParcelsState) => {
      const next = advance(state, 5000 + STEP);
      return next.due - next.steppedAt;
    };
    const one = express.act(choosing, FASTER, 5000);
    expect(gap(one)).toBe(gap(express.act(choosing, BIGGER, 5000)) - 15);
  });

  test('bigger: two parcels ride inside, and are spilled and handed over with the rest', () => {
    const empty = arriving({
      bigger: 1,
      row: [at(6, 6)],
      parcels: [7, 8, 9].map((x) => at(x, 6)),
      door: at(10, 6),
    });
    const full = advance(empty, 3 * STEP);
    expect(full).toMatchObject({ aboard: 2, row: [at(9, 6), at(8, 6)] });
    expect(loadOf(full)).toBe(3);
    expect(advance(full, 4 * STEP)).toMatchObject({ aboard: 0, delivered: 3, bestLoad: 3 });
    const ring = [at(6, 6), at(6, 7), at(5, 7), at(5, 6), at(5, 5)];
    expect(
      stepped(arriving({ bigger: 1, aboard: 2, row: ring, heading: UP, turns: [LEFT], door: 0 })),
    ).toMatchObject({
      aboard: 0,
      event: { kind: 'spilled', load: 6 },
    });
  });

  test('isn’t offered in Classic, whose log doesn’t know the act', () => {
    expect(isChoosing({ ...choosing, setup: parcels.start(1).setup })).toBe(false);
    expect(parcels.replay(1, [[100, FASTER]])).toEqual({ ok: false, reason: 'bad_input' });
  });
});

test('Calm never gets faster, and its steps are longer than the first of Classic', () => {
  const gapsOf = (rules: typeof calm) => {
    let state = rules.act(rules.start(7), RIGHT, 0);
    const gaps = new Set<number>();
    for (let due = state.due; !rules.isOver(state); due = state.due) {
      state = rules.advance(state, due);
      gaps.add(state.due - due);
    }
    return [...gaps];
  };
  expect(gapsOf(calm)).toEqual([220]);
  expect(gapsOf(parcels)[0]).toBe(STEP);
});
