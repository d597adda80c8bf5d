import { DAY, type EarningDay } from './earnings-by-day.ts';

/** How fast points came in lately, and what that means for a goal. */
export interface Pace {
  /** Points a day, over the days that are known; pending ones count, since they are on their way. */
  readonly perDay: number;
  /** Over how many days. */
  readonly over: number;
}

/**
 * Null where too little is known to speak of a pace: fewer than three days, or less than a point a day. Days before the account was there,
 * `since` (ISO 8601, where that is known), don't make it slower.
 */
export function paceOf(days: readonly EarningDay[], since: string | undefined): Pace | null {
  const lived = days.filter(({ date }) => since === undefined || Date.parse(date) + DAY > Date.parse(since));
  const sum = lived.reduce((all, { confirmed, pending }) => all + confirmed + pending, 0);
  if (lived.length < 3 || sum < lived.length) return null;
  return { perDay: sum / lived.length, over: lived.length };
}

/** Whole days until `missing` points are there: 4,000 at 300 a day → 14. */
export function daysTo(missing: number, { perDay }: Pace): number {
  return Math.max(0, Math.ceil(missing / perDay));
}

interface Open {
  readonly points: number;
  readonly completionStatus: string | null;
}

/** The open quests that together pay what is missing, the best paid first; all of them where they don't. */
export function questsToward<Q extends Open>(quests: readonly Q[], missing: number): Q[] {
  const chosen: Q[] = [];
  let left = missing;
  for (const quest of quests.toSorted((a, b) => b.points - a.points)) {
    if (left <= 0) break;
    if (quest.completionStatus === 'completed') continue;
    chosen.push(quest);
    left -= quest.points;
  }
  return chosen;
}
