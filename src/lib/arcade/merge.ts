/**
 * Merge: numbered tiles on a square board. A move slides all tiles in one direction. Two equal tiles that meet merge into one of
 * twice the value, at most once per move, and its value is added to the score. After each move a new tile appears: a 2, or a 4
 * one time in ten.
 */
import type { Metrics } from './arcade.ts';
import { type Direction, DOWN, directions, LEFT, RIGHT } from './directions.ts';
import { draw } from './random.ts';

/** How a variant differs. */
export interface Shape {
  /** Cells per side. */
  readonly size: number;
  /** The number of cells that the seed blocks. No tile appears there, and tiles stop at them. */
  readonly blockers: number;
  /** The tile that ends the round. The score depends on the number of moves needed to reach it. */
  readonly target?: { readonly tile: number; readonly par: number };
}
export const classic: Shape = { size: 4, blockers: 0 };

/** The act that undoes the last move. */
export const UNDO = directions.length;
/** Undos per round. */
const UNDOS = 3;

export interface Tile {
  /** Stays the same while the tile slides. A merged tile has the id of the first of its two tiles. */
  readonly id: number;
  /** 2, 4, 8 … */
  readonly value: number;
  /** From 0, row by row from the top left. */
  readonly cell: number;
}

/** What the last move did, for the renderer. */
export interface Change {
  readonly merged: readonly {
    readonly of: readonly [Tile, Tile];
    readonly to: number;
  }[];
  readonly spawned: readonly Tile[];
  /** What the move added to the score. */
  readonly gained: number;
}

/** The state that an undo restores. It includes the dice, so the same move brings the same tile again. */
interface Position {
  readonly tiles: readonly Tile[];
  readonly score: number;
  readonly moves: number;
  readonly nextId: number;
  /** The state of the random generator (random.ts). */
  readonly dice: number;
}

export interface MergeState extends Position {
  readonly shape: Shape;
  /** The blocked cells. */
  readonly blocked: readonly number[];
  readonly change: Change;
  /** How many undos are left. */
  readonly undos: number;
  /** The positions that undos can restore, latest last. */
  readonly past: readonly Position[];
}

const nothing: Change = { merged: [], spawned: [], gained: 0 };

/** The lines of a board by direction. Each lists its cells in the order in which tiles come to rest. */
const linesOf = (size: number): readonly (readonly (readonly number[])[])[] =>
  directions.map((direction) =>
    Array.from({ length: size }, (_, line) =>
      Array.from({ length: size }, (_, step) => {
        const place = direction === RIGHT || direction === DOWN ? size - 1 - step : step;
        return direction === LEFT || direction === RIGHT ? line * size + place : place * size + line;
      }),
    ),
  );
const lines: Readonly<Record<number, ReturnType<typeof linesOf>>> = { 4: linesOf(4), 5: linesOf(5) };

/** Splits a line at blocked cells into the parts along which tiles can slide. */
function stretchesOf(line: readonly number[], blocked: readonly number[]): readonly (readonly number[])[] {
  if (blocked.length === 0) return [line];
  const stretches: number[][] = [[]];
  for (const cell of line) {
    if (blocked.includes(cell)) stretches.push([]);
    else stretches.at(-1)?.push(cell);
  }
  return stretches;
}

function spawn(state: MergeState): MergeState {
  const taken = new Set([...state.blocked, ...state.tiles.map((tile) => tile.cell)]);
  const free: number[] = [];
  for (let cell = 0; cell < state.shape.size ** 2; cell++) if (!taken.has(cell)) free.push(cell);
  const [at, memory] = draw(state.dice, Math.max(1, free.length));
  const cell = free[at];
  if (cell === undefined) return state;
  const [tenth, dice] = draw(memory, 10);
  const tile: Tile = { id: state.nextId, value: tenth === 0 ? 4 : 2, cell };
  return {
    ...state,
    tiles: [...state.tiles, tile],
    change: { ...state.change, spawned: [...state.change.spawned, tile] },
    nextId: state.nextId + 1,
    dice,
  };
}

/** Blocks cells. No two are adjacent, even diagonally, so every cell can still be reached from every other. */
function block({ size, blockers }: Shape, seed: number): Pick<MergeState, 'blocked' | 'dice'> {
  let dice = seed;
  const blocked: number[] = [];
  const isNear = (one: number, other: number) =>
    Math.abs((one % size) - (other % size)) <= 1 &&
    Math.abs(Math.floor(one / size) - Math.floor(other / size)) <= 1;
  while (blocked.length < blockers) {
    const open = Array.from({ length: size ** 2 }, (_, cell) => cell).filter(
      (cell) => !blocked.some((other) => isNear(cell, other)),
    );
    const [at, memory] = draw(dice, Math.max(1, open.length));
    dice = memory;
    const cell = open[at];
    if (cell === undefined) break;
    blocked.push(cell);
  }
  return { blocked, dice };
}

/** Returns the board at the start, with two tiles. `seed` is read as an unsigned 32-bit integer. */
export function start(seed: number, shape: Shape = classic): MergeState {
  const empty = { tiles: [], score: 0, moves: 0, change: nothing, nextId: 1, undos: UNDOS, past: [] };
  return spawn(spawn({ ...empty, shape, ...block(shape, seed >>> 0) }));
}

/** Returns the tiles by cell, with undefined for empty cells. */
function byCell({ tiles, shape }: MergeState): (Tile | undefined)[] {
  const cells = new Array<Tile | undefined>(shape.size ** 2).fill(undefined);
  for (const tile of tiles) cells[tile.cell] = tile;
  return cells;
}

/** Makes one move and adds the next tile. Returns the same object if nothing can slide or merge in that direction. */
export function move(state: MergeState, direction: Direction): MergeState {
  const cells = byCell(state);
  const tiles: Tile[] = [];
  const merged: { of: readonly [Tile, Tile]; to: number }[] = [];
  let gained = 0;
  let hasMoved = false;

  const { shape, blocked } = state;
  const all = lines[shape.size]?.[direction] ?? [];
  for (const line of all.flatMap((each) => stretchesOf(each, blocked))) {
    let step = 0;
    const rest = line.flatMap((cell) => cells[cell] ?? []);
    for (let index = 0; index < rest.length; index++) {
      const [tile, next] = [rest[index], rest[index + 1]];
      const to = line[step];
      if (tile === undefined || to === undefined) break;
      step += 1;
      if (tile.cell !== to) hasMoved = true;
      if (next?.value !== tile.value) {
        tiles.push(tile.cell === to ? tile : { ...tile, cell: to });
        continue;
      }
      // Skip both tiles, so that neither can merge again in this move.
      index += 1;
      hasMoved = true;
      merged.push({ of: [tile, next], to });
      tiles.push({ ...tile, value: tile.value * 2, cell: to });
      gained += tile.value * 2;
    }
  }

  if (!hasMoved) return state;
  const moves = state.moves + 1;
  return spawn({
    ...state,
    tiles,
    score: shape.target ? underPar(shape.target, tiles, moves) : state.score + gained,
    moves,
    change: { merged, spawned: [], gained },
    past: state.undos === 0 ? [] : [...state.past, positionOf(state)].slice(-state.undos),
  });
}

/** The score for reaching the target at par, and the difference for each move under or over par. */
const PAR_SCORE = 1000;
const MOVE_SCORE = 10;

function underPar(
  { tile, par }: NonNullable<Shape['target']>,
  tiles: readonly Tile[],
  moves: number,
): number {
  if (best(tiles) < tile) return 0;
  return Math.max(MOVE_SCORE, PAR_SCORE + MOVE_SCORE * (par - moves));
}

const positionOf = ({ tiles, score, moves, nextId, dice }: MergeState): Position => ({
  tiles,
  score,
  moves,
  nextId,
  dice,
});

/** Undoes the last move. Returns the same object if there is no move or no undo left. */
export function undo(state: MergeState): MergeState {
  const before = state.past.at(-1);
  if (!before || state.undos === 0 || isOver(state)) return state;
  const { past, undos } = state;
  return { ...state, ...before, past: past.slice(0, -1), undos: undos - 1, change: { ...nothing } };
}

/** Whether the target is reached or no move is possible. */
export function isOver(state: MergeState): boolean {
  const { shape, tiles, blocked } = state;
  const { size, target } = shape;
  if (target && best(tiles) >= target.tile) return true;
  if (tiles.length < size ** 2 - blocked.length) return false;
  const values = gridOf(state);
  return values.every(
    (value, cell) =>
      value === 0 ||
      ((cell % size === size - 1 || values[cell + 1] !== value) && values[cell + size] !== value),
  );
}

/** Returns the values row by row, with 0 for an empty or blocked cell. */
export function gridOf(state: MergeState): readonly number[] {
  return byCell(state).map((tile) => tile?.value ?? 0);
}

const best = (tiles: readonly Tile[]) => tiles.reduce((highest, { value }) => Math.max(highest, value), 0);

/** The highest value on the board. */
export const bestTile = (state: MergeState): number => best(state.tiles);

/** How many moves make a full round. Otherwise ten single moves would count as ten rounds. */
const FULL_ROUND = 20;

/** The metrics of the round so far. */
export function metricsOf(state: MergeState): Metrics {
  return {
    score: state.score,
    rounds: state.moves < FULL_ROUND ? 0 : 1,
    best_tile: bestTile(state),
    moves: state.moves,
  };
}
