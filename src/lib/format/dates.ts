/** Times as people read them. All input is ISO 8601; all exact output is UTC and says so, so that server and browser write the same. */
const exact = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
const long = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const shortWithYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "2026-11-20T14:02:00Z" → "20 November 2026 at 14:02 UTC". What isn't a time comes back as it is. */
export function exactTime(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : `${exact.format(at)} UTC`;
}

/** "2026-11-20" → "20 November 2026" */
export function longDate(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : long.format(at);
}

/** "27 Nov", or "27 Nov 2025" when it lies in another year than `now` (milliseconds). */
export function shortDate(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  return new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear()
    ? short.format(at)
    : shortWithYear.format(at);
}

/** Seen from `now` (milliseconds): "just now", "5 minutes ago", "in 3 days"; a date from a fortnight on. */
export function relativeTime(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const away = at - now;
  const size = Math.abs(away);
  if (size < MINUTE) return 'just now';
  if (size < HOUR) return relative.format(Math.trunc(away / MINUTE), 'minute');
  if (size < DAY) return relative.format(Math.trunc(away / HOUR), 'hour');
  if (size < 14 * DAY) return relative.format(Math.trunc(away / DAY), 'day');
  return shortDate(iso, now);
}
