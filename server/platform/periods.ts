import type { CatalogueQuest } from '../../src/lib/contract/catalogue/catalogue.ts';
import { DAY } from './time.ts';

interface Period {
  /** The first day, as "2026-11-16"; 1970-01-01 for one-time quests. */
  start: string;
  /** The first moment after it; null for one-time quests. */
  end: Date | null;
}

/** Returns the current day or week. Days and weeks are in UTC, and a week starts on Monday (ISO 8601). */
export function periodOf(kind: CatalogueQuest['period'], at: Date): Period {
  if (kind === 'once') return { start: '1970-01-01', end: null };
  const today = Math.floor(at.getTime() / DAY);
  // Day 0 was a Thursday, three days after a Monday.
  const first = kind === 'daily' ? today : today - ((today + 3) % 7);
  const days = kind === 'daily' ? 1 : 7;
  return {
    start: new Date(first * DAY).toISOString().slice(0, 10),
    end: new Date((first + days) * DAY),
  };
}
