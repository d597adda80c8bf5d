/** The limit on a round's log: more than a person can make, and never enough to fill a disk. */
import { describe, expect, test } from 'vitest';
import {
  type Played,
  playHatch,
  playMerge,
  playParcels,
  playRungs,
  playTower,
} from '../../../server/db/seed-players.ts';
import type { Input, Rules } from '../../../src/lib/arcade/arcade.ts';
import { hatch } from '../../../src/lib/arcade/hatch.ts';
import { isLog, MOST_PAUSES } from '../../../src/lib/arcade/log.ts';
import { mergeVariants } from '../../../src/lib/arcade/merge-variants.ts';
import { MIN_AVERAGE_GAP_MS } from '../../../src/lib/arcade/pace.ts';
import { parcels } from '../../../src/lib/arcade/parcels-variants.ts';
import { rungs } from '../../../src/lib/arcade/rungs.ts';
import { towerVariants } from '../../../src/lib/arcade/tower.ts';
import { MAX_INPUTS } from '../../../src/lib/contract/limits.ts';

const logOf = (length: number, act: number) =>
  Array.from({ length }, (_, at): Input => [(at + 1) * 200, act]);

describe.each([
  ...mergeVariants.map((rules): [string, typeof rules, (seed: number) => Played] => [
    `Merge ${rules.variant.id}`,
    rules,
    (seed) => playMerge(seed, undefined, rules),
  ]),
  ['Parcels', parcels, (seed: number) => playParcels(seed)],
  ...towerVariants.map((rules): [string, typeof rules, (seed: number) => Played] => [
    `Tower ${rules.variant.id}`,
    rules,
    (seed) => playTower(seed, undefined, rules),
  ]),
  ['Hatch', hatch, (seed: number) => playHatch(seed)],
  ['Rungs', rungs, (seed: number) => playRungs(seed)],
] satisfies [string, Pick<Rules, 'acts' | 'mostActs' | 'pause' | 'timeLeft'>, unknown][])(
  '%s',
  (_, rules, play) => {
    test('takes twice the acts of a whole round, and no more than its limit', () => {
      for (const seed of [1, 2, 3]) expect(2 * play(seed).inputs.length).toBeLessThan(rules.mostActs);
      expect(rules.mostActs).toBeLessThanOrEqual(MAX_INPUTS);
      expect(isLog(logOf(rules.mostActs, 0), rules)).toBe(true);
      expect(isLog(logOf(rules.mostActs + 1, 0), rules)).toBe(false);
    });

    test('takes the pauses that a player makes', () => {
      const { pause } = rules;
      if (pause === undefined) return;
      expect(isLog(logOf(MOST_PAUSES, pause), rules)).toBe(true);
      expect(isLog(logOf(MOST_PAUSES + 1, pause), rules)).toBe(false);
    });
  },
);

test.each([
  ['Parcels', parcels, 120],
  ['Hatch', hatch, 180],
  ['Rungs', rungs, 240],
])('%s takes no more acts than a player can make in the seconds of a round', (_, { mostActs }, seconds) => {
  expect(mostActs).toBeLessThanOrEqual((seconds * 1000) / MIN_AVERAGE_GAP_MS);
});
