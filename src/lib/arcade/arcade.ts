/**
 * What every game of our own keeps to, so that the browser can play it and the server can play it again.
 * Pure and seeded: no clock, no Math.random, no DOM. The same seed and inputs give the same result everywhere.
 */

/**
 * One thing the player did: milliseconds of play since the round began (whole, never falling, pauses left out), and which
 * act (the game's own small code).
 */
export type Input = readonly [at: number, act: number];

export type Metrics = Readonly<Record<string, number>>;

export interface RoundResult {
  readonly score: number;
  /**
   * What quests count, by name: every game reports `score`, `moves` and `rounds` (1, or 0 for one too short to be called a
   * round), and whatever else it has. */
  readonly metrics: Metrics;
}

export type Replay =
  | ({ readonly ok: true } & RoundResult)
  /** `reason` is one of a few fixed words, for logs and for the player: what the rules don't allow. */
  | {
      readonly ok: false;
      readonly reason: 'bad_input' | 'illegal_act' | 'impossible_pace' | 'after_the_end';
    };

/** The variant that every game has. Quests, the daily challenge and guests' rounds are of this one alone. */
export const CLASSIC = 'classic';

/** One way to play a game, with its own rules and best scores. */
export interface Variant {
  /** As the address, the server and the database name it. */
  readonly id: string;
  readonly name: string;
  /** What is different about it, in one sentence. */
  readonly line: string;
  readonly difficulty: 'easy' | 'normal' | 'hard';
  /** The scores that bring a medal. */
  readonly medals: readonly [bronze: number, silver: number, gold: number];
  /** Everyone has the same seed from Monday to Monday, UTC (week.ts). */
  readonly weekly?: true;
  /** A round of it is played against the best run of the day, or one's own. */
  readonly rival?: true;
}

export interface ArcadeGame {
  /** The name in the address: /games/{name}/play/{device}. */
  readonly name: string;
  readonly variant: Variant;
  /** Raised when the rules change: a session begun under other rules is refused rather than judged by the wrong ones. */
  readonly version: number;
  /** Plays a round again from its seed (an unsigned 32-bit whole number). Never throws, whatever the inputs are. */
  replay(seed: number, inputs: readonly Input[]): Replay;
}

/** What the state of every game has. States never change: each act makes a new one. */
export interface GameState {
  readonly score: number;
}

/** A game as it is played live and, by the very same functions, replayed (rules.ts). Times are those of the log. */
export interface Rules<S extends GameState = GameState> extends ArcadeGame {
  /** Acts are the whole numbers below this. */
  readonly acts: number;
  /** Acts that a round of it may have at most: more than any person makes in one, since each is kept. */
  readonly mostActs: number;
  /** The act that a pause is, where it changes the game. */
  readonly pause?: number;
  /** The act that takes the last one back, in a game that allows it: by no other does a score fall. */
  readonly undo?: number;
  /** The act that takes the clock away, before anything else, in a game that can do without. Never on the seed that everyone shares. */
  readonly untimed?: number;
  /** The act that ends a round in which things happen between the player's acts: its time says how far the round went. */
  readonly stop?: number;
  /** `seed` is read as an unsigned 32-bit whole number. */
  start(seed: number): S;
  /** The state after an act; the very same one when the rules don't allow it. Called on a state that is advanced to `at`. */
  act(state: S, act: number, at: number): S;
  /** The state as the time alone makes it; the very same one when nothing happened. */
  advance(state: S, at: number): S;
  /** When time alone changes something next; null: never. */
  nextAt(state: S): number | null;
  /** Milliseconds that are left of the round; null in a game without a clock. */
  timeLeft(state: S, at: number): number | null;
  isOver(state: S): boolean;
  /** What quests count, in the running round. */
  metricsOf(state: S): Metrics;
  /** What a counted round brought into its player's collection, in order, by codes of creatures.ts; left out where a game has nothing to collect. */
  finds?(seed: number, metrics: Metrics): readonly string[];
}
