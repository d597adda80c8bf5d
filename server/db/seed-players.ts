/** Plays our own games by their rules, at a pace that a person could keep: for the demo's sample rounds, and for tests. */
import type { GameState, Rules } from '../../src/lib/arcade/arcade.ts';
import { type Direction, directions } from '../../src/lib/arcade/directions.ts';
import {
  type HatchState,
  HINT,
  hatch,
  cellAt as hatchCell,
  hatchVariants,
  shade,
} from '../../src/lib/arcade/hatch.ts';
import { type MergeState, move } from '../../src/lib/arcade/merge.ts';
import { merge, mergeVariants } from '../../src/lib/arcade/merge-variants.ts';
import {
  BIGGER,
  driveTo,
  FASTER,
  isChoosing,
  loadOf,
  type ParcelsState,
} from '../../src/lib/arcade/parcels-state.ts';
import { opposite } from '../../src/lib/arcade/parcels-town.ts';
import { parcels, parcelsVariants } from '../../src/lib/arcade/parcels-variants.ts';
import {
  change,
  distancesTo,
  type RungsState,
  rungs,
  goalOf as rungsGoal,
  rungsVariants,
  waysFrom,
  wordOf,
} from '../../src/lib/arcade/rungs.ts';
import { DROP, landingOf, type TowerState, topOf, tower, towerVariants } from '../../src/lib/arcade/tower.ts';

/** The time between two acts, in milliseconds. */
const CALM = 120;

export interface Played {
  readonly inputs: [at: number, act: number][];
  readonly score: number;
  readonly metrics: Readonly<Record<string, number>>;
  /** When the round ended, in milliseconds of play. */
  readonly lasted: number;
}

/**
 * Plays until the rules end the round or `enough` returns true. `choose` returns the act for a state and its time, which is `at`
 * or later. If it returns undefined, time goes on.
 */
export function play<S extends GameState>(
  rules: Rules<S>,
  seed: number,
  choose: (state: S, at: number) => { act: number; at: number } | undefined,
  enough: (state: S) => boolean = () => false,
): Played {
  const inputs: [number, number][] = [];
  let state = rules.start(seed);
  let at = CALM;
  while (!rules.isOver(state) && !enough(state)) {
    state = rules.advance(state, at);
    const chosen = choose(state, at);
    if (chosen && chosen.at === at) {
      const after = rules.act(state, chosen.act, at);
      if (after !== state) inputs.push([at, chosen.act]);
      state = after;
      at += CALM;
    } else {
      at = chosen?.at ?? rules.nextAt(state) ?? at + CALM;
    }
  }
  if (rules.stop !== undefined) {
    at += CALM;
    state = rules.act(rules.advance(state, at), rules.stop, at);
    inputs.push([at, rules.stop]);
  }
  return {
    inputs,
    score: state.score,
    metrics: rules.metricsOf(state),
    lasted: inputs.at(-1)?.[0] ?? 0,
  };
}

/** A simple habit that gets far: left, down, right, up, whichever is possible first. */
export const byHabit = (state: MergeState): Direction | undefined =>
  directions.toReversed().find((direction) => move(state, direction) !== state);

/** Returns the boards that one move can make, before a new tile appears. */
function settled(state: MergeState) {
  return directions.flatMap((direction) => {
    const after = move(state, direction);
    if (after === state) return [];
    const tiles = after.tiles.filter((tile) => !after.change.spawned.includes(tile));
    return [{ direction, state: { ...after, tiles } }];
  });
}

/** Rates a board: high tiles in order along a snake from a corner, and free cells. */
function worthOf({ tiles, shape: { size } }: MergeState): number {
  const placeOf = (cell: number) => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    return row * size + (row % 2 === 0 ? column : size - 1 - column);
  };
  return tiles.reduce((sum, { value, cell }) => sum + value * 4 ** (-placeOf(cell) / 2.2) - 3, 0);
}

/** Looks one move ahead, with a 2 in each free cell. It doesn't know which tile will appear. */
export function lookAhead(state: MergeState): Direction | undefined {
  const ways = settled(state).map(({ direction, state: after }) => {
    const { tiles, shape, blocked } = after;
    const taken = new Set([...blocked, ...tiles.map(({ cell }) => cell)]);
    const worths = Array.from({ length: shape.size ** 2 }, (_, cell) => cell)
      .filter((cell) => !taken.has(cell))
      .map((cell) => {
        const tile = { id: after.nextId, value: 2, cell };
        const next = settled({ ...after, tiles: [...tiles, tile], nextId: tile.id + 1 });
        return Math.max(-1000, ...next.map((one) => worthOf(one.state)));
      });
    return { direction, worth: worths.reduce((sum, worth) => sum + worth, 0) / Math.max(1, worths.length) };
  });
  return ways.toSorted((one, other) => other.worth - one.worth)[0]?.direction;
}

/** Plays by the habit, or by looking ahead if there is a target. */
export function playMerge(
  seed: number,
  enough?: (state: MergeState) => boolean,
  rules: Rules<MergeState> = merge,
): Played {
  const choose = rules.start(seed).shape.target ? lookAhead : byHabit;
  return play(
    rules,
    seed,
    (state, at) => {
      const act = choose(state);
      return act === undefined ? undefined : { act, at };
    },
    enough,
  );
}

/** Drops every ticket in exactly the right place. */
export function playTower(
  seed: number,
  enough?: (state: TowerState) => boolean,
  rules: Rules<TowerState> = tower,
): Played {
  return play(
    rules,
    seed,
    (state, from) => {
      const { x } = topOf(state);
      let at = from;
      while (landingOf(state.slide, at) !== x || at - state.slide.since < 160) at += 1;
      return { act: DROP, at };
    },
    enough,
  );
}

/** Returns the first step of a shortest path that doesn't cross the own row. */
export function wayTo(
  state: Pick<ParcelsState, 'row' | 'heading' | 'houses' | 'map'>,
  goals: readonly number[],
): Direction | undefined {
  const from = state.row[0] ?? 0;
  const seen = new Set([...state.row]);
  let edge = directions.flatMap((first) => {
    const barred = state.heading !== null && first === opposite[state.heading];
    const cell = driveTo(state, from, first);
    return barred || cell === undefined ? [] : [{ cell, first }];
  });
  while (edge.length > 0) {
    const found = edge.find(({ cell }) => goals.includes(cell) && !seen.has(cell));
    if (found) return found.first;
    edge = edge.flatMap(({ cell, first }) => {
      if (seen.has(cell)) return [];
      seen.add(cell);
      return directions.flatMap((direction) => {
        const next = driveTo(state, cell, direction);
        return next === undefined ? [] : [{ cell: next, first }];
      });
    });
  }
  return undefined;
}

/** Returns a way out of a corner that the own row closes. It leads through the row, which loses the load. */
export function wayOut(
  state: Pick<ParcelsState, 'row' | 'heading' | 'houses' | 'map'>,
): Direction | undefined {
  const { row, heading } = state;
  return directions.find(
    (direction) =>
      heading !== null &&
      direction !== opposite[heading] &&
      driveTo(state, row[0] ?? 0, direction) !== undefined,
  );
}

/** Collects `load` parcels before each delivery. */
export function playParcels(
  seed: number,
  {
    load = 4,
    enough,
    rules = parcels,
  }: {
    load?: number;
    enough?: (state: ParcelsState) => boolean;
    rules?: Rules<ParcelsState> | undefined;
  } = {},
): Played {
  let last = 0;
  return play(
    rules,
    seed,
    (state, at) => {
      if (isChoosing(state)) return { act: state.faster > state.bigger ? BIGGER : FASTER, at };
      const act = wayTo(state, loadOf(state) >= load ? [state.door] : state.parcels) ?? wayOut(state);
      if (act === undefined || rules.act(state, act, at) === state || at - last < 80) return undefined;
      last = at;
      return { act, at };
    },
    enough,
  );
}

/** Shades the creature's cells, one run of a row at a time. */
export function nextStroke({ picture: { size, cells }, marks }: HatchState): number | undefined {
  for (let y = 0; y < size; y++) {
    const open = (x: number) => x < size && cells[y * size + x] === true && marks[y * size + x] === 'open';
    const x = Array.from({ length: size }, (_, column) => column).find(open);
    if (x === undefined) continue;
    let end = x;
    while (open(end + 1)) end += 1;
    return shade(hatchCell(x, y), hatchCell(end, y));
  }
  return undefined;
}

/** Uses its hints first. */
export function playHatch(
  seed: number,
  enough?: (state: HatchState) => boolean,
  rules: Rules<HatchState> = hatch,
): Played {
  return play(
    rules,
    seed,
    (state, at) => {
      const act = state.hints > 0 ? HINT : nextStroke(state);
      return act === undefined ? undefined : { act, at };
    },
    enough,
  );
}

/** Returns a step of a shortest path to the goal. */
export function nextRung(state: RungsState): number {
  const away = distancesTo(rungsGoal(state));
  const word = wordOf(state);
  const next = waysFrom(word).find((other) => (away.get(other) ?? 0) < (away.get(word) ?? 0)) ?? '';
  const place = [...next].findIndex((letter, index) => letter !== word[index]);
  return change(place, next[place] ?? '');
}

/** Climbs every ladder in the fewest steps. */
export function playRungs(
  seed: number,
  enough?: (state: RungsState) => boolean,
  rules: Rules<RungsState> = rungs,
): Played {
  return play(rules, seed, (state, at) => ({ act: nextRung(state), at }), enough);
}

const named = <S extends GameState>(variants: readonly Rules<S>[], { variant: { id } }: Rules) =>
  variants.find(({ variant }) => variant.id === id);

/** Plays a game in one of its variants until it has that score or the rules end the round. */
export function playUntil(rules: Rules, seed: number, goal: number): Played {
  const enough = ({ score }: GameState) => score >= goal;
  switch (rules.name) {
    case 'merge':
      return playMerge(seed, enough, named(mergeVariants, rules));
    case 'tower':
      return playTower(seed, enough, named(towerVariants, rules));
    case 'parcels':
      return playParcels(seed, { enough, rules: named(parcelsVariants, rules) });
    case 'hatch':
      return playHatch(seed, enough, named(hatchVariants, rules));
    case 'rungs':
      return playRungs(seed, enough, named(rungsVariants, rules));
    default:
      throw new Error(`no player for ${rules.name}`);
  }
}
