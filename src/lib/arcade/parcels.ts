/**
 * Parcels: a courier drives through a town, by steps of a fixed time. Parcels trail behind in a row; at the door they are
 * handed over together, and each of a load is worth more than the one before it. Driving into one's own row loses the
 * load. Houses and the edge of the town only stop. A round takes two minutes of driving; a pause stops the courier and the time.
 */
import type { Metrics } from './arcade.ts';
import { type Direction, isDirection, RIGHT } from './directions.ts';
import { blockedIn, type TownMap, wayOf } from './parcels-maps.ts';
import { beyond, buildTown, CELLS, distance, opposite, SIZE } from './parcels-town.ts';
import { draw } from './random.ts';
import { turnOf } from './week.ts';

/** Acts of the log besides the directions (0 to 3, directions.ts). */
export const PAUSE = 4;
export const STOP = 5;
/** Which van it is from now on. */
export const FASTER = 6;
export const BIGGER = 7;

/** A round, in milliseconds of driving. */
export const LIMIT_MS = 120_000;
/** Parcels that lie about at any time. */
const LYING = 3;
/** What the first parcel of a load is worth, and by how much each further one is worth more, up to the tenth. */
const WORTH = 10;
const MOST_WORTH = 10;
/** Steps that a new door is away from the courier at least. */
const FAR = 5;

/** A load of so many that is handed over so soon after its door opened brings a tip. */
export const TIP_LOAD = 3;
export const TIP_MS = 12_000;
export const TIP = 50;
/** By how much a step of a faster van is shorter, in milliseconds, and how many parcels ride in a bigger one. */
const FASTER_MS = 15;
const ROOM = 2;

/** What a variant has beside the rules of Classic. */
export interface Setup {
  /** Hand-made towns, one a week in turn; none: each seed builds one. */
  readonly maps: readonly TownMap[];
  readonly tips: boolean;
  /** After so many parcels that were handed over the van gets better, as its driver chooses. */
  readonly upgrades: readonly number[];
  /** How long each step takes; null: the courier gets faster every twelve seconds. */
  readonly stepMs: number | null;
}
export const classic: Setup = { maps: [], tips: false, upgrades: [], stepMs: null };

/** How long the step after the one at `driven` takes. */
const gapAfter = ({ stepMs }: Setup, driven: number, faster: number) =>
  (stepMs ?? Math.max(105, 175 - 8 * Math.floor(driven / 12_000))) - FASTER_MS * faster;

/** What the last step did, for the renderer. */
export type Happening =
  | { readonly kind: 'none' | 'moved' | 'stopped' | 'picked' }
  /** `tip` is a part of what was gained. */
  | { readonly kind: 'delivered'; readonly load: number; readonly gained: number; readonly tip: number }
  | { readonly kind: 'spilled'; readonly load: number };

export interface ParcelsState {
  readonly setup: Setup;
  readonly score: number;
  /** Whether there is a house, by cell. */
  readonly houses: readonly boolean[];
  /** The hand-made town, where it is one. */
  readonly map: TownMap | null;
  /** The courier, and behind it its parcels from the first to the last. */
  readonly row: readonly number[];
  /** null until the first act. */
  readonly heading: Direction | null;
  /** Turns that wait: the first for the next step, or for the next opening where it was blocked; at most two. */
  readonly turns: readonly Direction[];
  readonly blocked: boolean;
  readonly parcels: readonly number[];
  readonly door: number;
  /** When it opened, when the last step was made, and when the next one is due, in milliseconds of driving. */
  readonly doorSince: number;
  readonly steppedAt: number;
  readonly due: number;
  /** Steps made. */
  readonly steps: number;
  /** How often the van got faster or bigger, and how many parcels ride in it, behind which none trails. */
  readonly faster: number;
  readonly bigger: number;
  readonly aboard: number;
  /** Milliseconds driven up to the last stand, and since when it goes on; null while the courier waits. */
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
export function loadOf({ row, aboard }: ParcelsState): number {
  return row.length - 1 + aboard;
}

/** Whether the van waits for the choice of a better one. */
export function isChoosing({ setup, delivered, faster, bigger }: ParcelsState): boolean {
  return setup.upgrades.filter((needed) => delivered >= needed).length > faster + bigger;
}

/** How much of the time for a tip is left, from 1 to 0; 0 where there are none. */
export function tipLeft({ setup, steppedAt, doorSince }: ParcelsState): number {
  return setup.tips ? Math.max(0, 1 - (steppedAt - doorSince) / TIP_MS) : 0;
}

/** The cell that is driven to from another; undefined at the edge, before a house, and against an arrow. */
export function driveTo(
  { houses, map }: Pick<ParcelsState, 'houses' | 'map'>,
  cell: number,
  direction: Direction,
): number | undefined {
  const next = beyond(cell, direction);
  if (next === undefined || houses[next]) return undefined;
  const isAgainst = [cell, next].some((each) => wayOf(map?.cells[each]) === opposite[direction]);
  return isAgainst ? undefined : next;
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

export function start(seed: number, setup: Setup = classic): ParcelsState {
  const map = setup.maps[turnOf(seed >>> 0, Math.max(1, setup.maps.length))] ?? null;
  const [houses, memory] = map ? [blockedIn(map), seed >>> 0] : buildTown(seed >>> 0);
  // In the lowest street, which has no houses.
  const courier = CELLS - SIZE + (SIZE - 1) / 2;
  const empty = { houses, row: [courier], parcels: [], door: -1, dice: memory };
  const [door, dice] = place(empty, (cell) => distance(cell, courier) >= FAR);
  let state: ParcelsState = {
    ...empty,
    setup,
    map,
    score: 0,
    heading: null,
    turns: [],
    blocked: false,
    door,
    doorSince: 0,
    steppedAt: 0,
    due: gapAfter(setup, 0, 0),
    steps: 0,
    faster: 0,
    bigger: 0,
    aboard: 0,
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
  if (driveTo(state, courier, turn) === undefined)
    return state.blocked ? state : { ...state, turns: [turn], blocked: true };
  return { ...state, heading: turn, turns: rest, blocked: false };
}

function step(before: ParcelsState): ParcelsState {
  const courier = courierOf(before);
  const { setup, due, faster } = before;
  const steered = steer(
    { ...before, steps: before.steps + 1, steppedAt: due, due: due + gapAfter(setup, due, faster) },
    courier,
  );
  const cell = driveTo(steered, courier, steered.heading ?? RIGHT);
  if (cell === undefined) return { ...steered, happening: { kind: 'stopped' } };

  const load = loadOf(steered);
  const picks = steered.parcels.includes(cell);
  const grows = picks && steered.aboard >= ROOM * steered.bigger;
  // The last of the row moves on and makes room, unless another one comes.
  if (steered.row.slice(0, grows ? undefined : -1).includes(cell))
    return { ...steered, row: [cell], aboard: 0, happening: { kind: 'spilled', load } };
  const row = [cell, ...(grows ? steered.row : steered.row.slice(0, -1))];
  if (picks) {
    const parcels = steered.parcels.filter((parcel) => parcel !== cell);
    const aboard = steered.aboard + (grows ? 0 : 1);
    return withParcel({ ...steered, row, aboard, parcels, happening: { kind: 'picked' } });
  }
  if (cell !== steered.door || load === 0) return { ...steered, row, happening: { kind: 'moved' } };
  return deliver({ ...steered, row: [cell], aboard: 0 }, load);
}

function deliver(state: ParcelsState, load: number): ParcelsState {
  const tip = load >= TIP_LOAD && tipLeft(state) > 0 ? TIP : 0;
  const gained = worthOf(load) + tip;
  const courier = courierOf(state);
  const [door, dice] = place(state, (cell) => distance(cell, courier) >= FAR);
  const after: ParcelsState = {
    ...state,
    score: state.score + gained,
    delivered: state.delivered + load,
    bestLoad: Math.max(state.bestLoad, load),
    door,
    doorSince: state.steppedAt,
    dice,
    happening: { kind: 'delivered', load, gained, tip },
  };
  return isChoosing(after) ? { ...after, driven: after.steppedAt, since: null } : after;
}

export function advance(state: ParcelsState, at: number): ParcelsState {
  let now = state;
  while (now.due <= drivenAt(now, at)) now = step(now);
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

export function act(state: ParcelsState, given: number, at: number): ParcelsState {
  if (state.stopped) return state;
  const standing = { driven: drivenAt(state, at), since: null };
  if (given === STOP) return { ...state, ...standing, stopped: true };
  if (isOver(state)) return state;
  if (isChoosing(state)) return choose(state, given, at);
  if (given === PAUSE) return state.since === null ? state : { ...state, ...standing };
  if (!isDirection(given)) return state;
  const after = turned(state, given);
  // A waiting courier drives on in any direction.
  if (state.since === null) return { ...after, since: at, moves: state.moves + 1 };
  return after === state ? state : { ...after, moves: state.moves + 1 };
}

/** The van drives on by itself, unless it gets better once more. */
function choose(state: ParcelsState, given: number, at: number): ParcelsState {
  if (given !== FASTER && given !== BIGGER) return state;
  const after = {
    ...state,
    faster: state.faster + (given === FASTER ? 1 : 0),
    bigger: state.bigger + (given === BIGGER ? 1 : 0),
    moves: state.moves + 1,
  };
  return isChoosing(after) ? after : { ...after, since: at };
}

export function timeLeft(state: ParcelsState, at: number): number {
  return LIMIT_MS - drivenAt(state, at);
}

/** Over when it was stopped, and when no step is left: both are known without a clock. */
export function isOver(state: ParcelsState): boolean {
  return state.stopped || state.due > LIMIT_MS;
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
