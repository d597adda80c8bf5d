/** The hours in which a player's devices stay silent, in the player's time zone. */
import { HOUR } from './time.ts';

interface QuietHours {
  readonly timeZone: string;
  /** 22 and 8 mean from ten in the evening to eight in the morning. */
  readonly from: number;
  readonly until: number;
}

const QUARTER_MS = 900_000;

/** Returns whether `Intl` knows a time zone such as 'Europe/Berlin'. */
export function isTimeZone(name: string): boolean {
  try {
    hourThere(new Date(0), name);
    return true;
  } catch {
    return false;
  }
}

const hourThere = (at: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at));

function isQuiet(at: Date, { timeZone, from, until }: QuietHours): boolean {
  const hour = hourThere(at, timeZone);
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until;
}

/**
 * Returns `now`, or the end of the quiet hours if it is in them. It searches in quarters of an hour, because zones and summer
 * time shift by those.
 */
export function afterQuiet(now: Date, quiet: QuietHours | null): Date {
  if (quiet === null || !isQuiet(now, quiet)) return now;
  const end = now.getTime() + 25 * HOUR;
  for (let at = (Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS; at < end; at += QUARTER_MS)
    if (!isQuiet(new Date(at), quiet)) return new Date(at);
  return now;
}
