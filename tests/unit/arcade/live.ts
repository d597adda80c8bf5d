import fc from 'fast-check';
import { playHatch, playMerge, playParcels, playRungs, playTower } from '../../../server/db/seed-players.ts';
import type { GameState, Input, Rules } from '../../../src/lib/arcade/arcade.ts';
import { hatchVariants } from '../../../src/lib/arcade/hatch.ts';
import { mergeVariants } from '../../../src/lib/arcade/merge-variants.ts';
import { parcelsVariants } from '../../../src/lib/arcade/parcels-variants.ts';
import { rungsVariants } from '../../../src/lib/arcade/rungs.ts';
import { towerVariants } from '../../../src/lib/arcade/tower.ts';

/** All our games in all their variants, each with a player that plays well. */
export const games: readonly {
  readonly rules: Rules;
  readonly played: (seed: number) => { inputs: readonly Input[]; score: number };
}[] = [
  ...mergeVariants.map((rules) => ({
    rules,
    played: (seed: number) => playMerge(seed, ({ moves }) => moves >= 200, rules),
  })),
  ...parcelsVariants.map((rules) => ({
    rules,
    played: (seed: number) => playParcels(seed, { load: 1 + (seed % 8), rules }),
  })),
  ...towerVariants.map((rules) => ({
    rules,
    played: (seed: number) => playTower(seed, undefined, rules),
  })),
  ...hatchVariants.map((rules) => ({ rules, played: (seed: number) => playHatch(seed, undefined, rules) })),
  ...rungsVariants.map((rules) => ({ rules, played: (seed: number) => playRungs(seed, undefined, rules) })),
];

export const seeds = fc.integer({ min: 0, max: 0xffff_ffff });

/** A random player: how long they wait, which act they try, and when a timer advances the game. */
interface Whim {
  readonly wait: number;
  readonly act: number;
  readonly looks: readonly number[];
}

export function whimsFor(rules: Rules): fc.Arbitrary<Whim[]> {
  return fc.array(
    fc.record({
      wait: fc.integer({ min: 80, max: 900 }),
      act: fc.nat(rules.acts - 1),
      looks: fc.array(fc.nat(900), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 120 },
  );
}

/** Plays live like the store: timers advance the game between acts, and rejected acts aren't recorded. */
export function playWhims<S extends GameState>(
  rules: Rules<S>,
  seed: number,
  whims: readonly Whim[],
): { state: S; inputs: Input[]; states: S[] } {
  const inputs: Input[] = [];
  let state = rules.start(seed);
  const states = [state];
  let at = 0;
  const go = (to: number) => {
    state = rules.advance(state, to);
    states.push(state);
  };
  const act = (given: number) => {
    go(at);
    const after = rules.act(state, given, at);
    if (after !== state) inputs.push([at, given]);
    state = after;
    states.push(state);
  };
  for (const whim of whims) {
    for (const look of whim.looks.toSorted((one, other) => one - other)) if (look < whim.wait) go(at + look);
    at += whim.wait;
    act(whim.act);
    if (rules.isOver(state)) break;
  }
  if (rules.stop !== undefined) {
    at += 100;
    act(rules.stop);
  }
  return { state, inputs, states };
}

/** Changes to a log that a cheater might try. */
export const changes = fc.array(
  fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('act', 'time', 'drop', 'double', 'swap', 'shift', 'cut', 'junk'),
    value: fc.oneof(fc.nat(6), fc.nat(5000), fc.integer(), fc.double(), fc.constantFrom(-0, 1e308, 4, 0.5)),
  }),
  { minLength: 1, maxLength: 6 },
);

export function changed(
  given: readonly Input[],
  by: readonly { at: number; kind: string; value: number }[],
): Input[] {
  let inputs = [...given];
  for (const { at, kind, value } of by) {
    const index = inputs.length === 0 ? 0 : at % inputs.length;
    const [time, act] = inputs[index] ?? [0, 0];
    if (kind === 'act') inputs[index] = [time, value];
    if (kind === 'time') inputs[index] = [value, act];
    if (kind === 'drop') inputs.splice(index, 1);
    if (kind === 'double') inputs.splice(index, 0, [time, act]);
    if (kind === 'swap') inputs.splice(index, 2, ...inputs.slice(index, index + 2).reverse());
    if (kind === 'shift')
      inputs = inputs.map(([when, what], place) => [place < index ? when : when + value, what]);
    if (kind === 'cut') inputs = inputs.slice(0, index);
    if (kind === 'junk') inputs.splice(index, 0, [value, value]);
  }
  return inputs;
}
