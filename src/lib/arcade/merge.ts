/**
 * Merge: numbered tiles on a board of 4×4. A move slides all tiles one way; two equal tiles that meet become one of twice
 * the value, once per move, and its value is added to the score. After each move one tile comes: a 2, or one time in ten a 4.
 */
import type { Metrics } from './arcade.ts';
import { type Direction, DOWN, directions, isDirection, LEFT, RIGHT } from './directions.ts';
import { below, nextState, numberOf } from './random.ts';
import { defineRules } from './rules.ts';

export const SIZE = 4;
const CELLS = SIZE * SIZE;

export interface Tile {
  /** Stays with the tile as it slides; a merged tile is a new one. Later tiles have higher ids. */
  readonly id: number;
  /** 2, 4, 8 … */
  readonly value: number;
  /** 0 to 15, row by row from the top left. */
  readonly cell: number;
}

/** What the last move did, for whoever draws it. `from` and `to` are cells. */
export interface Change {
  readonly slid: readonly { readonly id: number; readonly from: number; readonly to: number }[];
  readonly merged: readonly {
    readonly id: number;
    readonly of: readonly [Tile, Tile];
    readonly to: number;
  }[];
  readonly spawned: readonly Tile[];
  /** What the move added to the score. */
  readonly gained: number;
}

export interface MergeState {
  readonly tiles: readonly Tile[];
  readonly score: number;
  readonly moves: number;
  readonly change: Change;
  readonly nextId: number;
  /** The generator's memory (random.ts). */
  readonly dice: number;
}

const nothing: Change = { slid: [], merged: [], spawned: [], gained: 0 };

/** The four lines of a direction, each as cells in the order in which tiles come to rest. */
const lines: readonly (readonly (readonly number[])[])[] = directions.map((direction) =>
  Array.from({ length: SIZE }, (_, line) =>
    Array.from({ length: SIZE }, (_, step) => {
      const place = direction === RIGHT || direction === DOWN ? SIZE - 1 - step : step;
      return direction === LEFT || direction === RIGHT ? line * SIZE + place : place * SIZE + line;
    }),
  ),
);

function spawn(state: MergeState): MergeState {
  const taken = new Set(state.tiles.map((tile) => tile.cell));
  const free: number[] = [];
  for (let cell = 0; cell < CELLS; cell++) if (!taken.has(cell)) free.push(cell);
  let dice = state.dice;
  const random = () => {
    dice = nextState(dice);
    return numberOf(dice);
  };
  const cell = free[below(random, Math.max(1, free.length))];
  if (cell === undefined) return state;
  const tile: Tile = { id: state.nextId, value: below(random, 10) === 0 ? 4 : 2, cell };
  return {
    ...state,
    tiles: [...state.tiles, tile],
    change: { ...state.change, spawned: [...state.change.spawned, tile] },
    nextId: state.nextId + 1,
    dice,
  };
}

/** The board at the start: two tiles. `seed` is read as an unsigned 32-bit whole number. */
export function start(seed: number): MergeState {
  return spawn(spawn({ tiles: [], score: 0, moves: 0, change: nothing, nextId: 1, dice: seed >>> 0 }));
}

/** The tiles of a state by cell; undefined where it is empty. */
function byCell(tiles: readonly Tile[]): (Tile | undefined)[] {
  const cells = new Array<Tile | undefined>(CELLS).fill(undefined);
  for (const tile of tiles) cells[tile.cell] = tile;
  return cells;
}

/** One move and the tile that comes after it. The very same state when nothing can slide or merge that way. */
export function move(state: MergeState, direction: Direction): MergeState {
  const cells = byCell(state.tiles);
  const tiles: Tile[] = [];
  const slid: { id: number; from: number; to: number }[] = [];
  const merged: { id: number; of: readonly [Tile, Tile]; to: number }[] = [];
  let nextId = state.nextId;
  let gained = 0;

  for (const line of lines[direction] ?? []) {
    let step = 0;
    const rest = line.flatMap((cell) => cells[cell] ?? []);
    for (let index = 0; index < rest.length; index++) {
      const [tile, next] = [rest[index], rest[index + 1]];
      const to = line[step];
      if (tile === undefined || to === undefined) break;
      step += 1;
      if (tile.cell !== to) slid.push({ id: tile.id, from: tile.cell, to });
      if (next?.value !== tile.value) {
        tiles.push(tile.cell === to ? tile : { ...tile, cell: to });
        continue;
      }
      // Both are used up here, so that neither can merge again in this move.
      index += 1;
      slid.push({ id: next.id, from: next.cell, to });
      merged.push({ id: nextId, of: [tile, next], to });
      tiles.push({ id: nextId, value: tile.value * 2, cell: to });
      gained += tile.value * 2;
      nextId += 1;
    }
  }

  if (slid.length === 0) return state;
  return spawn({
    tiles,
    score: state.score + gained,
    moves: state.moves + 1,
    change: { slid, merged, spawned: [], gained },
    nextId,
    dice: state.dice,
  });
}

/** Whether no direction changes anything any more. */
export function isOver(state: MergeState): boolean {
  if (state.tiles.length < CELLS) return false;
  const values = gridOf(state);
  return values.every(
    (value, cell) =>
      (cell % SIZE === SIZE - 1 || values[cell + 1] !== value) && values[cell + SIZE] !== value,
  );
}

/** The sixteen values row by row, 0 where a cell is empty. */
export function gridOf(state: MergeState): readonly number[] {
  return byCell(state.tiles).map((tile) => tile?.value ?? 0);
}

/** The highest value on the board. */
export function bestTile(state: MergeState): number {
  return state.tiles.reduce((best, tile) => Math.max(best, tile.value), 0);
}

/** Moves that make a round count as one, so that ten rounds can't be had by ten single moves. */
const FULL_ROUND = 20;

/** What quests count, as the round stands. */
export function metricsOf(state: MergeState): Metrics {
  return {
    score: state.score,
    rounds: state.moves < FULL_ROUND ? 0 : 1,
    best_tile: bestTile(state),
    moves: state.moves,
  };
}

export const merge = defineRules<MergeState>({
  name: 'merge',
  version: 1,
  acts: directions.length,
  mostActs: 12_000,
  start,
  act: (state, act) => (isDirection(act) ? move(state, act) : state),
  isOver,
  metricsOf,
});
