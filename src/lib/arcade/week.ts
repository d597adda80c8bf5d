/** The seed that everyone shares in a week. Its lower half counts the weeks, so that rules can use their options in turn. */
const HALF = 0xffff;

/** `week`: the number of weeks from 1970 to its Monday. */
export const weekSeed = (random: number, week: number): number => ((random & ~HALF) | (week & HALF)) >>> 0;

/** Returns the index of this week's option among `count`. */
export const turnOf = (seed: number, count: number): number => (seed & HALF) % count;
