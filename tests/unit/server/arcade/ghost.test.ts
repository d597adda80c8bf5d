import { expect, test } from 'vitest';
import {
  playHatch,
  playMerge,
  playParcels,
  playRungs,
  playTower,
} from '../../../../server/db/seed-players.ts';
import { curveOf } from '../../../../server/features/arcade/ghost.ts';
import { hatch } from '../../../../src/lib/arcade/hatch.ts';
import { merge } from '../../../../src/lib/arcade/merge-variants.ts';
import { parcels } from '../../../../src/lib/arcade/parcels-variants.ts';
import { rungs } from '../../../../src/lib/arcade/rungs.ts';
import { tower } from '../../../../src/lib/arcade/tower.ts';

const SEEDS = [1, 77, 4_000_000_000];

test.each([
  ['Merge', merge, playMerge, 'moves'],
  ['Tower', tower, (seed: number) => playTower(seed, ({ score }) => score > 600), 'moves'],
  ['Parcels', parcels, playParcels, 'time'],
  ['Hatch', hatch, playHatch, 'time'],
  ['Rungs', rungs, (seed: number) => playRungs(seed), 'time'],
] as const)('a run of %s is sent as a curve of its score, too coarse to replay', (_name, rules, play, by) => {
  for (const seed of SEEDS) {
    const run = play(seed);
    const curve = curveOf(rules, seed, run.inputs);
    expect(curve.by).toBe(by);
    // Only these, and far fewer than the moves.
    expect(Object.keys(curve).toSorted()).toEqual(['by', 'scores', 'step']);
    expect(curve.scores.length).toBeLessThanOrEqual(62);
    expect(curve.step).toBeGreaterThanOrEqual(by === 'moves' ? 10 : 5000);
    expect(curve.scores[0]).toBe(0);
    expect(curve.scores.at(-1)).toBe(run.score);
    expect(curve.scores).toEqual(curve.scores.toSorted((a, b) => a - b));
  }
});

test('a point of the curve is the score at its step', () => {
  const run = playMerge(5, ({ moves }) => moves >= 35);
  const twenty = playMerge(5, ({ moves }) => moves >= 20);
  const { scores, step } = curveOf(merge, 5, run.inputs);
  expect([step, scores.length, scores[2]]).toEqual([10, 5, twenty.score]);
});
