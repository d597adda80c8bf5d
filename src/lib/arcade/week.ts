/** The seed that everyone shares in a week: its lower half counts the weeks, so that rules can take what they have in turn. */
const HALF = 0xffff;

/** `week`: how many weeks lie between 1970 and its Monday. */
export const weekSeed = (random: number, week: number): number => ((random & ~HALF) | (week & HALF)) >>> 0;

/** Whose turn it is among `count`. */
export const turnOf = (seed: number, count: number): number => (seed & HALF) % count;
