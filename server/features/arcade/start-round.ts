/**
 * Starting a round of our own games: the server hands out the seed, and the browser plays it.
 */

import { randomInt, randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { CLASSIC } from '../../../src/lib/arcade/arcade.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { rounds } from '../../db/schema.ts';
import { fieldError } from '../../platform/domain-error.ts';
import { rejectSuspended } from '../fraud/suspension.ts';
import { lockBalance } from '../ledger/ledger.ts';
import { dayOf, sharedSeed, weeklySeed } from './daily.ts';
import { pickRival, rivalGhost } from './duels.ts';
import { rulesOf } from './own-games.ts';
import { tournamentWeek } from './tournaments.ts';

/**
 * Starts a round and returns its seed. Usually the seed is random. A weekly variant uses the seed of the week, and a duel that of
 * the rival's run. With `daily` it is the seed that everyone shares today, and the round counts for today even if it is finished
 * after midnight. With `tournament` it is this week's shared seed, and the round counts only if it is finished in time.
 *
 * An account has one open round, so the new round replaces an earlier one. Moves made in the earlier round until now can still be
 * sent. A tab that was closed without finishing therefore never blocks a new round.
 *
 * Errors: not_found if it isn't one of our games or isn't this week's tournament game; invalid for an unknown variant, or for any
 * variant but Classic on a shared seed.
 */
export async function startRound(
  db: Database,
  given: { userId: number; gameId: number; daily: boolean; tournament: boolean; variant: string; now: Date },
) {
  const { userId, gameId, variant, now } = given;
  const { version, variant: rules } = await rulesOf(db.drizzle, gameId, variant);
  if ((given.daily || given.tournament) && variant !== CLASSIC)
    throw fieldError('variant', `The ${given.daily ? 'daily challenge' : 'tournament'} is a Classic round.`);
  await rejectSuspended(db.drizzle, userId);
  const week = given.tournament ? await tournamentWeek(db, gameId, now) : null;
  const daily = given.daily && week === null ? dayOf(now) : null;
  const period = week === null ? daily : `week ${week}`;
  const ownSeed =
    period !== null
      ? await sharedSeed(db.drizzle, gameId, period)
      : rules.weekly
        ? await weeklySeed(db.drizzle, gameId, variant, now)
        : randomInt(2 ** 32);
  const id = randomUUID();
  const { startedAt, seed, rival } = await db.drizzle.transaction(async (tx) => {
    await lockBalance(tx, userId);
    const duel = { gameId, variant: rules, version, now, weekSeed: ownSeed };
    const rival = rules.rival && (await pickRival(tx, userId, duel));
    const seed = rival?.seed ?? ownSeed;
    await tx
      .update(rounds)
      .set({ replacedAt: now, kept: null })
      .where(and(eq(rounds.userId, userId), isNull(rounds.finishedAt), isNull(rounds.replacedAt)));
    // A browser's clock may have put the end of the last counted round past now. The new round starts after that end.
    const begins = new Date(Math.max(now.getTime(), await playedUntil(tx, userId)));
    await tx.insert(rounds).values({
      id,
      userId,
      gameId,
      daily,
      week,
      seed,
      version,
      variant,
      startedAt: begins,
      rival: rival?.id,
    });
    return { startedAt: begins, seed, rival: rival?.id ?? null };
  });
  const ghost = await rivalGhost(db.drizzle, rival);
  return { id, seed, version, variant, started_at: startedAt.toISOString(), rival: ghost };
}

/** Returns the end of an account's last counted round, in milliseconds since 1970. */
async function playedUntil(tx: Transaction, userId: number): Promise<number> {
  // Counted rounds don't overlap, so the one that started last also ended last.
  const [last] = await tx
    .select({ startedAt: rounds.startedAt, playedMs: rounds.playedMs })
    .from(rounds)
    .where(and(eq(rounds.userId, userId), isNotNull(rounds.playedMs)))
    .orderBy(desc(rounds.startedAt))
    .limit(1);
  return last ? last.startedAt.getTime() + (last.playedMs ?? 0) : 0;
}
