/**
 * How fast a person can play. A log that is faster wasn't played by hand. The live game keeps to the same limits, so an honest
 * round is never rejected because of a double tap.
 */
const MIN_GAP_MS = 40;
/** Over any run of this many acts ... */
const PACE_WINDOW = 20;
/** ... the average gap is at least this long, in milliseconds. */
export const MIN_AVERAGE_GAP_MS = 80;

const windowSpan = (PACE_WINDOW - 1) * MIN_AVERAGE_GAP_MS;

/**
 * Returns the earliest time allowed for the act with this index, given the times of the acts before it (ms since the start).
 * ([], 0) → 0, ([100], 1) → 140
 */
export function earliest(timeOf: (index: number) => number, index: number): number {
  const afterLast = index > 0 ? timeOf(index - 1) + MIN_GAP_MS : 0;
  const first = index - (PACE_WINDOW - 1);
  return first >= 0 ? Math.max(afterLast, timeOf(first) + windowSpan) : afterLast;
}
