import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choicesOf } from '../../../src/islands/arcade/use-mode.ts';
import { CLASSIC, type Input } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame, arcadeGames } from '../../../src/lib/arcade/games.ts';
import { medalOf, medals, nextMedal } from '../../../src/lib/arcade/medals.ts';
import { gridOf, isOver, move, start } from '../../../src/lib/arcade/merge.ts';
import { merge } from '../../../src/lib/arcade/merge-variants.ts';
import { MAX_INPUTS } from '../../../src/lib/contract/limits.ts';
import { playLive } from './play.ts';

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
const choices = fc.array(fc.nat(3), { minLength: 1, maxLength: 300 });
const long = Array.from({ length: 5000 }, (_, index) => (index * 7 + 3) % 4);

/** A tile of 2^k made only from 2s has scored (k − 1) · 2^k; each 4 that appeared scores less. */
function mostThatTilesBring(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + (value > 0 ? (Math.log2(value) - 1) * value : 0), 0);
}

describe('replay', () => {
  test('is the same each time and leaves the log as it was', () => {
    fc.assert(
      fc.property(seeds, choices, (seed, chosen) => {
        const { inputs } = playLive(seed, chosen);
        const before = structuredClone(inputs);
        expect(merge.replay(seed, inputs)).toEqual(merge.replay(seed, inputs));
        expect(inputs).toEqual(before);
      }),
    );
  });

  test('scores exactly what the tiles on the board can have brought', () => {
    fc.assert(
      fc.property(seeds, choices, (seed, chosen) => {
        const { state, inputs } = playLive(seed, chosen);
        const sum = gridOf(state).reduce((total, value) => total + value, 0);
        expect(state.score).toBeLessThanOrEqual(mostThatTilesBring(gridOf(state)));
        expect(sum).toBeGreaterThanOrEqual(2 * (inputs.length + 2));
        expect(sum).toBeLessThanOrEqual(4 * (inputs.length + 2));
      }),
    );
  });
});

describe('rejected logs', () => {
  const seed = 20_240_607;
  const { inputs } = playLive(seed, long.slice(0, 40));
  const [first = [120, 0] as const, second = [240, 0] as const] = inputs;

  test.each<[string, unknown]>([
    ['no moves', []],
    ['no list', 'moves'],
    ['nothing', undefined],
    ['a list with holes', new Array(3)],
    ['too many moves', new Array(MAX_INPUTS + 1).fill([1, 0])],
    ['an act that does not exist', [[120, merge.acts]]],
    ['a negative act', [[120, -1]]],
    ['half an act', [[120, 0.5]]],
    ['a time before the start', [[-1, first[1]]]],
    ['half a millisecond', [[120.5, first[1]]]],
    ['a time that is no number', [[Number.NaN, first[1]]]],
    ['endless time', [[Number.POSITIVE_INFINITY, first[1]]]],
    ['falling time', [first, [119, second[1]]]],
    ['a third value', [[120, first[1], 0]]],
    ['text', [['120', '0']]],
  ])('%s: bad_input', (_, log) => {
    expect(Reflect.apply(merge.replay, merge, [seed, log])).toEqual({ ok: false, reason: 'bad_input' });
  });

  test('a seed that isn’t a whole number: bad_input', () => {
    expect(merge.replay(Number.NaN, inputs)).toEqual({ ok: false, reason: 'bad_input' });
    expect(merge.replay(0.5, inputs)).toEqual({ ok: false, reason: 'bad_input' });
  });

  test('a move that changes nothing: illegal_act', () => {
    let at = 0;
    let state = start(seed);
    const log: Input[] = [];
    // Moves left until nothing changes, and once more.
    for (; move(state, 3) !== state; at += 200) {
      log.push([at, 3]);
      state = move(state, 3);
    }
    expect(merge.replay(seed, log).ok).toBe(true);
    expect(merge.replay(seed, [...log, [at, 3]])).toEqual({ ok: false, reason: 'illegal_act' });
  });

  test('a move after the end: after_the_end', () => {
    const whole = playLive(seed, long);
    expect(isOver(whole.state)).toBe(true);
    expect(merge.replay(seed, whole.inputs).ok).toBe(true);
    const late: Input = [(whole.inputs.length + 2) * 120, 0];
    expect(merge.replay(seed, [...whole.inputs, late])).toEqual({ ok: false, reason: 'after_the_end' });
  });

  test('the moves of another seed', () => {
    const whole = playLive(seed, long);
    expect(merge.replay(seed + 1, whole.inputs).ok).toBe(false);
  });
});

describe('pace', () => {
  const seed = 99;
  const { inputs } = playLive(seed, long.slice(0, 60));
  const timed = (timeOf: (index: number) => number): Input[] =>
    inputs.map(([, act], index) => [timeOf(index), act]);

  test('80 ms each is fast, and counts', () => {
    expect(
      merge.replay(
        seed,
        timed((index) => index * 80),
      ).ok,
    ).toBe(true);
  });

  test('79 ms each over twenty moves does not', () => {
    expect(
      merge.replay(
        seed,
        timed((index) => index * 79),
      ),
    ).toEqual({ ok: false, reason: 'impossible_pace' });
  });

  test('a short burst of 40 ms each counts', () => {
    expect(
      merge.replay(
        seed,
        timed((index) => (index < 10 ? index * 40 : index * 200)),
      ).ok,
    ).toBe(true);
  });

  test('two moves 39 ms apart do not', () => {
    const log = timed((index) => (index < 30 ? index * 200 : index * 200 - 161));
    expect(merge.replay(seed, log)).toEqual({ ok: false, reason: 'impossible_pace' });
  });

  test('a burst hidden in a slow round is found', () => {
    const log = timed((index) =>
      index < 20 ? index * 500 : 10_000 + Math.min(index, 40) * 60 + Math.max(0, index - 40) * 500,
    );
    expect(merge.replay(seed, log)).toEqual({ ok: false, reason: 'impossible_pace' });
  });
});

describe('the table of games', () => {
  test('knows each game by the name in its address, and each variant by its id', () => {
    for (const [name, variants] of Object.entries(arcadeGames))
      for (const rules of variants) {
        expect(rules.name).toBe(name);
        expect(arcadeGame(name, rules.variant.id)).toBe(rules);
      }
    expect(arcadeGame('merge')).toBe(merge);
  });

  test.each(['', 'chess', 'constructor', '__proto__', 'toString'])('has no game “%s”', (name) => {
    expect(arcadeGame(name)).toBeUndefined();
    expect(arcadeGame('merge', name)).toBeUndefined();
  });

  test('each variant has its own id that names no other choice, and medals that get harder', () => {
    for (const variants of Object.values(arcadeGames)) {
      const ids = choicesOf(variants, true).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(variants.length, 'difficulties').toBeGreaterThanOrEqual(3);
      expect(variants[0].variant.id).toBe(CLASSIC);
      for (const { variant } of variants) {
        expect(medals.map((_, at) => medalOf(variant, variant.medals[at] ?? 0))).toEqual(medals);
        expect(medalOf(variant, variant.medals[0] - 1)).toBeNull();
        expect(nextMedal(variant, variant.medals[0])).toEqual({ medal: 'silver', score: variant.medals[1] });
        expect(nextMedal(variant, variant.medals[2])).toBeNull();
      }
    }
  });
});
