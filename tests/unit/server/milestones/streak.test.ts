import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { levelOf, perksAt } from '../../../../server/features/milestones/levels.ts';
import { streakAt, streakOf } from '../../../../server/features/milestones/streak.ts';

const DAY_MS = 86_400_000;
const TODAY = '2026-11-18';
/** "so many days before today" → the day */
const ago = (days: number) => new Date(Date.parse(TODAY) - days * DAY_MS).toISOString().slice(0, 10);
const rule = { held: 2, every: 7 };
const streak = (...daysAgo: number[]) => streakOf(daysAgo.map(ago), TODAY, rule);

/** What each level makes of the same days. */
const byLevel = (daysAgo: number[]) =>
  [1, 2, 3, 4, 5].map((level) => streakAt(daysAgo.map(ago), TODAY, level));

describe('a streak', () => {
  test('is zero for a player who never played', () => {
    expect(streak()).toMatchObject({ days: 0, best: 0, playedToday: false, freezes: 1, nextFreezeIn: 7 });
    expect(streak().week.map(({ state }) => state)).toEqual([...Array(6).fill('missed'), 'open']);
  });

  test('counts today once it was played, and lasts until the day is over', () => {
    expect(streak(2, 1)).toMatchObject({ days: 2, playedToday: false, freezes: 1 });
    expect(streak(2, 1, 0)).toMatchObject({ days: 3, playedToday: true });
  });

  test('forgives a missed day with a freeze, and ends with the next', () => {
    expect(streak(4, 3, 1)).toMatchObject({ days: 3, freezes: 0 });
    expect(
      streak(4, 3, 1)
        .week.map(({ state }) => state)
        .slice(2),
    ).toEqual(['played', 'played', 'frozen', 'played', 'open']);
    expect(streak(5, 4, 2)).toMatchObject({ days: 0, best: 3, freezes: 1 });
    expect(streak(5, 4, 2, 0)).toMatchObject({ days: 1, best: 3 });
  });

  test('earns a freeze on every seventh day, up to the limit', () => {
    const days = (count: number) => Array.from({ length: count }, (_, at) => at);
    expect(streak(...days(6))).toMatchObject({ freezes: 1, nextFreezeIn: 1 });
    expect(streak(...days(7))).toMatchObject({ freezes: 2, nextFreezeIn: 7 });
    expect(streak(...days(30))).toMatchObject({ days: 30, freezes: 2 });
    expect(streak(...days(14).map((day) => day + 3))).toMatchObject({ days: 14, freezes: 0 });
  });

  test('adds no freeze while all are held', () => {
    const added = (count: number, held: number) =>
      streakOf(
        Array.from({ length: count }, (_, at) => ago(at)),
        TODAY,
        { held, every: 7 },
      ).addedFreeze;
    expect([6, 7, 8, 14].map((count) => added(count, 2))).toEqual([false, true, false, false]);
    expect(added(7, 1)).toBe(false);
  });

  test('never has more freezes than the limit or more days than were played', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(400)), fc.integer({ min: 1, max: 4 }), (played, held) => {
        const found = streakOf(played.map(ago), TODAY, { held, every: 6 });
        expect(found.freezes).toBeGreaterThanOrEqual(0);
        expect(found.freezes).toBeLessThanOrEqual(held);
        expect(found.days).toBeLessThanOrEqual(found.best);
        expect(found.best).toBeLessThanOrEqual(played.length);
        expect(found.week).toHaveLength(7);
        expect(found.playedToday).toBe(played.includes(0));
      }),
    );
  });

  test('is never shorter at a higher level', () => {
    // The sixth day brings no freeze while two are held, and then none comes on the seventh.
    expect(byLevel([16, 13, 11, 10, 9, 8, 7, 5, 3, 2, 1, 0]).map(({ days }) => days)).toEqual([
      5, 5, 5, 5, 5,
    ]);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(24), { minLength: 12 }), (played) => {
        const found = byLevel(played);
        for (const field of ['days', 'best'] as const) {
          const lengths = found.map((one) => one[field]);
          expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
        }
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  [0, 1],
  [-5, 1],
  [999, 1],
  [1000, 2],
  [75_000, 5],
  [9_000_000, 5],
])('%i points earned are level %i', (earned, level) => {
  expect(levelOf(earned)).toBe(level);
});

test('each level brings something new', () => {
  for (let level = 2; level <= 5; level++)
    expect(perksAt(level).slice(0, 2)).not.toEqual(perksAt(level - 1).slice(0, 2));
});
