/**
 * Rungs: a word ladder. Each step changes one letter of a four-letter word and must give another word. Each ladder starts where
 * the last one ended and has a new goal. Its par is the fewest steps to the goal. A step over par costs score, and so does a
 * hint. A word that isn't in the list costs nothing.
 */
import { CLASSIC, type Metrics, type Rules, type Variant } from './arcade.ts';
import { draw } from './random.ts';
import { defineRules } from './rules.ts';
import { words } from './rungs-words.ts';

/** How the variants differ. */
interface Shape {
  /** The pars of the ladders, in order. */
  readonly pars: readonly number[];
  /** The length of a round, in milliseconds. */
  readonly limitMs: number;
}
const classic: Shape = { pars: [2, 3, 3, 4, 5], limitMs: 240_000 };
/** The score for a step, the deduction for each step over par, and the smallest score per step. */
const STEP = 50;
export const OVER = 25;
const LEAST = 10;
/** How many steps a hint counts as. */
export const HINT_STEPS = 3;
/** The fewest neighbours of a word at either end of a ladder. */
const WAYS = 5;

const LETTERS = 26;
export const WORD = 4;
const A = 'a'.charCodeAt(0);

/** The act that changes the letter at a place. (1, 'o') → 40 */
export const change = (place: number, letter: string) => place * LETTERS + letter.charCodeAt(0) - A;
/** The other acts: back to the previous rung, a hint, and a round without a clock. */
export const BACK = WORD * LETTERS;
export const HINT = BACK + 1;
export const UNTIMED = BACK + 2;

const withLetter = (word: string, place: number, letter: number) =>
  word.slice(0, place) + String.fromCharCode(A + letter) + word.slice(place + 1);
/** Returns the word after a change. ('cold', change(2, 'r')) → 'cord' */
export const changed = (word: string, act: number) =>
  withLetter(word, Math.floor(act / LETTERS), act % LETTERS);

/** The neighbours of each word (one letter apart), in the list's order. Computed when the first round begins. */
let ways: ReadonlyMap<string, readonly string[]> | undefined;
function allWays(): ReadonlyMap<string, readonly string[]> {
  if (ways) return ways;
  const all = new Map(words.map((word): [string, string[]] => [word, []]));
  for (const [word, next] of all)
    for (let act = 0; act < BACK; act++) {
      const other = changed(word, act);
      if (other !== word && all.has(other)) next.push(other);
    }
  ways = all;
  return all;
}
export const waysFrom = (word: string): readonly string[] => allWays().get(word) ?? [];
export const isWord = (word: string): boolean => allWays().has(word);

/** The distances of recent ladders, by goal, so that each is searched only once. */
const searched = new Map<string, ReadonlyMap<string, number>>();
const KEPT = 64;

/** Returns the fewest steps from each word to the goal. */
export function distancesTo(goal: string): ReadonlyMap<string, number> {
  const known = searched.get(goal);
  if (known) return known;
  const steps = new Map([[goal, 0]]);
  for (const [word, away] of steps)
    for (const next of waysFrom(word)) if (!steps.has(next)) steps.set(next, away + 1);
  if (searched.size >= KEPT) searched.clear();
  searched.set(goal, steps);
  return steps;
}

/** What a step was: closer to the goal, not closer, or made by a hint. */
export type Mark = 'closer' | 'astray' | 'hint';

export interface RungsState {
  readonly shape: Shape;
  readonly score: number;
  /** The word where the first ladder begins, then the goals. */
  readonly stops: readonly string[];
  /** The words from the start of the current ladder to the player's position. */
  readonly path: readonly string[];
  /** The steps made on the current ladder, including those taken back. */
  readonly marks: readonly Mark[];
  /** The steps of the finished ladders, in order. */
  readonly climbed: readonly (readonly Mark[])[];
  readonly moves: number;
  readonly timed: boolean;
  readonly over: boolean;
  /** What the last act did, for the renderer. */
  readonly last: {
    readonly kind: 'none' | Mark | 'back';
    readonly climbed: boolean;
    readonly gained: number;
  };
}

export const wordOf = ({ path }: RungsState): string => path.at(-1) ?? '';
/** Returns the goal of the current ladder, or of the last one. */
export const goalOf = ({ stops, climbed }: RungsState): string =>
  stops[climbed.length + 1] ?? stops.at(-1) ?? '';
export const parOf = ({ shape, climbed }: RungsState): number => shape.pars[climbed.length] ?? 0;
/** Returns the fewest steps left to the goal. */
export const leftOf = (state: RungsState): number => distancesTo(goalOf(state)).get(wordOf(state)) ?? 0;
export const strokesOf = (marks: readonly Mark[]): number =>
  marks.reduce((sum, mark) => sum + (mark === 'hint' ? HINT_STEPS : 1), 0);

export const isEnd = (word: string): boolean => waysFrom(word).length >= WAYS;

/** The words that a ladder can start or end with. Computed when the first round begins. */
let allEnds: readonly string[] | undefined;

function stopsOf(seed: number, { pars }: Shape): string[] {
  allEnds ??= words.filter(isEnd);
  const ends = allEnds;
  const [first, memory] = draw(seed, ends.length);
  let dice = memory;
  const stops = [ends[first] ?? ''];
  for (const par of pars) {
    const away = distancesTo(stops.at(-1) ?? '');
    const fitting = ends.filter((word) => away.get(word) === par && !stops.includes(word));
    const [index, after] = draw(dice, Math.max(1, fitting.length));
    dice = after;
    stops.push(fitting[index] ?? '');
  }
  return stops;
}

function start(seed: number, shape: Shape): RungsState {
  const stops = stopsOf(seed >>> 0, shape);
  return {
    shape,
    score: 0,
    stops,
    path: stops.slice(0, 1),
    marks: [],
    climbed: [],
    moves: 0,
    timed: true,
    over: false,
    last: { kind: 'none', climbed: false, gained: 0 },
  };
}

function act(state: RungsState, given: number, at: number): RungsState {
  if (state.over) return state;
  if (given === UNTIMED) return state.timed && state.moves === 0 ? { ...state, timed: false } : state;
  if (given === BACK) {
    if (state.path.length === 1) return state;
    const last = { kind: 'back', climbed: false, gained: 0 } as const;
    return { ...state, path: state.path.slice(0, -1), moves: state.moves + 1, last };
  }
  const left = distancesTo(goalOf(state));
  const word = wordOf(state);
  const here = left.get(word) ?? 0;
  const isCloser = (next: string) => (left.get(next) ?? here) < here;
  const next = given === HINT ? waysFrom(word).find(isCloser) : changed(word, given);
  if (next === undefined || next === word || !isWord(next)) return state;
  const kind = given === HINT ? 'hint' : isCloser(next) ? 'closer' : 'astray';
  const after: RungsState = {
    ...state,
    path: [...state.path, next],
    marks: [...state.marks, kind],
    moves: state.moves + 1,
    last: { kind, climbed: false, gained: 0 },
  };
  return next === goalOf(state) ? climb(after, at) : after;
}

function climb(state: RungsState, at: number): RungsState {
  const par = parOf(state);
  const over = strokesOf(state.marks) - par;
  const climbed = [...state.climbed, state.marks];
  const { pars, limitMs } = state.shape;
  const isLast = climbed.length === pars.length;
  const seconds = isLast && state.timed ? Math.floor(Math.max(0, limitMs - at) / 1000) : 0;
  const gained = Math.max(LEAST * par, STEP * par - OVER * over) + seconds;
  return {
    ...state,
    score: state.score + gained,
    climbed,
    path: isLast ? state.path : [wordOf(state)],
    marks: [],
    over: isLast,
    last: { ...state.last, climbed: true, gained },
  };
}

function advance(state: RungsState, at: number): RungsState {
  return !state.over && state.timed && at >= state.shape.limitMs ? { ...state, over: true } : state;
}

/** Returns how many ladders took no more steps than par. */
export const atPar = ({ shape, climbed }: RungsState): number =>
  climbed.filter((marks, index) => strokesOf(marks) === shape.pars[index]).length;

function metricsOf(state: RungsState): Metrics {
  const { score, climbed, moves } = state;
  return {
    score,
    rounds: climbed.length === 0 ? 0 : 1,
    ladders: climbed.length,
    at_par: atPar(state),
    moves,
  };
}

const rulesOf = (shape: Shape, variant: Variant): Rules<RungsState> =>
  defineRules<RungsState>({
    name: 'rungs',
    variant,
    version: 1,
    acts: UNTIMED + 1,
    untimed: UNTIMED,
    mostActs: 400,
    start: (seed) => start(seed, shape),
    act,
    advance,
    nextAt: ({ over, timed }) => (over || !timed ? null : shape.limitMs),
    timeLeft: ({ timed }, at) => (timed ? Math.max(0, shape.limitMs - at) : null),
    isOver: ({ over }) => over,
    metricsOf,
  });

export const rungs = rulesOf(classic, {
  id: CLASSIC,
  name: 'Classic',
  line: 'Five word ladders in four minutes.',
  difficulty: 'normal',
  medals: [300, 600, 850],
});

export const rungsVariants = [
  rungs,
  rulesOf(
    { pars: [2, 2, 3, 3, 3], limitMs: 300_000 },
    {
      id: 'short',
      name: 'Short ladders',
      line: 'Five ladders of two or three steps in five minutes.',
      difficulty: 'easy',
      medals: [250, 450, 650],
    },
  ),
  rulesOf(
    { pars: [5, 6, 7], limitMs: 360_000 },
    {
      id: 'tall',
      name: 'Tall ladders',
      line: 'Three ladders of five, six and seven steps in six minutes.',
      difficulty: 'hard',
      medals: [350, 600, 900],
    },
  ),
] as const satisfies readonly Rules<RungsState>[];
