/**
 * Hatch: a pixel creature hides in a grid. Numbers at each row and column show the lengths of its runs of pixels. Creatures are
 * symmetric, so shading a pixel also shades its mirror image. Shading a pixel that isn't part of the creature costs time. When
 * the whole creature is shaded it hatches, and a slightly larger one comes next.
 */
import { CLASSIC, type Metrics, type Rules, type Variant } from './arcade.ts';
import { codeOf } from './creatures.ts';
import { giants, type Picture, pictureOf, sizes } from './hatch-pictures.ts';
import { defineRules } from './rules.ts';

/** The length of a round and the price of a wrong pixel, in milliseconds. */
export const LIMIT_MS = 180_000;
export const PRICE_MS = 5_000;
/** The score for a pixel, for a creature without a wrong pixel, and for each second left after the last creature. */
const PIXEL = 10;
const FLAWLESS = 100;
const SECOND = 10;

/** Cells are numbered in rows of ten, regardless of the picture's size: cell = 10 · y + x. */
const STRIDE = 10;
export const cellAt = (x: number, y: number) => y * STRIDE + x;
export const placeOf = (cell: number) => ({ x: cell % STRIDE, y: Math.floor(cell / STRIDE) });

/** An act shades all cells from one to another in the same row or column. Both can be the same cell. */
const CELLS = STRIDE * STRIDE;
export const shade = (from: number, to: number) => from * CELLS + to;

/** The act that turns the clock off, and the one for a hint, which shades a pixel. */
export const UNTIMED = CELLS * CELLS;
export const HINT = UNTIMED + 1;

/** How the variants differ. */
interface Shape {
  readonly sizes: readonly number[];
  readonly limitMs: number;
  /** Hints per round. */
  readonly hints: number;
}
const classic: Shape = { sizes, limitMs: LIMIT_MS, hints: 0 };

export type Mark = 'open' | 'shaded' | 'wrong';

export interface HatchState {
  readonly shape: Shape;
  readonly score: number;
  readonly seed: number;
  readonly picture: Picture;
  /** The marks of the picture's cells, row by row. */
  readonly marks: readonly Mark[];
  /** The pictures of this round that have hatched, in order. */
  readonly hatched: readonly Picture[];
  /** How many of them hatched without a wrong pixel. */
  readonly flawless: number;
  /** Wrong pixels in the round and in this picture. A pixel and its mirror image count as one. */
  readonly mistakes: number;
  readonly mistakesHere: number;
  /** The hints left, and whether this picture had one. Pixels from a hint score nothing, and the creature then gets no bonus. */
  readonly hints: number;
  readonly hinted: boolean;
  readonly moves: number;
  /** Whether there is a clock. Without one, as many mistakes as would use up the time still end the round. */
  readonly timed: boolean;
  readonly over: boolean;
  /** What the last act did, for the renderer. */
  readonly last: {
    readonly shaded: number;
    readonly wrong: boolean;
    readonly hatched: boolean;
    readonly gained: number;
  };
}

const blank = ({ size }: Picture) => new Array<Mark>(size * size).fill('open');
const nothing = { shaded: 0, wrong: false, hatched: false, gained: 0 };

export function start(seed: number, shape: Shape = classic): HatchState {
  const picture = pictureOf(seed >>> 0, 0, shape.sizes);
  return {
    shape,
    score: 0,
    seed: seed >>> 0,
    picture,
    marks: blank(picture),
    hatched: [],
    flawless: 0,
    mistakes: 0,
    mistakesHere: 0,
    hints: shape.hints,
    hinted: false,
    moves: 0,
    timed: true,
    over: false,
    last: nothing,
  };
}

/** When the round ends, in milliseconds. */
function endOf({ shape, mistakes }: HatchState): number {
  return shape.limitMs - mistakes * PRICE_MS;
}

/** Returns the first and the last cell of an act. */
export const endsOf = (act: number) => [placeOf(Math.floor(act / CELLS)), placeOf(act % CELLS)] as const;

/** Returns the cells of an act, in the order in which they are shaded. Empty if the act doesn't fit the picture. */
function cellsOf(act: number, size: number): { x: number; y: number }[] {
  const [from, to] = endsOf(act);
  const inside = Math.max(from.x, from.y, to.x, to.y) < size;
  if (!inside || (from.x !== to.x && from.y !== to.y)) return [];
  const length = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return Array.from({ length: length + 1 }, (_, at) => ({
    x: from.x + Math.sign(to.x - from.x) * at,
    y: from.y + Math.sign(to.y - from.y) * at,
  }));
}

function act(state: HatchState, given: number, at: number): HatchState {
  if (state.over) return state;
  if (given === UNTIMED) return state.timed && state.moves === 0 ? { ...state, timed: false } : state;
  if (given === HINT) return hint(state, at);
  const { size, cells } = state.picture;
  const marks = [...state.marks];
  let [shaded, wrong] = [0, false];
  for (const { x, y } of cellsOf(given, size)) {
    const pair = [y * size + x, y * size + size - 1 - x] as const;
    if (marks[pair[0]] !== 'open') continue;
    wrong = !cells[pair[0]];
    for (const cell of pair) marks[cell] = wrong ? 'wrong' : 'shaded';
    if (wrong) break;
    shaded += pair[0] === pair[1] ? 1 : 2;
  }
  if (shaded === 0 && !wrong) return state;
  const mistakes = state.mistakes + (wrong ? 1 : 0);
  const after = {
    ...state,
    score: state.score + shaded * PIXEL,
    marks,
    mistakes,
    mistakesHere: state.mistakesHere + (wrong ? 1 : 0),
    moves: state.moves + 1,
    last: { shaded, wrong, hatched: false, gained: shaded * PIXEL },
  };
  return settled(after, at);
}

/** Shades the first unshaded pixel of the creature, and its mirror image. */
function hint(state: HatchState, at: number): HatchState {
  const { size, cells } = state.picture;
  const cell = cells.findIndex((on, each) => on && state.marks[each] === 'open');
  if (state.hints === 0 || cell < 0) return state;
  const marks = [...state.marks];
  const mirror = cell - (cell % size) + size - 1 - (cell % size);
  for (const each of [cell, mirror]) marks[each] = 'shaded';
  const last = { ...nothing, shaded: cell === mirror ? 1 : 2 };
  return settled({ ...state, marks, hints: state.hints - 1, hinted: true, moves: state.moves + 1, last }, at);
}

/** Hatches the creature if it is complete, and applies the clock. Call it after marks have changed. */
function settled(state: HatchState, at: number): HatchState {
  const out = state.picture.cells.every((on, cell) => !on || state.marks[cell] === 'shaded');
  return advance(out ? comeOut(state, at) : state, at);
}

function comeOut(state: HatchState, at: number): HatchState {
  const flawless = state.mistakesHere === 0 && !state.hinted;
  const hatched = [...state.hatched, state.picture];
  const { sizes } = state.shape;
  const last = hatched.length === sizes.length;
  const bonus =
    (flawless ? FLAWLESS : 0) +
    (last && state.timed ? SECOND * Math.floor(Math.max(0, endOf(state) - at) / 1000) : 0);
  const picture = last ? state.picture : pictureOf(state.seed, hatched.length, sizes);
  return {
    ...state,
    score: state.score + bonus,
    picture,
    marks: last ? state.marks : blank(picture),
    hatched,
    flawless: state.flawless + (flawless ? 1 : 0),
    mistakesHere: 0,
    hinted: false,
    over: last,
    last: { ...state.last, hatched: true, gained: state.last.gained + bonus },
  };
}

function advance(state: HatchState, at: number): HatchState {
  const spent = state.timed ? at : 0;
  return !state.over && spent >= endOf(state) ? { ...state, over: true } : state;
}

/** How many creatures make a full round. */
const FULL_ROUND = 1;

export function metricsOf(state: HatchState): Metrics {
  return {
    score: state.score,
    rounds: state.hatched.length < FULL_ROUND ? 0 : 1,
    hatched: state.hatched.length,
    flawless: state.flawless,
    moves: state.moves,
  };
}

const rulesOf = (shape: Shape, variant: Variant): Rules<HatchState> =>
  defineRules<HatchState>({
    name: 'hatch',
    variant,
    version: 2,
    acts: HINT + 1,
    // On a shared seed everyone has the same clock.
    ...(!variant.weekly && { untimed: UNTIMED }),
    mostActs: 500,
    start: (seed) => start(seed, shape),
    act: (state, given, at) => (given === UNTIMED && variant.weekly ? state : act(state, given, at)),
    advance,
    nextAt: (state) => (state.over || !state.timed ? null : endOf(state)),
    timeLeft: (state, at) => (state.timed ? Math.max(0, endOf(state) - at) : null),
    isOver: (state) => state.over,
    metricsOf,
    finds: (seed, { hatched = 0 }) =>
      Array.from({ length: hatched }, (_, index) => codeOf(pictureOf(seed >>> 0, index, shape.sizes))),
  });

export const hatch = rulesOf(classic, {
  id: CLASSIC,
  name: 'Classic',
  line: 'Ten creatures in three minutes.',
  difficulty: 'normal',
  medals: [600, 1500, 2500],
});

const HINTS = 3;

export const hatchVariants = [
  hatch,
  rulesOf(
    { sizes, limitMs: 300_000, hints: HINTS },
    {
      id: 'hints',
      name: 'With hints',
      line: 'Five minutes and three hints. A hint scores nothing, and its creature loses the bonus for no mistakes.',
      difficulty: 'easy',
      medals: [800, 2000, 3500],
    },
  ),
  rulesOf(
    { sizes: giants, limitMs: 600_000, hints: HINTS },
    {
      id: 'weekly',
      name: 'Weekly giants',
      line: 'Three giants of ten by ten, the same for everyone until Monday. You have ten minutes and three hints.',
      difficulty: 'hard',
      medals: [600, 2000, 4000],
      weekly: true,
      rival: true,
    },
  ),
] as const satisfies readonly Rules<HatchState>[];
