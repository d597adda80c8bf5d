import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawIndex, drawPlaces, expectedOf, hashOf } from '../../../src/lib/arcade/draw.ts';

/** Seeds of the fixed vectors, which were computed once with Python's hmac and hashlib. */
const COUNTING = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const ONES = 'ff'.repeat(32);
const NAMED = '37da00ad036e66ac33adf9d44aca8583e3bca92687d172fa7aa555528e924161';

/**
 * A second implementation of the algorithm, written from its description with other means: node:crypto, BigInt, a shrinking list.
 */
function* words(seed: string, label: string): Generator<bigint, never> {
  for (let block = 0; ; block++) {
    const bytes = createHmac('sha256', Buffer.from(seed, 'hex')).update(`${label}:${block}`).digest();
    for (let at = 0; at < bytes.length; at += 4) yield BigInt(bytes.readUInt32BE(at));
  }
}

function below(stream: Generator<bigint, never>, bound: number): number {
  for (;;) {
    const { value } = stream.next();
    if (value < (2n ** 32n / BigInt(bound)) * BigInt(bound)) return Number(value % BigInt(bound));
  }
}

function indexAgain(seed: string, playerSeed: string, nonce: number, weights: readonly number[]): number {
  const tickets = weights.flatMap((weight, item) => Array.from({ length: weight }, () => item));
  return tickets[below(words(seed, `${playerSeed}:${nonce}`), tickets.length)] ?? -1;
}

function placesAgain(seed: string, entries: readonly { number: number; seed: string }[], places: number) {
  const hash = createHash('sha256');
  for (const entry of entries) hash.update(`${entry.number}:${entry.seed}\n`);
  const stream = words(seed, hash.digest('hex'));
  const row = entries.map(({ number }) => number);
  const won: number[] = [];
  while (won.length < places && row.length > 0) {
    const chosen = below(stream, row.length);
    won.push(row[chosen] ?? -1);
    // The swap in the description: the first of the remaining entries moves to the winner's place.
    const [first] = row.splice(0, 1);
    if (chosen > 0 && first !== undefined) row[chosen - 1] = first;
  }
  return won;
}

const hexSeed = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const ownSeed = fc.stringMatching(/^[\x21-\x7e]{1,64}$/);
const seedOf = (name: string | number) => createHash('sha256').update(`seed ${name}`).digest('hex');
const entriesOf = (seeds: readonly string[]) => seeds.map((seed, at) => ({ number: at + 1, seed }));

/** The chi-square distance of counts from an even distribution. */
function chiSquare(counts: readonly number[], expected: readonly number[]): number {
  return counts.reduce((sum, count, at) => sum + (count - (expected[at] ?? 0)) ** 2 / (expected[at] ?? 0), 0);
}

describe('the hash', () => {
  test.each([
    [COUNTING, '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'],
    [ONES, 'af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051'],
    [NAMED, 'c3b64c4bf2371899cb158bd8ed5f39fc247845d33d4c3e15156bf5072e18a269'],
  ])('of %s', async (seed, hash) => {
    expect(await hashOf(seed)).toBe(hash);
  });

  test.each(['', 'abc', 'xy', 'FF', ' ff', 'ff\n'])(
    'of %j is rejected, because it isn’t a seed',
    async (seed) => {
      await expect(hashOf(seed)).rejects.toThrow(RangeError);
    },
  );
});

describe('a case', () => {
  test.each([
    [COUNTING, 'hello', 1, new Array<number>(10).fill(1), 1],
    [COUNTING, 'hello', 2, new Array<number>(10).fill(1), 9],
    [ONES, 'a:b', 7, [300, 300, 240, 110, 40, 10], 0],
    [NAMED, '~!@#$%^&*()', 1_000_000, [1, 0, 999], 2],
  ])('by the seeds %s and %s, opening %i', async (seed, playerSeed, nonce, weights, item) => {
    expect(await drawIndex({ seed, playerSeed, nonce, weights })).toBe(item);
  });

  test.each([
    ['the second word after one was dropped', NAMED, 'x', 1, [2 ** 31, 1], 0],
    ['another dropped word', COUNTING, 'reject', 2, [1, 2 ** 30, 2 ** 30], 1],
    ['the second block, after nine words were dropped', COUNTING, 'reject', 37, [1, 2 ** 30, 2 ** 30], 1],
  ])('takes %s', async (_, seed, playerSeed, nonce, weights, item) => {
    expect(await drawIndex({ seed, playerSeed, nonce, weights })).toBe(item);
  });

  test('agrees with the second implementation for any input', async () => {
    const weights = fc
      .array(fc.nat(60), { minLength: 1, maxLength: 12 })
      .filter((all) => all.some((one) => one > 0));
    await fc.assert(
      fc.asyncProperty(
        hexSeed,
        ownSeed,
        fc.integer({ min: 1 }),
        weights,
        async (seed, playerSeed, nonce, given) => {
          const item = await drawIndex({ seed, playerSeed, nonce, weights: given });
          expect(item).toBe(indexAgain(seed, playerSeed, nonce, given));
          expect(given[item], 'what weighs nothing is never drawn').toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is drawn as often as the weights say', async () => {
    const weights = [300, 300, 0, 240, 110, 40, 10];
    const draws = 8000;
    const counts = weights.map(() => 0);
    for (let at = 0; at < draws; at++) {
      const item = await drawIndex({ seed: seedOf(at), playerSeed: 'even', nonce: 1, weights });
      counts[item] = (counts[item] ?? 0) + 1;
    }
    expect(counts[2]).toBe(0);
    const possible = weights.flatMap((weight, at) => (weight > 0 ? [at] : []));
    const expected = possible.map((at) => ((weights[at] ?? 0) * draws) / 1000);
    // 5 degrees of freedom: above 20.5 in one of a thousand fair draws. The seeds are fixed, so the result is too.
    expect(
      chiSquare(
        possible.map((at) => counts[at] ?? 0),
        expected,
      ),
    ).toBeLessThan(20.5);
  });

  test('would be drawn unevenly without dropping words', async () => {
    // Of 3 · 2^30 numbers, a plain remainder would give the first third twice as often.
    const weights = [2 ** 30, 2 ** 30, 2 ** 30];
    const counts = [0, 0, 0];
    for (let at = 0; at < 3000; at++) {
      const item = await drawIndex({ seed: seedOf(at), playerSeed: 'thirds', nonce: at, weights });
      counts[item] = (counts[item] ?? 0) + 1;
    }
    expect(chiSquare(counts, [1000, 1000, 1000])).toBeLessThan(13.8);
  });

  test('depends on each of seed, player seed and nonce', async () => {
    const weights = [2 ** 16, ...new Array<number>(40).fill(1600)];
    const draw = (seed: string, playerSeed: string, nonce: number) =>
      drawIndex({ seed, playerSeed, nonce, weights });
    const many = async (vary: (at: number) => Promise<number>) =>
      new Set(await Promise.all(Array.from({ length: 40 }, (_, at) => vary(at)))).size;
    expect(await many((at) => draw(seedOf(at), 'x', 1))).toBeGreaterThan(5);
    expect(await many((at) => draw(COUNTING, `x${at}`, 1))).toBeGreaterThan(5);
    expect(await many((at) => draw(COUNTING, 'x', at))).toBeGreaterThan(5);
  });

  test.each([[[]], [[0, 0]], [[1, -1, 1]], [[0.5, 0.5]], [[Number.NaN]], [[2 ** 32, 1]]])(
    'with the weights %j is rejected',
    async (weights) => {
      await expect(drawIndex({ seed: ONES, playerSeed: 'x', nonce: 1, weights })).rejects.toThrow(RangeError);
    },
  );

  test('with the largest sum of weights is drawn', async () => {
    expect(await drawIndex({ seed: ONES, playerSeed: 'x', nonce: 1, weights: [0, 2 ** 32] })).toBe(1);
  });
});

describe('a contest', () => {
  test.each([
    [COUNTING, entriesOf(['a', 'b', 'c']), 3, [3, 2, 1]],
    [COUNTING, entriesOf(Array.from({ length: 100 }, (_, at) => `seed-${at + 1}`)), 5, [74, 96, 10, 28, 68]],
    [ONES, entriesOf(['only']), 3, [1]],
    [NAMED, [], 3, []],
    [NAMED, entriesOf(new Array<string>(7).fill('same')), 7, [6, 3, 5, 7, 2, 4, 1]],
  ])('by the seed %s', async (seed, entries, places, winners) => {
    expect(await drawPlaces({ seed, entries, places })).toEqual(winners);
    expect(await drawPlaces({ seed, entries: entries.toReversed(), places }), 'in any order').toEqual(
      winners,
    );
  });

  test('agrees with the second implementation, and no one wins twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        hexSeed,
        fc.array(ownSeed, { maxLength: 30 }),
        fc.nat(12),
        async (seed, seeds, places) => {
          const entries = entriesOf(seeds);
          const winners = await drawPlaces({ seed, entries, places });
          expect(winners).toEqual(placesAgain(seed, entries, places));
          expect(winners).toHaveLength(Math.min(places, seeds.length));
          expect(new Set(winners).size).toBe(winners.length);
        },
      ),
    );
  });

  test('of so many entries that they are written in parts', async () => {
    const entries = entriesOf(Array.from({ length: 10_001 }, (_, at) => at.toString(16)));
    expect(await drawPlaces({ seed: NAMED, entries, places: 20 })).toEqual(placesAgain(NAMED, entries, 20));
  });

  test('gives every entry the same chance of every place', async () => {
    const entries = entriesOf(['a', 'b', 'c', 'd', 'e']);
    const rounds = 4000;
    const counts = entries.map(() => [0, 0, 0]);
    for (let at = 0; at < rounds; at++) {
      const winners = await drawPlaces({ seed: seedOf(`contest ${at}`), entries, places: 3 });
      for (const [place, number] of winners.entries()) {
        const mine = counts[number - 1];
        if (mine) mine[place] = (mine[place] ?? 0) + 1;
      }
    }
    // 4 degrees of freedom each.
    for (let place = 0; place < 3; place++)
      expect(
        chiSquare(
          counts.map((mine) => mine[place] ?? 0),
          entries.map(() => rounds / 5),
        ),
        `place ${place + 1}`,
      ).toBeLessThan(18.5);
  });

  test('changes with every entry', async () => {
    const seeds = Array.from({ length: 50 }, (_, at) => `s${at}`);
    const draw = (all: readonly string[]) => drawPlaces({ seed: NAMED, entries: entriesOf(all), places: 10 });
    const before = await draw(seeds);
    expect(await draw(seeds.with(49, 'other'))).not.toEqual(before);
    expect(await draw([...seeds, 'one more'])).not.toEqual(before);
  });
});

test('the expected value is the mean by weight', () => {
  expect(expectedOf([{ points: 100, weight: 1 }])).toBe(100);
  expect(
    expectedOf([
      { points: 100, weight: 3 },
      { points: 500, weight: 1 },
      { points: 9, weight: 0 },
    ]),
  ).toBe(200);
});
