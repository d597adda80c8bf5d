import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { playTower } from '../../../server/db/seed-players.ts';
import { landmarks, reachedBy, rowOf, tallestBelow } from '../../../src/islands/arcade/tower/landmarks.ts';
import {
  DROP,
  FULL_WIDTH,
  heightOf,
  isOver,
  LANE,
  MIN_SLIDE_MS,
  metricsOf,
  PAUSE,
  placeOf,
  type Slide,
  start,
  TOP,
  type TowerState,
  topOf,
  tower,
  towerVariants,
} from '../../../src/lib/arcade/tower.ts';
import { playWhims, seeds, whimsFor } from './live.ts';

const slide = (change: Partial<Slide> = {}): Slide => ({
  width: 20,
  speed: 100,
  from: 'left',
  since: 0,
  wind: 0,
  ...change,
});

/**
 * A tower whose top is from 22 to 42, and a ticket of the same width that starts on the left at time 0 and moves a unit every 10
 * ms.
 */
const state = (change: Partial<TowerState> = {}): TowerState => ({
  ...start(1),
  rows: [{ x: 22, width: 20 }],
  slide: slide(),
  ...change,
});
/** The tower after a drop with the ticket's left side at `x`. */
const droppedAt = (x: number, before = state()) => tower.act(before, DROP, x * 10);

describe('a sliding ticket', () => {
  test('goes from side to side and back, at its speed', () => {
    expect([0, 100, 440, 450, 880, 890].map((at) => placeOf(slide(), at))).toEqual([0, 10, 44, 43, 0, 1]);
  });

  test('moves the other way round from the right, counted from its start', () => {
    const from = slide({ from: 'right', since: 1000 });
    expect([1000, 1100, 1440, 1450].map((at) => placeOf(from, at))).toEqual([44, 34, 0, 1]);
  });

  test('is always within the lane', () => {
    fc.assert(
      fc.property(seeds, whimsFor(tower), fc.nat(100_000), (seed, whims, at) => {
        const { state: after } = playWhims(tower, seed, whims);
        const x = placeOf(after.slide, after.slide.since + at);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + after.slide.width).toBeLessThanOrEqual(LANE);
      }),
    );
  });
});

describe('a drop', () => {
  test.each([
    ['to the left', 17, { x: 22, width: 15 }, { x: 17, width: 5 }],
    ['to the right', 30, { x: 30, width: 12 }, { x: 42, width: 8 }],
    ['by three', 25, { x: 25, width: 17 }, { x: 42, width: 3 }],
  ])('that is off %s keeps what lies on the tower and tears off the rest', (_, x, kept, torn) => {
    const after = droppedAt(x);
    expect(topOf(after)).toEqual(kept);
    expect(after.last).toMatchObject({ torn, fits: false, gained: 10 });
    expect(after).toMatchObject({ score: 10, streak: 0, slide: { width: kept.width, since: x * 10 } });
  });

  test.each([20, 21, 22, 23, 24])('with the left side at %i fits, and loses nothing', (x) => {
    const after = droppedAt(x);
    expect(topOf(after)).toEqual({ x: 22, width: 20 });
    expect(after.last).toMatchObject({ torn: null, fits: true, gained: 20 });
  });

  test.each([0, 1, 2, 42, 43, 44])('with the left side at %i misses, and ends the round', (x) => {
    const after = tower.act(state({ slide: slide({ since: -1000 }) }), DROP, x * 10 - 1000);
    const missed = droppedAt(x, state({ slide: slide({ since: 0 }) }));
    if (x * 10 < MIN_SLIDE_MS) return expect(missed.missed).toBe(false);
    expect(missed).toMatchObject({ missed: true, score: 0 });
    expect(isOver(missed)).toBe(true);
    expect(after.rows).toHaveLength(1);
    return undefined;
  });

  test('right after another one is ignored: a double tap drops one ticket', () => {
    const before = state();
    expect(tower.act(before, DROP, MIN_SLIDE_MS - 1)).toBe(before);
    expect(tower.act(before, DROP, MIN_SLIDE_MS)).not.toBe(before);
  });

  test('scores more for each fitting one in a row, up to 50', () => {
    let after = state();
    const gained = Array.from({ length: 10 }, () => {
      after = tower.act({ ...after, slide: slide({ width: topOf(after).width }) }, DROP, topOf(after).x * 10);
      return after.last?.gained;
    });
    expect(gained).toEqual([20, 25, 30, 35, 40, 45, 50, 50, 50, 50]);
    expect(after).toMatchObject({ streak: 10, bestStreak: 10 });
  });

  test('lets the ticket grow from the third fitting one in a row, but never past its full width or the lane', () => {
    const thin = state({ rows: [{ x: 30, width: 6 }], streak: 2 });
    const after = tower.act({ ...thin, slide: slide({ width: 6 }) }, DROP, 300);
    expect(topOf(after)).toEqual({ x: 29, width: 8 });
    expect(after.slide.width).toBe(8);
    const second = tower.act({ ...thin, streak: 1, slide: slide({ width: 6 }) }, DROP, 300);
    expect(topOf(second)).toEqual({ x: 30, width: 6 });
    const full = state({ rows: [{ x: 20, width: FULL_WIDTH }], streak: 2 });
    expect(topOf(tower.act({ ...full, slide: slide({ width: FULL_WIDTH }) }, DROP, 200)).width).toBe(
      FULL_WIDTH,
    );
    const edge = state({ rows: [{ x: 0, width: 6 }], streak: 5 });
    const there = { ...edge, slide: slide({ width: 6, from: 'left', since: -1000 }) };
    const at = Array.from({ length: 3000 }, (_, ms) => ms).find((ms) => placeOf(there.slide, ms) === 0) ?? 0;
    expect(topOf(tower.act(there, DROP, at))).toEqual({ x: 0, width: 7 });
  });
});

describe('a pause', () => {
  test('sends the ticket back to its side, so that no one can aim during it', () => {
    const before = state();
    const after = tower.act(before, PAUSE, 200);
    expect(placeOf(before.slide, 200)).toBe(20);
    expect(placeOf(after.slide, 200)).toBe(0);
    expect(tower.act(after, DROP, 300)).toBe(after);
  });

  test('changes nothing else', () => {
    const { slide: _, last: __, ...rest } = tower.act(state(), PAUSE, 200);
    const { slide: ___, last: ____, ...before } = state();
    expect(rest).toEqual(before);
  });
});

describe('the end', () => {
  test('allows no act after a miss', () => {
    const missed = droppedAt(44);
    expect(tower.act(missed, DROP, 9000)).toBe(missed);
    expect(tower.act(missed, PAUSE, 9000)).toBe(missed);
  });

  test('comes with the hundredth ticket', () => {
    const { metrics, inputs } = playTower(5);
    expect(metrics).toMatchObject({ rows: TOP, moves: TOP, best_streak: TOP });
    expect(inputs).toHaveLength(TOP);
    const last = inputs.at(-1)?.[0] ?? 0;
    expect(tower.replay(5, [...inputs, [last + 500, DROP]])).toEqual({ ok: false, reason: 'after_the_end' });
  });

  test('a round counts once eight tickets are placed', () => {
    expect(playTower(5, (now) => heightOf(now) === 7).metrics.rounds).toBe(0);
    expect(playTower(5, (now) => heightOf(now) === 8).metrics.rounds).toBe(1);
  });
});

test('tickets get faster, and each is between 25 and 135 units a second', () => {
  const speeds: number[] = [];
  playTower(9, (now) => {
    speeds.push(now.slide.speed);
    return false;
  });
  expect(Math.min(...speeds)).toBeGreaterThanOrEqual(25);
  expect(Math.max(...speeds)).toBeLessThanOrEqual(135);
  expect(speeds.at(-1)).toBeGreaterThan(2 * (speeds[0] ?? 0));
});

test('a row keeps exactly the overlap of the drop and the row below, unit by unit', () => {
  const units = ({ x, width }: { x: number; width: number }) =>
    Array.from({ length: width }, (_, at) => x + at);
  fc.assert(
    fc.property(seeds, whimsFor(tower), (seed, whims) => {
      const { states } = playWhims(tower, seed, whims);
      states.forEach((after, index) => {
        const before = states[index - 1];
        if (!before || !after.last || after.last === before.last) return;
        const ticket = new Set(units(after.last.ticket));
        const common = units(topOf(before)).filter((unit) => ticket.has(unit));
        expect(after.missed).toBe(common.length === 0);
        if (after.last.fits || after.missed) return;
        expect(units(topOf(after))).toEqual(common);
        expect(common.length + (after.last.torn?.width ?? 0)).toBe(after.last.ticket.width);
      });
      const last = states.at(-1) ?? start(seed);
      expect(metricsOf(last).rows).toBe(last.rows.length - 1);
    }),
  );
});

describe('the variants', () => {
  const [, minute, wind] = towerVariants;

  test('wind carries a ticket as far as its flag says, and never out of the lane', () => {
    fc.assert(
      fc.property(seeds, whimsFor(wind), (seed, whims) => {
        for (const { slide: given, last } of playWhims(wind, seed, whims).states) {
          expect(Math.abs(given.wind)).toBeLessThanOrEqual(4);
          if (last) expect(last.ticket.x).toBeGreaterThanOrEqual(0);
          if (last) expect(last.ticket.x + last.ticket.width).toBeLessThanOrEqual(LANE);
        }
      }),
    );
    const blown = state({ slide: slide({ wind: 4 }) });
    expect(droppedAt(18, blown).last).toMatchObject({ ticket: { x: 22 }, fits: true });
    expect(droppedAt(22, blown).last).toMatchObject({ ticket: { x: 26 }, torn: { width: 4 } });
    expect(droppedAt(43, blown).last).toMatchObject({ ticket: { x: 44 } });
    const atTheLeft = state({ slide: slide({ from: 'right', wind: -4 }) });
    expect(tower.act(atTheLeft, DROP, 430).last).toMatchObject({ ticket: { x: 0 } });
  });

  test('wind follows the seed, both ways and sometimes not at all, and Classic has none', () => {
    const winds = Array.from({ length: 300 }, (_, seed) => wind.start(seed).slide.wind);
    expect(new Set(winds)).toEqual(new Set([-4, -3, -2, -1, 0, 1, 2, 3, 4]));
    for (let seed = 0; seed < 50; seed++) expect(tower.start(seed).slide.wind).toBe(0);
  });

  test('a minute ends by the clock, and a miss only costs its time', () => {
    const before = { ...minute.start(1), rows: [{ x: 22, width: 20 }], slide: slide() };
    const after = minute.act(before, DROP, 440);
    expect(after).toMatchObject({ score: 0, missed: false, late: false, slide: { since: 440, width: 20 } });
    expect(after.last).toMatchObject({ gained: 0, torn: { x: 44 } });
    expect(minute.isOver(after)).toBe(false);
    expect(minute.timeLeft(after, 59_990)).toBe(10);
    const late = minute.advance(after, 60_000);
    expect(minute.isOver(late)).toBe(true);
    expect(minute.act(late, DROP, 60_400)).toBe(late);
  });
});

test('landmarks are in order, within the tower, and each is reached by exactly one row', () => {
  const rows = landmarks.map(rowOf);
  expect(rows).toEqual([...new Set(rows)].toSorted((a, b) => a - b));
  expect(Math.max(...rows)).toBeLessThanOrEqual(TOP);
  expect(rows.map((row) => reachedBy(row))).toEqual([...landmarks]);
  expect([reachedBy(19), tallestBelow(29)?.name, tallestBelow(13)]).toEqual([
    undefined,
    'the Great Sphinx',
    undefined,
  ]);
});
