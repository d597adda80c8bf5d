const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns a duration in words, rounded up: 50 → "1 minute", 5400 → "2 hours", 200,000 → "3 days". */
export function durationWords(seconds: number): string {
  const [size, unit] =
    seconds <= 90 * MINUTE ? [MINUTE, 'minute'] : seconds <= 48 * HOUR ? [HOUR, 'hour'] : [DAY, 'day'];
  const count = Math.max(1, Math.ceil(seconds / Number(size)));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns a share in words, from two counts: (3, 41) → "3 of 41 (7%)", (0, 41) → "none of 41". */
export function shareWords(part: number, whole: number): string {
  if (part === 0) return `none of ${whole}`;
  return `${part} of ${whole} (${Math.max(1, Math.round((part / whole) * 100))}%)`;
}
