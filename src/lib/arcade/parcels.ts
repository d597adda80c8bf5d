/**
 * Parcels: a courier drives through a town in timed steps. Parcels trail behind in a row and are delivered together at the door.
 * Each parcel in a load is worth more than the one before it. Driving into one's own row loses the load. Houses and the edge of
 * the town only stop the courier. A round takes two minutes of driving. A pause stops the courier and the time.
 */
import type { Metrics } from './arcade.ts';
import { type Direction, isDirection, RIGHT } from './directions.ts';
import { blockedIn } from './parcels-maps.ts';
import {
  BIGGER,
  classic,
  courierOf,
  drivenAt,
  driveTo,
  FAR,
  FASTER,
  gapAfter,
  isChoosing,
  LIMIT_MS,
  LYING,
  loadOf,
  PAUSE,
  type ParcelsState,
  ROOM,
  type Setup,
  STOP,
  TIP,
  TIP_LOAD,
  tipLeft,
  worthOf,
} from './parcels-state.ts';
import { buildTown, CELLS, distance, opposite, SIZE } from './parcels-town.ts';
import { draw } from './random.ts';
import { turnOf } from './week.ts';

/** Draws a free cell that `fits`. There always is one, because a row is never as long as the town is large. */
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
  // The lowest street, which has no houses.
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
    event: { kind: 'none' },
    dice,
  };
  while (state.parcels.length < LYING) state = withParcel(state);
  return state;
}

function withParcel(state: ParcelsState): ParcelsState {
  const [cell, dice] = place(state);
  return { ...state, parcels: [...state.parcels, cell], dice };
}

/** Applies a queued turn as soon as there is a street for it. */
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
  if (cell === undefined) return { ...steered, event: { kind: 'stopped' } };

  const load = loadOf(steered);
  const picks = steered.parcels.includes(cell);
  const grows = picks && steered.aboard >= ROOM * steered.bigger;
  // The last parcel moves on and frees its cell, unless the row grows.
  if (steered.row.slice(0, grows ? undefined : -1).includes(cell))
    return { ...steered, row: [cell], aboard: 0, event: { kind: 'spilled', load } };
  const row = [cell, ...(grows ? steered.row : steered.row.slice(0, -1))];
  if (picks) {
    const parcels = steered.parcels.filter((parcel) => parcel !== cell);
    const aboard = steered.aboard + (grows ? 0 : 1);
    return withParcel({ ...steered, row, aboard, parcels, event: { kind: 'picked' } });
  }
  if (cell !== steered.door || load === 0) return { ...steered, row, event: { kind: 'moved' } };
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
    event: { kind: 'delivered', load, gained, tip },
  };
  return isChoosing(after) ? { ...after, driven: after.steppedAt, since: null } : after;
}

export function advance(state: ParcelsState, at: number): ParcelsState {
  let now = state;
  while (now.due <= drivenAt(now, at)) now = step(now);
  return now;
}

/** Queues a turn. It replaces a blocked one; otherwise it becomes the second. Turning back is ignored. */
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
  // A waiting courier sets off on any direction.
  if (state.since === null) return { ...after, since: at, moves: state.moves + 1 };
  return after === state ? state : { ...after, moves: state.moves + 1 };
}

/** Improves the van. It drives on, unless another improvement is due. */
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

/** Whether the round was stopped or has no step left. Neither depends on a clock. */
export function isOver(state: ParcelsState): boolean {
  return state.stopped || state.due > LIMIT_MS;
}

/** How many parcels make a full round. */
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
