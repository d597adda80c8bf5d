/** What deleted accounts and living ones still have in common (kept-signals.ts). */
import { and, eq, lte, notExists, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { KEPT_SIGNALS_DAYS } from '../../../src/lib/contract/limits.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { accountMatches, accountSignals, users } from '../../db/schema.ts';
import { DAY, earlier } from '../../platform/time.ts';
import { match, setReview } from './signals.ts';

const pairsSchema = v.object({ rows: v.array(v.object({ gone: v.number(), back: v.number() })) });

/**
 * Reviews the accounts of players who came back before a debt of their deleted account arose. Those who come back after it are
 * found as they sign in (signals.ts).
 */
export async function matchReturned(db: Database, now: Date): Promise<void> {
  const found = await db.drizzle.execute(sql`
    SELECT DISTINCT kept.user_id AS gone, own.user_id AS back
    FROM account_signals kept JOIN account_signals own USING (kind, hash) JOIN users ON users.id = own.user_id
    WHERE kept.kept_for = 'review' AND kind IN ('mailbox', 'sign_in') AND users.erased_at IS NULL AND NOT users.sample
      AND NOT EXISTS (SELECT FROM account_matches m WHERE m.reason = 'returned'
        AND m.user_id = least(kept.user_id, own.user_id) AND m.other_id = greatest(kept.user_id, own.user_id))
    ORDER BY gone, back`);
  for (const { gone, back } of v.parse(pairsSchema, found).rows)
    await db.drizzle.transaction((tx) => match(tx, back, gone, 'returned', now));
}

/** Deletes what is kept of deleted accounts, once it is too old: their signals, and then what they had in common with others. */
export async function forgetDeleted(db: Database, now: Date): Promise<void> {
  const before = earlier(now, KEPT_SIGNALS_DAYS * DAY);
  await db.drizzle.execute(sql`DELETE FROM account_signals
    WHERE kept_for IS NOT NULL AND last_seen_at <= ${before.toISOString()}::timestamptz`);
  const signal = db.drizzle
    .select({ one: sql`1` })
    .from(accountSignals)
    .where(eq(accountSignals.userId, users.id));
  const matched = await db.drizzle
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(accountMatches, or(eq(accountMatches.userId, users.id), eq(accountMatches.otherId, users.id)))
    .where(and(lte(users.erasedAt, before), notExists(signal)))
    .orderBy(users.id);
  for (const { id } of matched) await db.drizzle.transaction((tx) => forgetMatches(tx, id));
}

/** Ends the review of accounts that were held only for having something in common with this one. */
export async function forgetMatches(tx: Transaction, userId: number): Promise<void> {
  const gone = await tx
    .delete(accountMatches)
    .where(or(eq(accountMatches.userId, userId), eq(accountMatches.otherId, userId)))
    .returning({ one: accountMatches.userId, two: accountMatches.otherId });
  const others = new Set(gone.flatMap(({ one, two }) => [one, two]).filter((id) => id !== userId));
  for (const id of [...others].toSorted((a, b) => a - b)) await setReview(tx, id);
}
