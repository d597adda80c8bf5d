/** Properties of every game of ours: the replay agrees with live play, and no input breaks it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Input } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGames } from '../../../src/lib/arcade/games.ts';
import { LIMIT_MS as PARCELS_MS, TIP, TIP_LOAD } from '../../../src/lib/arcade/parcels-state.ts';
import { TOP } from '../../../src/lib/arcade/tower.ts';
import { MAX_INPUTS } from '../../../src/lib/contract/limits.ts';
import { changed, changes, games, playWhims, seeds, whimsFor } from './live.ts';

/** The highest possible score of a round, for any player. */
const most: Readonly<Record<string, (seed: number, inputs: readonly Input[]) => number>> = {
  // Each move adds at most a 4 to the board, and a tile of 2^k has scored less than k times its value.
  merge: (_, inputs) => 4 * (inputs.length + 2) * 18,
  // A step takes at least 75 ms and picks up at most one parcel, which is worth at most 100 and a third of a tip.
  parcels: () => (PARCELS_MS / 75) * (100 + TIP / TIP_LOAD),
  tower: () => TOP * 50,
  // From creatures with 64 pixels, or three with 100, in ten minutes.
  hatch: () => 10 * (64 * 10 + 100) + 10 * 600,
  // From three ladders with 18 steps in total, in six minutes.
  rungs: () => 50 * 18 + 360,
};

test('every variant of every game has a row in the table', () => {
  expect(games.map(({ rules }) => rules)).toEqual(Object.values(arcadeGames).flat());
});

test.each(Object.entries(arcadeGames))(
  '%s has an easy, a normal and a hard variant, each with three medals of rising scores',
  (_, variants) => {
    const difficulties = new Set(variants.map(({ variant }) => variant.difficulty));
    expect(difficulties).toEqual(new Set(['easy', 'normal', 'hard']));
    for (const { variant } of variants) {
      expect(variant.medals).toHaveLength(3);
      expect(variant.medals).toEqual([...new Set(variant.medals)].toSorted((a, b) => a - b));
    }
  },
);

describe.each(games.map((game) => [game.rules.name, game.rules.variant.id, game] as const))(
  '%s %s',
  (name, _, { rules, played }) => {
    const { stop: __, ...open } = rules;
    const wellPlayed = [1, 2, 3, 4, 5].map((seed) => ({ seed, inputs: played(seed).inputs }));
    const mostFor = (seed: number, inputs: readonly Input[]) => most[name]?.(seed, inputs) ?? 0;

    test('is replayed as it was played, whenever a timer advanced it', () => {
      fc.assert(
        fc.property(seeds, whimsFor(rules), (seed, whims) => {
          const { state, inputs } = playWhims(rules, seed, whims);
          if (inputs.length === 0) return;
          expect(rules.replay(seed, inputs)).toEqual({
            ok: true,
            score: state.score,
            metrics: rules.metricsOf(state),
          });
        }),
      );
    });

    test('counts a well-played round with the score that was shown', () => {
      for (let seed = 0; seed < 12; seed++) {
        const { inputs, score } = played(seed * 7919);
        expect(score).toBeGreaterThan(0);
        expect(rules.replay(seed * 7919, inputs)).toMatchObject({
          ok: true,
          score,
          metrics: { rounds: 1, score },
        });
        expect(score).toBeLessThanOrEqual(mostFor(seed * 7919, inputs));
      }
    });

    test('gives a different round for a different seed', () => {
      const states = new Set(Array.from({ length: 60 }, (_, seed) => JSON.stringify(rules.start(seed))));
      expect(states.size).toBeGreaterThan(40);
      expect(rules.start(3)).toEqual(rules.start(3));
      expect(rules.start(-1)).toEqual(rules.start(0xffff_ffff));
    });

    test('is unchanged by reading it, and advancing twice to one time is advancing once', () => {
      fc.assert(
        fc.property(seeds, whimsFor(rules), fc.nat(4000), fc.nat(4000), (seed, whims, one, other) => {
          const { state, inputs } = playWhims(open, seed, whims);
          const at = inputs.at(-1)?.[0] ?? 0;
          const before = structuredClone(state);
          const [early, late] = [at + Math.min(one, other), at + Math.max(one, other)];
          expect(rules.advance(rules.advance(state, early), late)).toEqual(rules.advance(state, late));
          const seen = rules.advance(state, late);
          expect(rules.advance(seen, early)).toBe(seen);
          expect(state).toEqual(before);
          const next = rules.nextAt(state);
          if (next !== null) {
            expect(rules.advance(state, Math.ceil(next) - 1)).toBe(state);
            expect(rules.advance(state, Math.ceil(next))).not.toBe(state);
          }
        }),
      );
    });

    test('never crashes on a changed log, and counts it only as the rules play it', () => {
      fc.assert(
        fc.property(
          fc.oneof(
            fc.constantFrom(...wellPlayed),
            fc.tuple(seeds, whimsFor(rules)).map(([seed, whims]) => ({
              seed,
              inputs: playWhims(rules, seed, whims).inputs,
            })),
          ),
          changes,
          fc.boolean(),
          ({ seed, inputs: honest }, by, otherSeed) => {
            const inputs = changed(honest, by);
            const judge = otherSeed ? (seed ^ 1) >>> 0 : seed;
            const replay = rules.replay(judge, inputs);
            if (!replay.ok) {
              expect(['bad_input', 'illegal_act', 'impossible_pace', 'after_the_end']).toContain(
                replay.reason,
              );
              return;
            }
            // Replayed act by act by the rules, with advances in between.
            let state = rules.start(judge);
            let last = 0;
            for (const [at, act] of inputs) {
              state = rules.advance(rules.advance(state, Math.floor((last + at) / 2)), at);
              const after = rules.act(state, act, at);
              expect(after).not.toBe(state);
              if (act !== rules.undo) expect(after.score).toBeGreaterThanOrEqual(state.score);
              state = after;
              last = at;
            }
            expect(replay).toEqual({ ok: true, score: state.score, metrics: rules.metricsOf(state) });
            expect(replay.score).toBeLessThanOrEqual(mostFor(judge, inputs));
          },
        ),
        { numRuns: 250 },
      );
    });

    test('never throws, whatever the input', () => {
      const call = (seed: unknown, inputs: unknown) => Reflect.apply(rules.replay, rules, [seed, inputs]);
      const pair = fc.tuple(fc.nat(200_000), fc.nat(rules.acts + 1));
      fc.assert(
        fc.property(
          fc.oneof(fc.anything(), seeds),
          fc.oneof(
            fc.anything(),
            fc.array(fc.anything()),
            fc.array(pair),
            fc.array(pair).map((list) => list.toSorted(([one], [other]) => one - other)),
          ),
          (seed, inputs) => {
            expect(call(seed, inputs)).toHaveProperty('ok');
          },
        ),
        { numRuns: 500 },
      );
    });

    test('judges the longest allowed log immediately, even one with a single act repeated', () => {
      for (const act of [0, 1, rules.acts - 1]) {
        for (const gap of [80, 200, 400_000_000_000]) {
          const inputs = Array.from({ length: MAX_INPUTS }, (_, at): Input => [at * gap, act]);
          const before = process.cpuUsage();
          rules.replay(7, inputs);
          const { user, system } = process.cpuUsage(before);
          expect((user + system) / 1000, 'milliseconds of work').toBeLessThan(200);
        }
      }
    });

    test('reports score, rounds and moves, and nothing for an empty round', () => {
      const metrics = rules.metricsOf(rules.start(1));
      expect(metrics).toMatchObject({ score: 0, rounds: 0, moves: 0 });
      for (const value of Object.values(metrics)) expect(Number.isInteger(value)).toBe(true);
    });
  },
);
