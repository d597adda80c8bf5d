/** The data behind levels and streaks. */
import { and, eq, gte } from 'drizzle-orm';
import type { Executor } from '../../db/database.ts';
import { playDays, scores } from '../../db/schema.ts';
import { DAY, earlier } from '../../platform/time.ts';

/** How many days back streaks are followed. A badge for one stays for as long. */
const DAYS_BACK = 4000;

/** Returns the points that a user ever earned, confirmed ones only. */
export async function earnedOf(db: Executor, userId: number): Promise<number> {
  const [row] = await db
    .select({ points: scores.points })
    .from(scores)
    .where(
      and(
        eq(scores.userId, userId),
        eq(scores.span, 'all'),
        eq(scores.period, '1970-01-01'),
        eq(scores.gameId, 0),
      ),
    );
  return row?.points ?? 0;
}

/** Returns the UTC days on which a user played, in any order. */
export async function daysOf(db: Executor, userId: number, now: Date): Promise<string[]> {
  const since = earlier(now, DAYS_BACK * DAY)
    .toISOString()
    .slice(0, 10);
  const rows = await db
    .select({ day: playDays.day })
    .from(playDays)
    .where(and(eq(playDays.userId, userId), gte(playDays.day, since)));
  return rows.map(({ day }) => day);
}
