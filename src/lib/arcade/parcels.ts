/**
 * Parcels: a courier drives through a town, by steps of a fixed time. Parcels trail behind in a row; at the door they are
 * handed over together, and each of a load is worth more than the one before it. Whoever drives into the own row loses the
 * load. Houses and the edge of the town only stop. A round takes two minutes of driving; a pause stops the courier and the time.
 */
import { CLASSIC, type Metrics } from './arcade.ts';
import { type Direction, isDirection, RIGHT } from './directions.ts';
import { beyond, buildTown, CELLS, distance, opposite, SIZE } from './parcels-town.ts';
import { draw } from './random.ts';
import { defineRules } from './rules.ts';

/** Acts of the log besides the directions (0 to 3, directions.ts). */
export const PAUSE = 4;
export const STOP = 5;

/** A round, in milliseconds of driving. */
export const LIMIT_MS = 120_000;
/** Parcels that lie about at any time. */
const LYING = 3;
/** What the first parcel of a load is worth, and by how much each further one is worth more, up to the tenth. */
const WORTH = 10;
const MOST_WORTH = 10;
/** Steps that a new door is away from the courier at least. */
const FAR = 5;

/** When each step is made, in milliseconds of driving: the courier gets faster every twelve seconds. */
const steps: readonly number[] = (() => {
  const times: number[] = [];
  for (let at = 0; at <= LIMIT_MS; ) {
    at += Math.max(105, 175 - 8 * Math.floor(at / 12_000));
    times.push(at);
  }
  return times;
})();

/** What the last step did, for whoever draws it. */
export type Happening =
  | { readonly kind: 'none' | 'moved' | 'stopped' | 'picked' }
  | { readonly kind: 'delivered'; readonly load: number; readonly gained: number }
  | { readonly kind: 'spilled'; readonly load: number };

export interface ParcelsState {
  readonly score: number;
  /** Whether there is a house, by cell. */
  readonly houses: readonly boolean[];
  /** The courier, and behind it its parcels from the first to the last. */
  readonly row: readonly number[];
  /** null until the first act. */
  readonly heading: Direction | null;
  /** Turns that wait: the first for the next step, or for the next opening where it was blocked; at most two. */
  readonly turns: readonly Direction[];
  readonly blocked: boolean;
  readonly parcels: readonly number[];
  readonly door: number;
  /** Steps made. */
  readonly steps: number;
  /** Milliseconds driven up to the last stand, and since when it goes on; null while the courier stands and waits. */
  readonly driven: number;
  readonly since: number | null;
  readonly stopped: boolean;
  readonly moves: number;
  readonly delivered: number;
  readonly bestLoad: number;
  readonly happening: Happening;
  /** The generator's memory (random.ts). */
  readonly dice: number;
}

/** Parcels that are carried. */
export function loadOf({ row }: ParcelsState): number {
  return row.length - 1;
}

export function courierOf({ row }: ParcelsState): number {
  return row[0] ?? 0;
}

/** What a load is worth: 1 → 10, 2 → 30, 3 → 60 … */
export function worthOf(load: number): number {
  const rising = Math.min(load, MOST_WORTH);
  return WORTH * ((rising * (rising + 1)) / 2 + (load - rising) * MOST_WORTH);
}

/** Milliseconds driven at that time. */
function drivenAt({ driven, since }: ParcelsState, at: number): number {
  return Math.min(LIMIT_MS, since === null ? driven : driven + Math.max(0, at - since));
}

/** A free cell for something new; `fits` says where it may be. There is always one: a row is never as long as the town is large. */
function place(
  state: Pick<ParcelsState, 'houses' | 'row' | 'parcels' | 'door' | 'dice'>,
  fits: (cell: number) => boolean = () => true,
): readonly [cell: number, memory: number] {
  const taken = new Set([...state.row, ...state.parcels, state.door]);
  const free: number[] = [];
  for (let cell = 0; cell < CELLS; cell++) if (!state.houses[cell] && !taken.has(cell)) free.push(cell);
  const wanted = free.filter(fits);
  const among = wanted.length > 0 ? wanted : free;
  const [index, dice] = draw(state.dice, Math.max(1, among.length));
  return [among[index] ?? state.door, dice];
}

export function start(seed: number): ParcelsState {
  const [houses, memory] = buildTown(seed >>> 0);
  // In the lowest street, which has no houses.
  const courier = CELLS - SIZE + (SIZE - 1) / 2;
  const empty = { houses, row: [courier], parcels: [], door: -1, dice: memory };
  const [door, dice] = place(empty, (cell) => distance(cell, courier) >= FAR);
  let state: ParcelsState = {
    ...empty,
    score: 0,
    heading: null,
    turns: [],
    blocked: false,
    door,
    steps: 0,
    driven: 0,
    since: null,
    stopped: false,
    moves: 0,
    delivered: 0,
    bestLoad: 0,
    happening: { kind: 'none' },
    dice,
  };
  while (state.parcels.length < LYING) state = withParcel(state);
  return state;
}

function withParcel(state: ParcelsState): ParcelsState {
  const [cell, dice] = place(state);
  return { ...state, parcels: [...state.parcels, cell], dice };
}

/** The way at the next step: a waiting turn as soon as there is a street for it. */
function steer(state: ParcelsState, courier: number): ParcelsState {
  const [turn, ...rest] = state.turns;
  if (turn === undefined) return state;
  const street = beyond(courier, turn);
  if (street === undefined || state.houses[street])
    return state.blocked ? state : { ...state, turns: [turn], blocked: true };
  return { ...state, heading: turn, turns: rest, blocked: false };
}

function step(before: ParcelsState): ParcelsState {
  const courier = courierOf(before);
  const steered = steer({ ...before, steps: before.steps + 1 }, courier);
  const cell = beyond(courier, steered.heading ?? RIGHT);
  if (cell === undefined || steered.houses[cell]) return { ...steered, happening: { kind: 'stopped' } };

  const load = loadOf(steered);
  const picks = steered.parcels.includes(cell);
  // The last of the row moves on and makes room, unless another one comes.
  if (steered.row.slice(0, picks ? undefined : -1).includes(cell))
    return { ...steered, row: [cell], happening: { kind: 'spilled', load } };
  const row = [cell, ...(picks ? steered.row : steered.row.slice(0, -1))];
  if (picks) {
    const parcels = steered.parcels.filter((parcel) => parcel !== cell);
    return withParcel({ ...steered, row, parcels, happening: { kind: 'picked' } });
  }
  if (cell !== steered.door || load === 0) return { ...steered, row, happening: { kind: 'moved' } };
  return deliver({ ...steered, row: [cell] }, load);
}

function deliver(state: ParcelsState, load: number): ParcelsState {
  const gained = worthOf(load);
  const courier = courierOf(state);
  const [door, dice] = place(state, (cell) => distance(cell, courier) >= FAR);
  return {
    ...state,
    score: state.score + gained,
    delivered: state.delivered + load,
    bestLoad: Math.max(state.bestLoad, load),
    door,
    dice,
    happening: { kind: 'delivered', load, gained },
  };
}

export function advance(state: ParcelsState, at: number): ParcelsState {
  const driven = drivenAt(state, at);
  let now = state;
  while ((steps[now.steps] ?? Number.POSITIVE_INFINITY) <= driven) now = step(now);
  return now;
}

/** With a new turn: it takes the place of one that finds no street, and else waits as the second; back is none. */
function turned(state: ParcelsState, direction: Direction): ParcelsState {
  const [first] = state.blocked ? [] : state.turns;
  const before = first ?? state.heading;
  if (before === null) return { ...state, heading: direction };
  if (direction === opposite[before]) return state;
  const kept = first === undefined ? [] : [first];
  const turns = direction === before ? kept : [...kept, direction];
  if (turns.join() === state.turns.join()) return state;
  return { ...state, turns, blocked: false };
}

function act(state: ParcelsState, given: number, at: number): ParcelsState {
  if (state.stopped) return state;
  const standing = { driven: drivenAt(state, at), since: null };
  if (given === STOP) return { ...state, ...standing, stopped: true };
  if (isOver(state)) return state;
  if (given === PAUSE) return state.since === null ? state : { ...state, ...standing };
  if (!isDirection(given)) return state;
  const after = turned(state, given);
  // Whoever stands drives on by any of the directions.
  if (state.since === null) return { ...after, since: at, moves: state.moves + 1 };
  return after === state ? state : { ...after, moves: state.moves + 1 };
}

export function timeLeft(state: ParcelsState, at: number): number {
  return LIMIT_MS - drivenAt(state, at);
}

/** Over when it was stopped, and when no step is left: both can be told without a clock. */
export function isOver(state: ParcelsState): boolean {
  return state.stopped || (steps[state.steps] ?? Number.POSITIVE_INFINITY) > LIMIT_MS;
}

/** Parcels that make a round count as one. */
const FULL_ROUND = 5;

export function metricsOf(state: ParcelsState): Metrics {
  return {
    score: state.score,
    rounds: state.delivered < FULL_ROUND ? 0 : 1,
    delivered: state.delivered,
    best_load: state.bestLoad,
    moves: state.moves,
  };
}

export const parcels = defineRules<ParcelsState>({
  name: 'parcels',
  variant: {
    id: CLASSIC,
    name: 'Classic',
    line: 'Two minutes to bring parcels to the door.',
    difficulty: 'normal',
    medals: [800, 2000, 4000],
  },
  version: 1,
  acts: 6,
  mostActs: 1500,
  pause: PAUSE,
  stop: STOP,
  start,
  act,
  advance,
  nextAt(state) {
    const next = steps[state.steps];
    if (state.since === null || isOver(state) || next === undefined) return null;
    return state.since + next - state.driven;
  },
  timeLeft,
  isOver,
  metricsOf,
});
