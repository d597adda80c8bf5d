/**
 * Rounds that are played without an account. The guest holds a ticket, which is the round's id. After the guest signs in, the
 * ticket and the moves become a round of that account, which is judged and paid like any other (decision 39).
 */
import { randomInt, randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { GUEST_ROUND_MINUTES } from '../../../src/lib/contract/limits.ts';
import type { Executor, Transaction } from '../../db/database.ts';
import { guestRounds, rounds } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { MINUTE } from '../../platform/time.ts';
import { dayOf, sharedSeed } from './daily.ts';
import { rulesOf } from './own-games.ts';

/**
 * Starts a Classic round for a guest, on a new seed or on the one that everyone shares today. Errors: not_found if it isn't one
 * of our games.
 */
export async function startGuestRound(db: Executor, given: { gameId: number; daily: boolean; now: Date }) {
  const { gameId, daily, now } = given;
  const { version, variant } = await rulesOf(db, gameId);
  const seed = daily ? await sharedSeed(db, gameId, dayOf(now)) : randomInt(2 ** 32);
  const round = { id: randomUUID(), seed, version };
  await db.insert(guestRounds).values({ ...round, gameId, startedAt: now });
  return { ...round, variant: variant.id, started_at: now.toISOString() };
}

/**
 * Turns a guest's round into a round of this account, as if the account had started it. It counts only up to the time at which
 * the account played another round. The caller holds the lock on the balance and finishes the round in the same transaction: the
 * lock ensures that an account keeps only one such round. If it throws, the ticket is unchanged. Errors: not_found (also if the
 * ticket already became another account's round), session_expired, round_refused.
 */
export async function adoptGuestRound(
  tx: Transaction,
  { roundId, userId, now }: { roundId: string; userId: number; now: Date },
): Promise<void> {
  const [ticket] = await tx.delete(guestRounds).where(eq(guestRounds.id, roundId)).returning();
  if (!ticket) throw new DomainError('not_found', { message: 'We couldn’t find this round.' });
  const { startedAt } = ticket;
  const began = startedAt.getTime();
  if (now.getTime() - began > GUEST_ROUND_MINUTES * MINUTE)
    throw new DomainError('session_expired', {
      message: `A round you play without an account can be kept for ${GUEST_ROUND_MINUTES / 60} hours. This one is older.`,
    });
  const own = eq(rounds.userId, userId);
  if ((await tx.$count(rounds, and(own, rounds.guest))) > 0)
    throw new DomainError('round_refused', {
      message: 'Each account can keep one round played before signing up. Yours already has one.',
    });
  await tx
    .update(rounds)
    .set({ replacedAt: startedAt, kept: null })
    .where(
      and(
        own,
        isNull(rounds.finishedAt),
        lte(rounds.startedAt, startedAt),
        or(isNull(rounds.replacedAt), gt(rounds.replacedAt, startedAt)),
      ),
    );
  const replaced = Math.min(now.getTime(), await aloneUntil(tx, userId, startedAt));
  // A round on the seed of the day is a round of the daily challenge (decision 66).
  const day = dayOf(startedAt);
  const daily = ticket.seed === (await sharedSeed(tx, ticket.gameId, day)) ? day : null;
  await tx.insert(rounds).values({ ...ticket, userId, guest: true, daily, replacedAt: new Date(replaced) });
}

/** Returns the time from `startedAt` until which the account played no other round, in milliseconds since 1970. */
async function aloneUntil(tx: Transaction, userId: number, startedAt: Date): Promise<number> {
  const own = eq(rounds.userId, userId);
  const reachesOver = and(
    own,
    isNotNull(rounds.playedMs),
    lte(rounds.startedAt, startedAt),
    sql`${rounds.startedAt} + ${rounds.playedMs} * interval '1 millisecond' > ${startedAt.toISOString()}::timestamptz`,
  );
  if ((await tx.$count(rounds, reachesOver)) > 0) return startedAt.getTime();
  const [next] = await tx
    .select({ startedAt: rounds.startedAt })
    .from(rounds)
    .where(and(own, gt(rounds.startedAt, startedAt)))
    .orderBy(asc(rounds.startedAt))
    .limit(1);
  return next?.startedAt.getTime() ?? Number.POSITIVE_INFINITY;
}
