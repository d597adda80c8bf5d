/** The days on which a player played. The streak is counted from them. */
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { playDays } from '../../db/schema.ts';
import { periodOf } from '../../platform/periods.ts';

/** Adds a counted round's play time to the player's day. */
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
