/** The seed that everyone shares in a week. Its lower half counts the weeks, so that rules can use their options in turn. */
const HALF = 0xffff;

/** `week`: the number of weeks from 1970 to its Monday. */
export const weekSeed = (random: number, week: number): number => ((random & ~HALF) | (week & HALF)) >>> 0;

/** Returns the index of this week's option among `count`. */
export const turnOf = (seed: number, count: number): number => (seed & HALF) % count;

const DAY = 86_400_000;

/** Returns the index of the game that has its turn among `games` in the week of a moment (in milliseconds), from Monday, UTC. */
export const turnAt = (now: number, games: number): number =>
  // The first Monday was the fifth day.
  Math.ceil((now + 1 - 4 * DAY) / (7 * DAY)) % Math.max(1, games);
