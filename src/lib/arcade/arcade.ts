/**
 * What every game of our own keeps to, so that the browser can play it and the server can play it again.
 * Pure and seeded: no clock, no Math.random, no DOM. The same seed and inputs give the same result everywhere.
 */

/** One thing the player did: milliseconds since the round began (whole, never falling), and which act (the game's own small code). */
export type Input = readonly [at: number, act: number];

export interface RoundResult {
  readonly score: number;
  /**
   * What quests count, by name: every game reports `score` and `rounds` (1, or 0 for one too short to be
   * called a round), and whatever else it has. */
  readonly metrics: Readonly<Record<string, number>>;
}

export type Replay =
  | ({ readonly ok: true } & RoundResult)
  /** `reason` is one of a few fixed words, for logs and for the player: what the rules don't allow. */
  | {
      readonly ok: false;
      readonly reason: 'bad_input' | 'illegal_act' | 'impossible_pace' | 'after_the_end';
    };

export interface ArcadeGame {
  /** The name in the address: /games/{name}/play/{device}. */
  readonly name: string;
  /** Raised when the rules change: a session begun under other rules is refused rather than judged by the wrong ones. */
  readonly version: number;
  /** Plays a round again from its seed (an unsigned 32-bit whole number). Never throws, whatever the inputs are. */
  replay(seed: number, inputs: readonly Input[]): Replay;
}
