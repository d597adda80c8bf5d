import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { playParcels } from '../../../server/db/seed-players.ts';
import { DOWN, directions, LEFT, RIGHT, UP } from '../../../src/lib/arcade/directions.ts';
import { advance, metricsOf, start } from '../../../src/lib/arcade/parcels.ts';
import {
  courierOf,
  LIMIT_MS,
  loadOf,
  PAUSE,
  type ParcelsState,
  STOP,
  worthOf,
} from '../../../src/lib/arcade/parcels-state.ts';
import { beyond, buildTown, CELLS, distance, opposite, SIZE } from '../../../src/lib/arcade/parcels-town.ts';
import { parcels } from '../../../src/lib/arcade/parcels-variants.ts';
import { playWhims, seeds, whimsFor } from './live.ts';

const at = (x: number, y: number) => y * SIZE + x;
/** A town without houses; parcels and door out of the way in its corners. */
const state = (change: Partial<ParcelsState> = {}): ParcelsState => ({
  ...start(1),
  houses: new Array(CELLS).fill(false),
  row: [at(6, 6)],
  parcels: [at(0, 0), at(12, 0), at(0, 12)],
  door: at(12, 12),
  ...change,
});
const housesAt = (...cells: number[]) => Array.from({ length: CELLS }, (_, cell) => cells.includes(cell));
/** Driving in that direction since time 0, before the first step. */
const driving = (heading: 0 | 1 | 2 | 3, change: Partial<ParcelsState> = {}) =>
  state({ heading, since: 0, ...change });
/** A step takes 175 ms in the first twelve seconds. */
const STEP = 175;
const stepped = (steps: number, from: ParcelsState) => advance(from, steps * STEP);
const turn = (from: ParcelsState, ...ways: readonly number[]) =>
  ways.reduce((now, way) => parcels.act(now, way, 1), from);

describe('a town', () => {
  test('is symmetric, and every street connects to all others', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const [houses] = buildTown(seed);
        const free = houses.flatMap((house, cell) => (house ? [] : cell));
        houses.forEach((house, cell) => {
          const mirror = Math.floor(cell / SIZE) * SIZE + SIZE - 1 - (cell % SIZE);
          expect(houses[mirror]).toBe(house);
        });
        const open = (cell: number) =>
          directions.flatMap((way) => {
            const next = beyond(cell, way);
            return next === undefined || houses[next] ? [] : next;
          });
        for (const cell of free) expect(open(cell).length).toBeGreaterThanOrEqual(2);
        const reached = new Set([free[0] ?? 0]);
        for (const cell of reached) for (const next of open(cell)) reached.add(next);
        expect(reached.size).toBe(free.length);
        expect(free.length).toBeGreaterThanOrEqual(CELLS - 31);
      }),
    );
  });

  test('begins with three parcels, a door some distance away, and the courier waiting in the lowest street', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { row, parcels: lying, door, houses, heading, since } = start(seed);
        expect(row).toEqual([at(6, 12)]);
        expect([heading, since]).toEqual([null, null]);
        const all = [...row, ...lying, door];
        expect(new Set(all).size).toBe(5);
        for (const cell of all) expect(houses[cell]).toBe(false);
        expect(distance(door, at(6, 12))).toBeGreaterThanOrEqual(5);
      }),
    );
  });
});

test('nothing lies beyond an edge', () => {
  expect(beyond(at(0, 5), LEFT)).toBeUndefined();
  expect(beyond(at(12, 5), RIGHT)).toBeUndefined();
  expect(beyond(at(5, 0), UP)).toBeUndefined();
  expect(beyond(at(5, 12), DOWN)).toBeUndefined();
  expect(beyond(at(5, 5), RIGHT)).toBe(at(6, 5));
});

test.each([
  [1, 10],
  [2, 30],
  [3, 60],
  [10, 550],
  [11, 650],
  [15, 1050],
])('a load of %i is worth %i', (load, worth) => {
  expect(worthOf(load)).toBe(worth);
});

describe('driving', () => {
  test('begins with the first direction, and so does the clock', () => {
    const standing = state();
    expect(advance(standing, 60_000)).toBe(standing);
    expect(parcels.timeLeft(standing, 60_000)).toBe(LIMIT_MS);
    const off = parcels.act(standing, LEFT, 60_000);
    expect(off).toMatchObject({ heading: LEFT, since: 60_000, moves: 1 });
    expect(parcels.nextAt(off)).toBe(60_000 + STEP);
    expect(courierOf(advance(off, 60_000 + STEP))).toBe(at(5, 6));
    expect(courierOf(advance(off, 60_000 + STEP - 1))).toBe(at(6, 6));
  });

  test('continues by itself, a cell per step', () => {
    expect(courierOf(stepped(3, driving(UP)))).toBe(at(6, 3));
  });

  test('stops at the edge and at houses, and continues after a turn', () => {
    expect(courierOf(stepped(20, driving(RIGHT)))).toBe(at(12, 6));
    const wall = stepped(4, driving(RIGHT, { houses: housesAt(at(8, 6)) }));
    expect(courierOf(wall)).toBe(at(7, 6));
    expect(wall.event).toEqual({ kind: 'stopped' });
    expect(courierOf(advance(parcels.act(wall, UP, 4 * STEP), 5 * STEP))).toBe(at(7, 5));
  });

  test('a turn happens with the next step, and two happen one after the other', () => {
    const turned = turn(driving(RIGHT), UP, LEFT);
    expect(courierOf(stepped(3, turned))).toBe(at(4, 5));
    expect(courierOf(stepped(1, turned))).toBe(at(6, 5));
    expect(courierOf(stepped(2, turned))).toBe(at(5, 5));
  });

  test('a third turn replaces the second', () => {
    expect(turn(driving(RIGHT), UP, LEFT, RIGHT).turns).toEqual([UP, RIGHT]);
    expect(turn(driving(RIGHT), UP, RIGHT, LEFT).turns).toEqual([UP, LEFT]);
    expect(turn(driving(RIGHT), UP, LEFT, UP).turns).toEqual([UP]);
    expect(turn(driving(RIGHT), UP, LEFT, DOWN).turns).toEqual([UP, LEFT]);
  });

  test('an early turn waits for the next street', () => {
    const houses = housesAt(at(6, 5), at(7, 5));
    const turned = turn(driving(RIGHT, { houses }), UP);
    expect(courierOf(stepped(2, turned))).toBe(at(8, 6));
    expect(courierOf(stepped(3, turned))).toBe(at(8, 5));
  });

  test('an early turn is replaced by another', () => {
    const houses = housesAt(at(6, 5), at(7, 5));
    const waiting = stepped(1, turn(driving(RIGHT, { houses }), UP));
    expect(waiting).toMatchObject({ turns: [UP], blocked: true });
    const other = parcels.act(waiting, DOWN, STEP);
    expect(other.turns).toEqual([DOWN]);
    expect(courierOf(advance(other, 2 * STEP))).toBe(at(7, 7));
    expect(parcels.act(waiting, RIGHT, STEP).turns).toEqual([]);
  });

  test('back and straight on aren’t turns', () => {
    const before = driving(RIGHT);
    expect(parcels.act(before, LEFT, 1)).toBe(before);
    expect(parcels.act(before, RIGHT, 1)).toBe(before);
  });

  test('gets faster, down to 105 ms a step', () => {
    const round = driving(UP);
    const gaps: number[] = [];
    for (let now: ParcelsState = round, last = 0; ; ) {
      const next = parcels.nextAt(now);
      if (next === null) break;
      gaps.push(next - last);
      last = next;
      now = advance(now, next);
    }
    expect(gaps.toSorted((one, other) => other - one)).toEqual(gaps);
    expect([gaps[0], gaps.at(-1)]).toEqual([175, 105]);
  });
});

describe('parcels', () => {
  const row = [at(6, 6), at(5, 6), at(4, 6)];

  test('are picked up, trail behind, and are replaced by another one', () => {
    const picked = stepped(1, driving(RIGHT, { parcels: [at(7, 6), at(0, 0), at(0, 1)] }));
    expect(picked.row).toEqual([at(7, 6), at(6, 6)]);
    expect(picked.event).toEqual({ kind: 'picked' });
    expect(picked.parcels).toHaveLength(3);
    expect(picked.parcels).not.toContain(at(7, 6));
    const on = advance(picked, 2 * STEP);
    expect(on.row).toEqual([at(8, 6), at(7, 6)]);
  });

  test('are handed over at the door, which then opens elsewhere', () => {
    const done = stepped(1, driving(RIGHT, { row, door: at(7, 6) }));
    expect(done).toMatchObject({
      score: 30,
      delivered: 2,
      bestLoad: 2,
      row: [at(7, 6)],
      event: { kind: 'delivered', load: 2, gained: 30 },
    });
    expect(distance(done.door, at(7, 6))).toBeGreaterThanOrEqual(5);
  });

  test('without any, the door is a normal street', () => {
    expect(stepped(1, driving(RIGHT, { door: at(7, 6) }))).toMatchObject({ score: 0, door: at(7, 6) });
  });

  test('are lost when the courier drives into them and drives on', () => {
    // Up, left and down again into the row.
    const ring = [at(6, 6), at(6, 7), at(5, 7), at(5, 6), at(5, 5)];
    const spilled = stepped(1, driving(UP, { row: ring, turns: [LEFT] }));
    expect(spilled).toMatchObject({ row: [at(5, 6)], score: 0, event: { kind: 'spilled', load: 4 } });
    expect(courierOf(advance(spilled, 2 * STEP))).toBe(at(4, 6));
  });

  test('in the trail make room for the courier', () => {
    const ring = [at(6, 6), at(6, 7), at(5, 7), at(5, 6)];
    expect(stepped(1, driving(UP, { row: ring, turns: [LEFT] })).row).toEqual([
      at(5, 6),
      at(6, 6),
      at(6, 7),
      at(5, 7),
    ]);
  });
});

describe('time', () => {
  test('a pause stops the courier and the clock, and any direction resumes both', () => {
    const paused = parcels.act(advance(driving(RIGHT), 1000), PAUSE, 1000);
    expect(advance(paused, 90_000)).toBe(paused);
    expect(parcels.timeLeft(paused, 90_000)).toBe(LIMIT_MS - 1000);
    expect(parcels.act(paused, PAUSE, 90_000)).toBe(paused);
    const on = parcels.act(paused, RIGHT, 90_000);
    expect(on.since).toBe(90_000);
    // The step that was due at 1,050 ms happens 50 ms later.
    expect(courierOf(advance(on, 90_050))).toBe(courierOf(paused) + 1);
  });

  test('back isn’t a turn, but resumes the courier in its direction', () => {
    const paused = parcels.act(driving(RIGHT), PAUSE, 10);
    expect(parcels.act(paused, LEFT, 500)).toMatchObject({ heading: RIGHT, turns: [], since: 500 });
  });

  test('ends the round after two minutes of driving', () => {
    const over = advance(driving(RIGHT), LIMIT_MS);
    expect(parcels.isOver(over)).toBe(true);
    expect(parcels.nextAt(over)).toBeNull();
    expect(parcels.act(over, UP, LIMIT_MS)).toBe(over);
    expect(advance(over, 10 * LIMIT_MS)).toBe(over);
  });

  test('a log ends with its last act: later deliveries count only with a stop', () => {
    const { inputs, score } = playParcels(4);
    const short = parcels.replay(4, inputs.slice(0, 20));
    const later = parcels.replay(4, [...inputs.slice(0, 20), [(inputs[19]?.[0] ?? 0) + 20_000, STOP]]);
    expect(parcels.replay(4, inputs)).toMatchObject({ ok: true, score });
    if (!short.ok || !later.ok) throw new Error('a part of an honest log counts as well');
    expect(later.score).toBeGreaterThanOrEqual(short.score);
  });

  test('after the stop no act is possible, and there is only one stop', () => {
    const stopped = parcels.act(advance(driving(RIGHT), 500), STOP, 500);
    for (const act of [UP, PAUSE, STOP]) expect(parcels.act(stopped, act, 600)).toBe(stopped);
    expect(advance(stopped, 60_000)).toBe(stopped);
    expect(
      parcels.replay(1, [
        [100, UP],
        [200, STOP],
        [300, STOP],
      ]),
    ).toEqual({
      ok: false,
      reason: 'after_the_end',
    });
  });
});

test('a round counts once five parcels are delivered', () => {
  const played = (many: number) => playParcels(3, { load: 1, enough: (now) => now.delivered >= many });
  expect(played(4).metrics).toMatchObject({ delivered: 4, rounds: 0 });
  expect(played(5).metrics).toMatchObject({ delivered: 5, rounds: 1 });
});

test('the town is always consistent: no two things share a place, and every point was delivered to a door', () => {
  fc.assert(
    fc.property(seeds, whimsFor(parcels), fc.integer({ min: 1, max: 12 }), (seed, whims, load) => {
      const round = playParcels(seed % 50, { load, enough: ({ steps }) => steps > 120 });
      const steered = round.inputs.slice(0, -1).map(([, act]) => ({ wait: 130, act, looks: [60, 100] }));
      let earned = 0;
      let before = start(seed % 50);
      for (const now of playWhims(parcels, seed % 50, [...steered, ...whims]).states) {
        const all = [...now.row, ...now.parcels, now.door];
        expect(now.parcels).toHaveLength(3);
        for (const cell of all) expect(now.houses[cell]).toBe(false);
        expect(new Set([...now.row, ...now.parcels]).size).toBe(now.row.length + 3);
        expect(now.parcels).not.toContain(now.door);
        now.row.forEach((cell, place) => {
          const next = now.row[place + 1];
          if (next !== undefined) expect(distance(cell, next)).toBe(1);
        });
        if (now.steps <= before.steps + 1 && before.heading !== null)
          expect(now.heading).not.toBe(opposite[before.heading]);
        if (now.steps === before.steps + 1 && now.event.kind === 'delivered') {
          expect(loadOf(before)).toBe(now.event.load);
          earned += worthOf(now.event.load);
          expect(now.score).toBe(earned);
          expect(distance(now.door, courierOf(now))).toBeGreaterThanOrEqual(5);
        } else if (now.steps > before.steps + 1) {
          earned = now.score;
        } else {
          expect(now.score).toBe(before.score);
        }
        before = now;
      }
      expect(metricsOf(before).best_load).toBeLessThanOrEqual(before.delivered);
    }),
    { numRuns: 40 },
  );
});
