import { DAY, type EarningDay } from './earnings-by-day.ts';

/** How fast points came in lately. */
export interface Pace {
  /** Points per day, averaged over the known days. Pending points count, because they are on their way. */
  readonly perDay: number;
  /** The number of those days. */
  readonly over: number;
}

/**
 * Returns the pace. Null if there is too little data: fewer than three days, or less than a point a day. Days before `since`
 * (when the account was created, ISO 8601, if known) aren't counted.
 */
export function paceOf(days: readonly EarningDay[], since: string | undefined): Pace | null {
  const lived = days.filter(({ date }) => since === undefined || Date.parse(date) + DAY > Date.parse(since));
  const sum = lived.reduce((all, { confirmed, pending }) => all + confirmed + pending, 0);
  if (lived.length < 3 || sum < lived.length) return null;
  return { perDay: sum / lived.length, over: lived.length };
}

/** Returns the whole days needed to earn `missing` points: 4,000 at 300 a day → 14. */
export function daysTo(missing: number, { perDay }: Pace): number {
  return Math.max(0, Math.ceil(missing / perDay));
}

interface Open {
  readonly points: number;
  readonly completionStatus: string | null;
}

/** Returns open quests that together pay the missing points, best paid first. Returns all of them if they don't. */
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
