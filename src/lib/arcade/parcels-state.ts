/** The state of a round of Parcels, and what can be read from it. parcels.ts has the rules that change it. */
import type { Direction } from './directions.ts';
import { type TownMap, wayOf } from './parcels-maps.ts';
import { beyond, opposite } from './parcels-town.ts';

/** Acts of the log besides the directions (0 to 3, directions.ts). */
export const PAUSE = 4;
export const STOP = 5;
/** The choice of a better van. */
export const FASTER = 6;
export const BIGGER = 7;

/** A round, in milliseconds of driving. */
export const LIMIT_MS = 120_000;
/** The number of parcels in the streets at any time. */
export const LYING = 3;
/**
 * The worth of the first parcel in a load, which is also how much more each further one is worth, and the last one that rises.
 */
const WORTH = 10;
const MOST_WORTH = 10;
/** The smallest distance of a new door from the courier, in steps. */
export const FAR = 5;

/** A load of at least this size, delivered this soon after its door opened, earns this tip. */
export const TIP_LOAD = 3;
export const TIP_MS = 12_000;
export const TIP = 50;
/** How many milliseconds shorter a step of a faster van is, and how many parcels a bigger van holds. */
const FASTER_MS = 15;
export const ROOM = 2;

/** What a variant adds to the rules of Classic. */
export interface Setup {
  /** Hand-made towns, one per week in turn. If empty, the seed builds the town. */
  readonly maps: readonly TownMap[];
  readonly tips: boolean;
  /** The numbers of delivered parcels after which the player can improve the van. */
  readonly upgrades: readonly number[];
  /** The length of each step. Null: the courier gets faster every twelve seconds. */
  readonly stepMs: number | null;
}
export const classic: Setup = { maps: [], tips: false, upgrades: [], stepMs: null };

/** Returns the length of the step that follows `driven` milliseconds of driving. */
export const gapAfter = ({ stepMs }: Setup, driven: number, faster: number) =>
  (stepMs ?? Math.max(105, 175 - 8 * Math.floor(driven / 12_000))) - FASTER_MS * faster;

/** What the last step did, for the renderer. */
export type StepEvent =
  | { readonly kind: 'none' | 'moved' | 'stopped' | 'picked' }
  /** `gained` includes `tip`. */
  | { readonly kind: 'delivered'; readonly load: number; readonly gained: number; readonly tip: number }
  | { readonly kind: 'spilled'; readonly load: number };

export interface ParcelsState {
  readonly setup: Setup;
  readonly score: number;
  readonly houses: readonly boolean[];
  /** The hand-made town, if there is one. */
  readonly map: TownMap | null;
  /** The cells of the courier and of the parcels behind it, in order. */
  readonly row: readonly number[];
  /** null until the first act. */
  readonly heading: Direction | null;
  /** Queued turns, at most two. The first one is for the next step, or for the next opening if it is blocked. */
  readonly turns: readonly Direction[];
  readonly blocked: boolean;
  readonly parcels: readonly number[];
  readonly door: number;
  /** In milliseconds of driving: when the door opened, when the last step was made, and when the next one is due. */
  readonly doorSince: number;
  readonly steppedAt: number;
  readonly due: number;
  /** Steps made. */
  readonly steps: number;
  /** How often the van got faster or bigger, and how many parcels are inside it instead of trailing. */
  readonly faster: number;
  readonly bigger: number;
  readonly aboard: number;
  /** Milliseconds driven before the last stop, and when driving resumed. `since` is null while the courier waits. */
  readonly driven: number;
  readonly since: number | null;
  readonly stopped: boolean;
  readonly moves: number;
  readonly delivered: number;
  readonly bestLoad: number;
  readonly event: StepEvent;
  /** The state of the random generator (random.ts). */
  readonly dice: number;
}

/** Returns the number of parcels carried. */
export function loadOf({ row, aboard }: ParcelsState): number {
  return row.length - 1 + aboard;
}

/** Whether the van waits for the player to choose an improvement. */
export function isChoosing({ setup, delivered, faster, bigger }: ParcelsState): boolean {
  return setup.upgrades.filter((needed) => delivered >= needed).length > faster + bigger;
}

/** Returns the share of the tip time that is left, from 1 to 0. 0 if there are no tips. */
export function tipLeft({ setup, steppedAt, doorSince }: ParcelsState): number {
  return setup.tips ? Math.max(0, 1 - (steppedAt - doorSince) / TIP_MS) : 0;
}

/** Returns the next cell in a direction. Undefined at the edge, at a house, or against a one-way street. */
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

/** Returns the worth of a load: 1 → 10, 2 → 30, 3 → 60 … */
export function worthOf(load: number): number {
  const rising = Math.min(load, MOST_WORTH);
  return WORTH * ((rising * (rising + 1)) / 2 + (load - rising) * MOST_WORTH);
}

/** Returns the milliseconds driven by that time. */
export function drivenAt({ driven, since }: ParcelsState, at: number): number {
  return Math.min(LIMIT_MS, since === null ? driven : driven + Math.max(0, at - since));
}
