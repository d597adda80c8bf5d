/** The days on which somebody played, which the streak is made of. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { playDays } from '../../db/schema.ts';
import { periodOf } from '../../platform/periods.ts';

/** Notes that a round was counted on this day, and how long it was played. */
export async function notePlayed(
  tx: Transaction,
  userId: number,
  now: Date,
  playedMs: number,
): Promise<void> {
  await tx
    .insert(playDays)
    .values({ userId, day: periodOf('daily', now).start, playedMs })
    .onConflictDoUpdate({
      target: [playDays.userId, playDays.day],
      set: { playedMs: sql`${playDays.playedMs} + excluded.played_ms` },
    });
}
