/**
 * Erases an account. Personal data is deleted. What accounting needs stays under an id that identifies no one. The ledger keeps
 * its entries, and gets entries by which the rest of the points lapse, also for points that arrive later (ledger.ts).
 */

import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { accountMatches, ledger, orders, users } from '../../db/schema.ts';
import { errorTrace } from '../../platform/error-text.ts';
import { DAY, earlier } from '../../platform/time.ts';
import { forgetMatches } from '../fraud/deleted-accounts.ts';
import { isWelcomed, keepSignals } from '../fraud/kept-signals.ts';
import { lapse, lockBalance, reverse } from '../ledger/ledger.ts';
import { cancelOrder } from '../redemption/fulfilment.ts';

const ERASED_NAME = 'deleted account';

/**
 * Erases the accounts whose delay is over. An account with an order that is being sent waits until the order has arrived or
 * failed. If one fails, it is logged, tried again next time, and doesn't stop the others. For a day
 * after an erasure it also deletes what other jobs and calls have written about the account meanwhile.
 */
export async function eraseDueAccounts(db: Database, now: Date, log: (text: string) => void): Promise<void> {
  const found = await db.drizzle
    .select({ id: users.id, erasedAt: users.erasedAt })
    .from(users)
    .where(or(lte(users.deletionDueAt, now), gt(users.erasedAt, earlier(now, DAY))))
    .orderBy(users.id);
  for (const { id, erasedAt } of found)
    try {
      await db.drizzle.transaction((tx) => (erasedAt ? deleteBelongings(tx, id) : erase(tx, id, now)));
    } catch (error) {
      log(`account ${id} could not be erased: ${errorTrace(error)}`);
    }
}

async function deleteBelongings(tx: Transaction, userId: number): Promise<void> {
  for (const statement of belongings(userId)) await tx.execute(statement);
}

/** Does nothing if the deletion was cancelled or must wait. */
async function erase(tx: Transaction, userId: number, now: Date): Promise<void> {
  // The lock prevents signing in, which would cancel the deletion; the balance's lock prevents purchases. It isn't 'update':
  // other transactions may hold the balance and insert rows that refer to the user, which would deadlock with that lock.
  const [user] = await tx
    .select({ removesWritings: users.removesWritings, suspendedAt: users.suspendedAt })
    .from(users)
    .where(and(eq(users.id, userId), lte(users.deletionDueAt, now), isNull(users.erasedAt)))
    .for('no key update');
  if (!user) return;
  const { debt } = await lockBalance(tx, userId);
  if ((await tx.$count(orders, and(eq(orders.userId, userId), eq(orders.state, 'processing')))) > 0) return;
  await settle(tx, userId, now);
  const review = user.suspendedAt !== null || debt < 0 || (await mayBeSecond(tx, userId));
  await keepSignals(tx, { userId, review, now });
  if (!review) await forgetMatches(tx, userId);
  if (user.removesWritings) for (const statement of writings(userId)) await tx.execute(statement);
  await deleteBelongings(tx, userId);
  await tx
    .update(users)
    .set({
      email: null,
      passwordHash: null,
      name: ERASED_NAME,
      country: null,
      birthDate: null,
      myreward: null,
      invitedBy: null,
      emailConfirmedAt: null,
      avatar: null,
      // Its scores stay, hidden: they must add up like the ledger.
      leaderboard: 'left',
      isPrivate: true,
      reviewFor: null,
      suspendedAt: null,
      suspendedFor: null,
      suspendedBy: null,
      deletionDueAt: null,
      erasedAt: now,
    })
    .where(eq(users.id, userId));
}

/** Cancels waiting orders, reverses pending points, and lets the remaining points or debt lapse. */
async function settle(tx: Transaction, userId: number, now: Date): Promise<void> {
  const waiting = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), inArray(orders.state, ['pending', 'held'])))
    .orderBy(orders.id);
  for (const { id } of waiting) await cancelOrder(tx, id, 'The account was deleted.', now);
  const pending = await tx
    .select({ id: ledger.id })
    .from(ledger)
    .where(
      and(
        eq(ledger.userId, userId),
        eq(ledger.to, 'pending'),
        // One reason at a time, to match the partial indexes.
        sql`NOT EXISTS (SELECT 1 FROM ledger AS ending WHERE ending.refers_to = ledger.id AND ending.reason = 'confirm')`,
        sql`NOT EXISTS (SELECT 1 FROM ledger AS ending WHERE ending.refers_to = ledger.id AND ending.reason = 'reversal')`,
      ),
    )
    .orderBy(ledger.id);
  for (const { id } of pending) await reverse(tx, id, 'the account was deleted', now);
  await lapse(tx, userId, now);
}

/**
 * Returns whether an account was paid welcome points, and no operator has yet decided if it is somebody's second one. Otherwise each
 * deletion would make room for the next account on the same device.
 */
async function mayBeSecond(tx: Transaction, userId: number): Promise<boolean> {
  const ofAccount = or(eq(accountMatches.userId, userId), eq(accountMatches.otherId, userId));
  const open = and(ofAccount, isNull(accountMatches.settledAt), ne(accountMatches.reason, 'crowd'));
  return (await tx.$count(accountMatches, open)) > 0 && (await isWelcomed(tx, userId));
}

/** Returns the statements that delete opinions, comments, likes, ratings and articles, and correct the counts. */
function writings(userId: number): SQL[] {
  return [
    sql`DELETE FROM opinions WHERE user_id = ${userId}`,
    sql`UPDATE opinions SET likes = likes - 1 WHERE id IN (SELECT opinion_id FROM opinion_likes WHERE user_id = ${userId} AND liked)`,
    sql`DELETE FROM opinion_likes WHERE user_id = ${userId}`,
    ...(['reward', 'game', 'article'] as const).map(
      (
        subject,
      ) => sql`UPDATE ${sql.raw(`${subject}s`)} AS rated SET rate_sum = rate_sum - r.rate, rate_count = rate_count - 1
        FROM ratings r WHERE r.user_id = ${userId} AND r.subject = ${subject} AND r.subject_id = rated.id`,
    ),
    sql`DELETE FROM ratings WHERE user_id = ${userId}`,
    ...removeArticles(userId, sql`true`),
  ];
}

/** The rows stay, because comments and the ledger refer to them, but no page shows them any more. */
function removeArticles(userId: number, which: SQL): SQL[] {
  return [
    sql`UPDATE submissions SET title = 'Removed', summary = '', body = '', reason = NULL WHERE user_id = ${userId}
      AND article_id IN (SELECT id FROM articles WHERE author_id = ${userId} AND ${which})`,
    sql`UPDATE articles SET active = false, title = 'Removed', summary = '', body = '', author_id = NULL WHERE author_id = ${userId} AND ${which}`,
  ];
}

/**
 * Returns the statements that delete what belongs only to this account. Orders keep what tax law requires, without where they
 * went.
 */
function belongings(userId: number): SQL[] {
  const own = [
    'push_subscriptions',
    'push_settings',
    'tokens',
    'password_resets',
    'email_confirmations',
    'identities',
    'passkeys',
    'passkey_attempts',
    // Together with their recovery codes.
    'second_factors',
    'factor_recoveries',
    'delivery_details',
    'notification_settings',
    'rounds',
    'tournament_players',
    'quest_progress',
    'play_days',
    'finds',
    'disputes',
    'social_proofs',
    'opinion_reports',
    // Together with their messages.
    'threads',
    'notifications',
  ];
  return [
    sql`DELETE FROM account_signals WHERE user_id = ${userId} AND kept_for IS NULL`,
    ...own.map((table) => sql`DELETE FROM ${sql.raw(table)} WHERE user_id = ${userId}`),
    sql`DELETE FROM submissions WHERE user_id = ${userId} AND state <> 'accepted'`,
    // A hidden text isn't shown to anyone else, so it isn't kept.
    sql`DELETE FROM opinions WHERE user_id = ${userId} AND hidden_at IS NOT NULL`,
    ...removeArticles(userId, sql`NOT active`),
    sql`UPDATE orders SET details = NULL, reference = NULL WHERE user_id = ${userId}`,
    // The last of a case are public, with what somebody typed.
    sql`UPDATE case_openings SET listed = false WHERE user_id = ${userId}`,
    sql`UPDATE users SET invited_by = NULL WHERE invited_by = ${userId}`,
  ];
}
