/**
 * What hands can do. A log that is faster than this was not played by a person; the live game keeps to the same figures, so
 * that nobody's honest round is refused for a double tap.
 */
export const MIN_GAP_MS = 40;
/** Over any this many acts ... */
export const PACE_WINDOW = 20;
/** ... the gaps between them are at least this long on average, in milliseconds. */
export const MIN_AVERAGE_GAP_MS = 80;

const windowSpan = (PACE_WINDOW - 1) * MIN_AVERAGE_GAP_MS;

/**
 * The earliest time at which the act with this index may be, given the times of those before it (ms since the start).
 * ([], 0) → 0, ([100], 1) → 140
 */
export function earliest(timeOf: (index: number) => number, index: number): number {
  const afterLast = index > 0 ? timeOf(index - 1) + MIN_GAP_MS : 0;
  const first = index - (PACE_WINDOW - 1);
  return first >= 0 ? Math.max(afterLast, timeOf(first) + windowSpan) : afterLast;
}
