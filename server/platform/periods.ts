/** When a quest's running period began and ends. Days and weeks are UTC's; a week begins on Monday (ISO 8601). */
import type { CatalogueQuest } from '../../src/lib/contract/catalogue.ts';

const DAY_MS = 86_400_000;

interface Period {
  /** The first day, as "2026-11-16"; 1970-01-01 for what can be done once. */
  start: string;
  /** The first moment after it; null for what can be done once. */
  end: Date | null;
}

export function periodOf(kind: CatalogueQuest['period'], at: Date): Period {
  if (kind === 'once') return { start: '1970-01-01', end: null };
  const today = Math.floor(at.getTime() / DAY_MS);
  // Day 0 was a Thursday: three days after a Monday.
  const first = kind === 'daily' ? today : today - ((today + 3) % 7);
  const days = kind === 'daily' ? 1 : 7;
  return {
    start: new Date(first * DAY_MS).toISOString().slice(0, 10),
    end: new Date((first + days) * DAY_MS),
  };
}
