/**
 * Rounds that are played without an account. What a guest holds is a ticket, the round's id; with the moves it becomes a round of whichever account is
 * signed in to next, and is judged and paid as every other (decision 39).
 */
import { randomInt, randomUUID } from 'node:crypto';
import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { GUEST_ROUND_MINUTES, PLAY_SESSION_MINUTES } from '../../../src/lib/contract/limits.ts';
import type { Executor, Transaction } from '../../db/database.ts';
import { guestRounds, rounds } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { rulesOf } from './own-games.ts';

const MINUTE_MS = 60_000;

/** Begins a round of Classic for somebody without an account. Errors: not_found for what isn't a game of our own. */
export async function startGuestRound(db: Executor, gameId: number, now: Date) {
  const { version, variant } = await rulesOf(db, gameId);
  const round = { id: randomUUID(), seed: randomInt(2 ** 32), version };
  await db.insert(guestRounds).values({ ...round, gameId, startedAt: now });
  return { ...round, variant: variant.id, started_at: now.toISOString() };
}

/**
 * Makes a guest's round one of this account's, as though the account had begun it: no other round of theirs may have been played at the same time. The
 * caller holds the lock on the balance, under which an account keeps one such round, and finishes it in the same transaction. A refusal leaves
 * the ticket as it was. Errors: not_found (also for a ticket that became another account's round), session_expired, round_refused.
 */
export async function adoptGuestRound(
  tx: Transaction,
  { roundId, userId, now }: { roundId: string; userId: number; now: Date },
): Promise<void> {
  const [ticket] = await tx.delete(guestRounds).where(eq(guestRounds.id, roundId)).returning();
  if (!ticket) throw new DomainError('not_found', { message: 'We couldn’t find this round.' });
  const { startedAt } = ticket;
  const began = startedAt.getTime();
  if (now.getTime() - began > GUEST_ROUND_MINUTES * MINUTE_MS)
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
  const replaced = Math.min(
    now.getTime(),
    began + PLAY_SESSION_MINUTES * MINUTE_MS,
    await aloneUntil(tx, userId, startedAt),
  );
  await tx.insert(rounds).values({ ...ticket, userId, guest: true, replacedAt: new Date(replaced) });
}

/** From `startedAt` on, until when no other round of the account was played; in milliseconds since 1970. */
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
