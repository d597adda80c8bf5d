/**
 * Times for people to read. All input is ISO 8601. Exact times are in UTC and say so, which makes the server and the browser
 * write the same. Written by hand instead of with `Intl`, for the reason given in ./numbers.ts.
 */
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const MINUTE = 60_000;
/** A time this close in the future counts as "just now", because the server's clock may be slightly ahead. */
const SKEW = 10_000;
const HOUR = 60 * MINUTE;
/** A day in milliseconds. */
export const DAY = 86_400_000;

const monthOf = (date: Date) => MONTHS[date.getUTCMonth()] ?? '';

/** "20 November 2026" */
function day(at: number): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${monthOf(date)} ${date.getUTCFullYear()}`;
}

/** "2026-11-20T14:02:00Z" → "20 November 2026 at 14:02 UTC". Returns the text unchanged if it isn't a time. */
export function exactTime(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  return `${day(at)} at ${new Date(at).toISOString().slice(-13, -8)} UTC`;
}

/** "2026-11-20" → "20 November 2026" */
export function longDate(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : day(at);
}

/** "27 Nov", or "27 Nov 2025" if the year differs from that of `now` (milliseconds). */
export function shortDate(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const words = `${date.getUTCDate()} ${monthOf(date).slice(0, 3)}`;
  return year === new Date(now).getUTCFullYear() ? words : `${words} ${year}`;
}

/**
 * Relative to `now` (milliseconds): "just now", "5 minutes ago", "in less than a minute", "in 3 days". A date after two weeks.
 */
export function relativeTime(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const away = at - now;
  const size = Math.abs(away);
  if (size < MINUTE) return away > SKEW ? 'in less than a minute' : 'just now';
  if (size >= 14 * DAY) return shortDate(iso, now);
  const [unit, word] =
    size < HOUR
      ? ([MINUTE, 'minute'] as const)
      : size < DAY
        ? ([HOUR, 'hour'] as const)
        : ([DAY, 'day'] as const);
  const count = Math.trunc(size / unit);
  const span = `${count} ${word}${count === 1 ? '' : 's'}`;
  return away < 0 ? `${span} ago` : `in ${span}`;
}
