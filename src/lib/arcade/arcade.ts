/**
 * The interface of our own games, so that the browser can play a round and the server can replay it.
 * Pure and seeded: no clock, no Math.random, no DOM. The same seed and inputs give the same result everywhere.
 */

/**
 * One player input: the milliseconds of play since the round began (whole numbers that never decrease, pauses excluded), and the
 * act (a small code that the game defines).
 */
export type Input = readonly [at: number, act: number];

export type Metrics = Readonly<Record<string, number>>;

export interface RoundResult {
  readonly score: number;
  /**
   * What quests count, by name. Every game reports `score`, `moves` and `rounds` (1, or 0 if the round was too short to count),
   * and may add its own.
   */
  readonly metrics: Metrics;
}

export type Replay =
  | ({ readonly ok: true } & RoundResult)
  /** `reason` is one of a few fixed words, for logs and for the player. */
  | {
      readonly ok: false;
      readonly reason: 'bad_input' | 'illegal_act' | 'impossible_pace' | 'after_the_end';
    };

/** The variant that every game has. Quests, the daily challenge and guests' rounds use only this one. */
export const CLASSIC = 'classic';

/** One way to play a game, with its own rules and best scores. */
export interface Variant {
  /** Its name in addresses, on the server and in the database. */
  readonly id: string;
  readonly name: string;
  /** How it differs from Classic, in one sentence. */
  readonly line: string;
  readonly difficulty: 'easy' | 'normal' | 'hard';
  /** The scores needed for each medal. */
  readonly medals: readonly [bronze: number, silver: number, gold: number];
  /** Everyone plays the same seed from Monday to Monday, UTC (week.ts). */
  readonly weekly?: true;
  /** The player races another player's run on its seed (decision 62). */
  readonly rival?: true;
}

export interface ArcadeGame {
  /** The name in the address: /games/{name}/play/{device}. */
  readonly name: string;
  readonly variant: Variant;
  /** Increases when the rules change. A session that began under other rules is rejected. */
  readonly version: number;
  /** Replays a round from its seed (an unsigned 32-bit integer). Never throws, whatever the inputs are. */
  replay(seed: number, inputs: readonly Input[]): Replay;
}

/** The state that every game has. States are immutable: each act makes a new one. */
export interface GameState {
  readonly score: number;
}

/** A game's rules. Live play and replay use the same functions (rules.ts). Times are those of the log. */
export interface Rules<S extends GameState = GameState> extends ArcadeGame {
  /** Acts are whole numbers from 0 to below this. */
  readonly acts: number;
  /** The most acts in one round. Acts are stored, so this limits the size; no person makes more. */
  readonly mostActs: number;
  /** The act for a pause, if pausing changes the game. */
  readonly pause?: number;
  /** The act that undoes the last one, if the game allows it. The score can fall only through this act. */
  readonly undo?: number;
  /** The act that turns the clock off, allowed only at the start and never on a shared seed. */
  readonly untimed?: number;
  /** The act that ends a round in a game that moves by itself. Its time shows how far the round went. */
  readonly stop?: number;
  /** `seed` is read as an unsigned 32-bit integer. */
  start(seed: number): S;
  /** Returns the state after an act, or the same object if the rules don't allow it. Call `advance` to `at` first. */
  act(state: S, act: number, at: number): S;
  /** Returns the state after time alone has passed, or the same object if nothing happened. */
  advance(state: S, at: number): S;
  /** When time alone will change something next. Null: never. */
  nextAt(state: S): number | null;
  /** Milliseconds left in the round. Null in a game without a clock. */
  timeLeft(state: S, at: number): number | null;
  isOver(state: S): boolean;
  /** The metrics of the round so far. */
  metricsOf(state: S): Metrics;
  /**
   * Codes (creatures.ts) of the creatures that a counted round adds to the collection, in order. Left out if the game has none.
   */
  finds?(seed: number, metrics: Metrics): readonly string[];
}
