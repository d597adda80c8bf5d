import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextRung, playRungs } from '../../../server/db/seed-players.ts';
import { shareText } from '../../../src/islands/arcade/rungs/share.ts';
import type { Input } from '../../../src/lib/arcade/arcade.ts';
import {
  BACK,
  change,
  distancesTo,
  goalOf,
  HINT,
  HINT_STEPS,
  isEnd,
  isWord,
  leftOf,
  OVER,
  parOf,
  type RungsState,
  rungs,
  rungsVariants,
  strokesOf,
  UNTIMED,
  waysFrom,
  wordOf,
} from '../../../src/lib/arcade/rungs.ts';
import { words } from '../../../src/lib/arcade/rungs-words.ts';
import { playWhims, seeds, whimsFor } from './live.ts';

const LIMIT_MS = 240_000;
/** More seeds at night. */
const SEEDS = process.env.NIGHTLY ? 200 : 60;
const pars = [2, 3, 3, 4, 5];

const [, short, tall] = rungsVariants;

const apart = (one: string, other: string) => [...one].filter((letter, at) => letter !== other[at]).length;

/** The steps between two words by breadth-first search over the whole list. */
function naiveSteps(from: string, to: string): number {
  let circle = new Set([from]);
  for (let steps = 0; ; steps++) {
    if (circle.has(to)) return steps;
    circle = new Set(words.filter((word) => [...circle].some((known) => apart(known, word) < 2)));
  }
}

describe('the words', () => {
  test('are 400 to 1,500 of four letters, each once, in order', () => {
    expect(words.length).toBeGreaterThanOrEqual(400);
    expect(words.length).toBeLessThanOrEqual(1500);
    expect(words).toEqual([...new Set(words)].toSorted());
    for (const word of words) expect(word).toMatch(/^[a-z]{4}$/);
  });

  test('are all connected, and each possible start of a ladder has a choice of goals', () => {
    const [first = ''] = words;
    expect(distancesTo(first).size).toBe(words.length);
    const ends = words.filter(isEnd);
    const all = rungsVariants.map((rules) => rules.start(0).shape.pars);
    for (const word of ends) {
      const away = distancesTo(word);
      const goals = Map.groupBy(ends, (end) => away.get(end));
      for (const [index, par] of all.flatMap((pars) => [...pars.entries()]))
        expect(goals.get(par)?.length).toBeGreaterThan(index + 1);
    }
  });

  test('are as far apart as a naive search says', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { stops } = rungs.start(seed);
        for (const [index, par] of pars.slice(0, 3).entries())
          expect(naiveSteps(stops[index] ?? '', stops[index + 1] ?? '')).toBe(par);
      }),
      { numRuns: 12 },
    );
  });
});

describe('a round', () => {
  test.each([
    [rungs, pars, LIMIT_MS],
    [short, [2, 2, 3, 3, 3], 300_000],
    [tall, [5, 6, 7], 360_000],
  ])(
    '$variant.name: ladders of their pars, each from the goal of the last one, no word twice, and its time',
    (rules, wanted, limit) => {
      for (let seed = 0; seed < SEEDS; seed++) {
        const state = rules.start(seed);
        const { stops } = state;
        expect(new Set(stops).size).toBe(wanted.length + 1);
        for (const [index, par] of wanted.entries())
          expect(distancesTo(stops[index + 1] ?? '').get(stops[index] ?? '')).toBe(par);
        expect(rules.timeLeft(state, 0)).toBe(limit);
      }
      const { score, metrics, lasted } = playRungs(3, undefined, rules);
      const sum = wanted.reduce((all, par) => all + par, 0);
      expect(score).toBe(50 * sum + Math.floor((limit - lasted) / 1000));
      expect(metrics.at_par).toBe(wanted.length);
    },
  );

  test('changes one letter per step to another word of the list, even with random steps', () => {
    fc.assert(
      fc.property(seeds, whimsFor(rungs), (seed, whims) => {
        const { states } = playWhims(rungs, seed, whims);
        // A path grows by one word at a time, so its earlier words were the last ones of earlier states.
        for (const { path } of states) {
          const [word = '', before] = path.toReversed();
          expect(isWord(word)).toBe(true);
          if (before !== undefined) expect(apart(word, before)).toBe(1);
        }
      }),
    );
  });

  const at = 1000;
  const state = rungs.start(3);
  const step = (from: RungsState, given: number, when = at) => rungs.act(from, given, when);

  test('accepts a step up, distinguishes it from one that leads nowhere, and rejects unknown words', () => {
    expect(step(state, nextRung(state))).toMatchObject({ marks: ['closer'], moves: 1, score: 0 });
    const word = wordOf(state);
    const astray =
      waysFrom(word).find((next) => (distancesTo(goalOf(state)).get(next) ?? 0) >= leftOf(state)) ?? '';
    const place = [...astray].findIndex((letter, index) => letter !== word[index]);
    expect(step(state, change(place, astray[place] ?? ''))).toMatchObject({
      path: [word, astray],
      marks: ['astray'],
    });
    expect(step(state, change(0, word[0] ?? ''))).toBe(state);
    expect(step(state, change(1, 'q'))).toBe(state);
  });

  test('steps back at no cost, and the step still counts', () => {
    expect(step(state, BACK)).toBe(state);
    const back = step(step(state, nextRung(state)), BACK);
    expect(back).toMatchObject({ path: state.path, marks: ['closer'], moves: 2 });
  });

  test('counts a hint as three steps', () => {
    const hinted = step(state, HINT);
    expect(leftOf(hinted)).toBe(leftOf(state) - 1);
    expect(strokesOf(hinted.marks)).toBe(HINT_STEPS);
  });

  /** Climbs the first ladder after this many steps there and back. */
  function firstLadder(detours: number): RungsState {
    let now = state;
    for (let detour = 0; detour < detours; detour++) now = step(step(now, nextRung(now)), BACK);
    while (now.climbed.length === 0) now = step(now, nextRung(now));
    return now;
  }

  test.each([
    [0, 100],
    [1, 100 - OVER],
    [3, 100 - 3 * OVER],
    [4, 20],
    [9, 20],
  ])('scores a ladder of par 2 with %i steps over par %i, and begins the next', (detours, score) => {
    const climbed = firstLadder(detours);
    expect(climbed).toMatchObject({ score, path: [state.stops[1]], marks: [], over: false });
    expect(rungs.metricsOf(climbed)).toMatchObject({ ladders: 1, at_par: detours === 0 ? 1 : 0, rounds: 1 });
    expect(parOf(climbed)).toBe(3);
  });

  test('counts no seconds without a clock', () => {
    const { inputs } = playRungs(3);
    const untimed: Input[] = [[0, UNTIMED], ...inputs];
    expect(rungs.replay(3, untimed)).toMatchObject({
      ok: true,
      score: 850,
      metrics: { ladders: 5, at_par: 5 },
    });
    expect(step(step(state, nextRung(state)), UNTIMED)).toMatchObject({ timed: true });
  });

  test('ends when time is up, and keeps the climbed steps', () => {
    const climbed = firstLadder(0);
    expect(rungs.timeLeft(climbed, LIMIT_MS - 5)).toBe(5);
    const over = rungs.advance(climbed, LIMIT_MS);
    expect(over).toMatchObject({ over: true, score: 100 });
    expect(step(over, nextRung(over), LIMIT_MS)).toBe(over);
    expect(rungs.advance(step(state, UNTIMED), LIMIT_MS)).toMatchObject({ over: false, timed: false });
  });
});

test('the result to share has squares and the score, and none of the words', () => {
  let game = rungs.start(3);
  const go = (act: number) => {
    game = rungs.act(game, act, 1000);
  };
  for (const act of [HINT, nextRung(rungs.act(game, HINT, 1000))]) go(act);
  go(nextRung(game));
  go(BACK);
  while (game.climbed.length < 2) go(nextRung(game));
  const startedAt = Date.parse('2026-11-26T23:59:00Z');
  const text = shareText({ daily: true, startedAt, rules: rungs }, game);
  expect(text.split('\n')).toEqual([
    'Rungs daily challenge, 26 November 2026: 175',
    '🟦🟦🟦🟩 4 (par 2)',
    '🟩🟩🟩🟩 4 (par 3)',
    '2 of 5 ladders, 0 at par',
  ]);
  for (const stop of game.stops) expect(text).not.toContain(stop);
  const own = { daily: false, startedAt };
  expect(shareText({ ...own, rules: rungs }, game)).toMatch(/^Rungs: 175\n/);
  expect(shareText({ ...own, rules: short }, game)).toMatch(/^Rungs, Short ladders: 175\n/);
});
