/**
 * Tower: a ticket slides back and forth above a tower, and one act drops it. Any overhang is torn off, so the next ticket is as
 * wide as what is left. A complete miss ends the round. An almost exact drop loses nothing and scores more, and from the third in
 * a row on the ticket grows again. Tickets get faster, up to a limit.
 */
import { CLASSIC, type Metrics, type Rules, type Variant } from './arcade.ts';
import { draw } from './random.ts';
import { defineRules } from './rules.ts';

/** Widths and positions are whole units. This is the width of the lane in which a ticket slides. */
export const LANE = 64;
export const FULL_WIDTH = 24;
/** The height of a complete tower. The round ends there. */
export const TOP = 100;
/** How far off a drop can be and still count as exact, in units. */
const TOLERANCE = 2;
/** How long a ticket slides before it can be dropped, in milliseconds. It keeps a double tap from dropping two. */
export const MIN_SLIDE_MS = 150;

/** The acts. A pause moves the ticket back to the side, so that players can't aim while the time is stopped. */
export const DROP = 0;
export const PAUSE = 1;

/** A ticket in a row: from `x` to below `x + width`, in units from the left of the lane. */
export interface Ticket {
  readonly x: number;
  readonly width: number;
}

/** The sliding ticket. */
export interface Slide {
  readonly width: number;
  /** Units per second. */
  readonly speed: number;
  readonly from: 'left' | 'right';
  /** When it started. */
  readonly since: number;
  /** How far the wind moves it to the right as it falls, in units. Below zero: to the left. */
  readonly wind: number;
}

/** What the last drop did, for the renderer. */
export interface Drop {
  /** The ticket as it was when it was dropped. */
  readonly ticket: Ticket;
  /** What was torn off: nothing, a piece, or the whole ticket. */
  readonly torn: Ticket | null;
  readonly fits: boolean;
  readonly gained: number;
}

/** How the variants differ. */
interface Shape {
  /** The strongest wind, in units. */
  readonly wind: number;
  /** The length of a round with a clock, in milliseconds. In such a round, a miss costs only time. */
  readonly limit: number | null;
  /** How many tickets the speed is ahead of Classic. */
  readonly ahead: number;
}
const classic: Shape = { wind: 0, limit: null, ahead: 0 };

export interface TowerState {
  readonly shape: Shape;
  /** Whether the time is up. */
  readonly late: boolean;
  readonly score: number;
  /** The rows from the bottom up. The first one is the ground. */
  readonly rows: readonly Ticket[];
  readonly slide: Slide;
  /** Exact drops in a row: now, and the best of the round. */
  readonly streak: number;
  readonly bestStreak: number;
  readonly missed: boolean;
  readonly last: Drop | null;
  /** The state of the random generator (random.ts). */
  readonly dice: number;
}

/** Returns the speed of the ticket above this many rows, in units per second. The seed makes each one differ a little. */
function speedOf(rows: number, twentieths: number): number {
  return Math.floor((Math.min(112, 30 + Math.floor((rows * 6) / 5)) * (17 + twentieths)) / 20);
}

function nextSlide(
  { wind: strongest, ahead }: Shape,
  rows: number,
  width: number,
  since: number,
  dice: number,
): [Slide, number] {
  const [twentieths, memory] = draw(dice, 8);
  const [side, sided] = draw(memory, 2);
  const [blows, after] = strongest === 0 ? [0, sided] : draw(sided, 2 * strongest + 1);
  const slide = {
    width,
    speed: speedOf(rows + ahead, twentieths),
    from: side === 0 ? 'left' : 'right',
    since,
    wind: blows - strongest,
  } as const;
  return [slide, after];
}

/** Returns the left side of a sliding ticket, in units. */
export function placeOf({ width, speed, from, since }: Slide, at: number): number {
  const range = LANE - width;
  const way = Math.floor((Math.max(0, at - since) * speed) / 1000) % (2 * range);
  const far = way <= range ? way : 2 * range - way;
  return from === 'left' ? far : range - far;
}

/** Returns where a ticket dropped at that time lands. The wind moves it, within the lane. */
export function landingOf(slide: Slide, at: number): number {
  return Math.min(LANE - slide.width, Math.max(0, placeOf(slide, at) + slide.wind));
}

export function start(seed: number, shape: Shape = classic): TowerState {
  const [off, memory] = draw(seed >>> 0, 13);
  const ground = { x: (LANE - FULL_WIDTH) / 2 - 6 + off, width: FULL_WIDTH };
  const [slide, dice] = nextSlide(shape, 0, FULL_WIDTH, 0, memory);
  return {
    shape,
    late: false,
    score: 0,
    rows: [ground],
    slide,
    streak: 0,
    bestStreak: 0,
    missed: false,
    last: null,
    dice,
  };
}

/** Returns the highest row. */
export function topOf({ rows }: TowerState): Ticket {
  const top = rows.at(-1);
  if (top === undefined) throw new Error('a tower has its ground');
  return top;
}

/** Returns the number of tickets on the ground. */
export function heightOf({ rows }: TowerState): number {
  return rows.length - 1;
}

/** Returns the score of a drop: 10, or for an exact one 20 plus 5 for each exact drop just before it, up to 50. */
function worthOf(streak: number): number {
  return streak === 0 ? 10 : Math.min(50, 15 + 5 * streak);
}

/** Places an exact drop right on the row below. From the third in a row on, it is a unit wider on both sides. */
function fitted(below: Ticket, streak: number): Ticket {
  if (streak < 3) return below;
  const x = Math.max(0, below.x - 1);
  const right = Math.min(LANE, below.x + below.width + 1);
  return right - x > FULL_WIDTH ? below : { x, width: right - x };
}

/** Returns the part of the dropped ticket that isn't supported. */
function tornOff(ticket: Ticket, kept: Ticket): Ticket | null {
  const width = ticket.width - kept.width;
  if (width <= 0) return null;
  return { x: ticket.x < kept.x ? ticket.x : kept.x + kept.width, width };
}

function drop(state: TowerState, at: number): TowerState {
  const { slide, rows, shape } = state;
  if (at - slide.since < MIN_SLIDE_MS) return state;
  const below = topOf(state);
  const ticket = { x: landingOf(slide, at), width: slide.width };
  const fits = Math.abs(ticket.x - below.x) <= TOLERANCE;
  const streak = fits ? state.streak + 1 : 0;
  const x = Math.max(ticket.x, below.x);
  const width = Math.min(ticket.x + ticket.width, below.x + below.width) - x;
  if (width <= 0) {
    const missing = { ...state, streak: 0, last: { ticket, torn: ticket, fits: false, gained: 0 } };
    if (shape.limit === null) return { ...missing, missed: true };
    const [next, dice] = nextSlide(shape, rows.length - 1, slide.width, at, state.dice);
    return { ...missing, slide: next, dice };
  }
  const kept = fits ? fitted(below, streak) : { x, width };
  const gained = worthOf(streak);
  const [next, dice] = nextSlide(shape, rows.length, kept.width, at, state.dice);
  return {
    ...state,
    score: state.score + gained,
    rows: [...rows, kept],
    slide: next,
    streak,
    bestStreak: Math.max(state.bestStreak, streak),
    missed: false,
    last: { ticket, torn: fits ? null : tornOff(ticket, kept), fits, gained },
    dice,
  };
}

export function isOver(state: TowerState): boolean {
  return state.missed || state.late || heightOf(state) >= TOP;
}

/** How many tickets make a full round. */
const FULL_ROUND = 8;

export function metricsOf(state: TowerState): Metrics {
  const rows = heightOf(state);
  return {
    score: state.score,
    rounds: rows < FULL_ROUND ? 0 : 1,
    rows,
    best_streak: state.bestStreak,
    moves: rows + (state.missed ? 1 : 0),
  };
}

function advance(state: TowerState, at: number): TowerState {
  const { limit } = state.shape;
  return limit !== null && at >= limit && !isOver(state) ? { ...state, late: true } : state;
}

const rulesOf = (shape: Shape, variant: Variant): Rules<TowerState> =>
  defineRules<TowerState>({
    name: 'tower',
    variant,
    version: 1,
    acts: 2,
    mostActs: 3000,
    pause: PAUSE,
    start: (seed) => start(seed, shape),
    act(state, act, at) {
      if (isOver(state)) return state;
      if (act === DROP) return drop(state, at);
      return at === state.slide.since
        ? state
        : { ...state, slide: { ...state.slide, since: at }, last: null };
    },
    advance,
    nextAt: (state) => (isOver(state) ? null : shape.limit),
    timeLeft: (_, at) => (shape.limit === null ? null : Math.max(0, shape.limit - at)),
    isOver,
    metricsOf,
  });

export const tower = rulesOf(classic, {
  id: CLASSIC,
  name: 'Classic',
  line: 'A hundred tickets, each a little faster.',
  difficulty: 'normal',
  medals: [400, 1200, 2500],
});

export const towerVariants = [
  tower,
  rulesOf(
    { ...classic, limit: 60_000, ahead: 15 },
    {
      id: 'minute',
      name: '60 seconds',
      line: 'A minute against another player’s run, with the same tickets. They’re fast, and a miss costs only time.',
      difficulty: 'easy',
      medals: [300, 700, 1200],
      rival: true,
    },
  ),
  rulesOf(
    { ...classic, wind: 4 },
    {
      id: 'wind',
      name: 'Wind',
      line: 'Wind carries each ticket as it falls. The flag shows how far, and which way.',
      difficulty: 'hard',
      medals: [300, 800, 1800],
    },
  ),
] as const satisfies readonly Rules<TowerState>[];
