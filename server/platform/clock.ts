/** The time, handed in, so that tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds by which the clocks of several processes may differ. */
const SKEW_MS = 60_000;

/**
 * The latest moment that something set for `seconds` ahead can honestly have: what is later was written by a clock that had jumped, and
 * counts as over, rather than to hold for as long as that jumped.
 */
export const latestHonest = (now: Date, seconds: number) =>
  new Date(now.getTime() + seconds * 1000 + SKEW_MS);
