/** What levels and streaks are made of. */
import { and, eq, gte } from 'drizzle-orm';
import type { Executor } from '../../db/database.ts';
import { playDays, scores } from '../../db/schema.ts';

/** Further back a streak isn't followed. */
const DAYS_BACK = 800;

/** Points earned and confirmed, ever. */
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

/** The UTC days on which somebody played, in any order. */
export async function daysOf(db: Executor, userId: number, now: Date, back = DAYS_BACK): Promise<string[]> {
  const since = new Date(now.getTime() - back * 86_400_000).toISOString().slice(0, 10);
  const rows = await db
    .select({ day: playDays.day })
    .from(playDays)
    .where(and(eq(playDays.userId, userId), gte(playDays.day, since)));
  return rows.map(({ day }) => day);
}
