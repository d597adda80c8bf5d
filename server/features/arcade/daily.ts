/** The daily round: everyone plays the same seed on a UTC day. This file makes the seed and ranks the players. */
import { createHmac } from 'node:crypto';
import { and, desc, eq, gt, lte, ne, or, sql } from 'drizzle-orm';
import { weekSeed } from '../../../src/lib/arcade/week.ts';
import type { Leaderboard } from '../../../src/lib/contract/arcade/rounds.ts';
import type { Database, Executor } from '../../db/database.ts';
import { rounds, users } from '../../db/schema.ts';
import { periodOf } from '../../platform/periods.ts';
import { sharedSecret } from '../../platform/secrets.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { WEEK } from '../../platform/time.ts';
import { rulesOf } from './own-games.ts';

/** Rows on the leaderboard. */
const SHOWN = 20;

/** "2026-11-18" */
export const dayOf = (at: Date): string => periodOf('daily', at).start;

/**
 * Returns the shared seed of a game for a day ("2026-11-18") or a tournament ("week 2026-11-16"): an unsigned 32-bit integer. It
 * can't be predicted before the first round on it starts.
 */
export async function sharedSeed(db: Executor, gameId: number, period: string): Promise<number> {
  const secret = await sharedSecret(db, 'daily-seed');
  return createHmac('sha256', secret).update(`${gameId} ${period}`).digest().readUInt32BE(0);
}

/** Returns the seed of a game's weekly variant. It changes every Monday, UTC. */
export async function weeklySeed(db: Executor, gameId: number, variant: string, now: Date): Promise<number> {
  const secret = await sharedSecret(db, 'daily-seed');
  const { start } = periodOf('weekly', now);
  const random = createHmac('sha256', secret)
    .update(`${gameId} ${variant} ${start}`)
    .digest()
    .readUInt32BE(0);
  return weekSeed(random, Math.floor(Date.parse(start) / WEEK));
}

/**
 * Returns today's leaderboard of one of our games, as `userId` (null: a guest) sees it. Each player who has scored is ranked by
 * their best counted round; on a tie the earlier round wins. Players who left the leaderboards or are suspended aren't listed.
 * Players who hide their name are listed without it, except to themselves. Errors: not_found if it isn't one of our games.
 */
export async function dailyLeaderboard(
  db: Database,
  gameId: number,
  userId: number | null,
  now: Date,
): Promise<Leaderboard> {
  await rulesOf(db.drizzle, gameId);
  const { start: day, end } = periodOf('daily', now);
  const best = db.drizzle
    .selectDistinctOn([rounds.userId], {
      userId: rounds.userId,
      score: rounds.score,
      finishedAt: rounds.finishedAt,
      id: rounds.id,
    })
    .from(rounds)
    .innerJoin(users, and(eq(users.id, rounds.userId), ne(users.shownAs, 'left')))
    .where(and(eq(rounds.gameId, gameId), eq(rounds.daily, day), gt(rounds.score, 0)))
    .orderBy(rounds.userId, desc(rounds.score), rounds.finishedAt, rounds.id)
    .as('best');
  const ranked = db.drizzle
    .select({
      userId: best.userId,
      score: best.score,
      place:
        sql<number>`(row_number() OVER (ORDER BY ${best.score} DESC, ${best.finishedAt}, ${best.id}))::integer`.as(
          'place',
        ),
      players: sql<number>`(count(*) OVER ())::integer`.as('players'),
    })
    .from(best)
    .as('ranked');
  const rows = await db.drizzle
    .select({
      place: ranked.place,
      players: ranked.players,
      score: sql<number>`${ranked.score}`,
      user: { id: users.id, name: users.name, sample: users.sample },
      shownAs: users.shownAs,
    })
    .from(ranked)
    .innerJoin(users, eq(users.id, ranked.userId))
    .where(or(lte(ranked.place, SHOWN), eq(ranked.userId, userId ?? 0)))
    .orderBy(ranked.place);
  const mine = rows.find(({ user }) => user.id === userId);
  return {
    day,
    ends_at: (end ?? now).toISOString(),
    players: rows[0]?.players ?? 0,
    rows: mapRows(
      rows.filter(({ place }) => place <= SHOWN),
      ({ place, user, score, shownAs }) => ({
        place,
        user: shownAs === 'named' || user.id === userId ? user : null,
        score,
      }),
    ),
    mine: mine ? { place: mine.place, score: mine.score } : null,
  };
}
