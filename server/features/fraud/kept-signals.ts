/**
 * Signals that outlive their account, so that deleting it undoes neither a suspension nor a debt, and what was paid once isn't
 * paid again. They are keyed hashes and are deleted after KEPT_SIGNALS_DAYS (deleted-accounts.ts).
 */
import { and, eq, inArray, isNotNull, like, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../db/database.ts';
import { accountSignals, ledger } from '../../db/schema.ts';
import type { Vault } from '../../platform/encryption.ts';

export const signalHash = (vault: Pick<Vault, 'digest'>, kind: string, value: string): Buffer =>
  vault.digest(`signal:${kind}`, value);

/** Matches the ledger's entries of one-time quests. */
export const isOneTimeQuest = like(ledger.key, 'quest:%:1970-01-01%');

/** Matches the ledger's entries that paid an account for one-time quests. */
export const isWelcomeOf = (userId: number | typeof accountSignals.userId) =>
  and(
    eq(ledger.userId, userId),
    // Written as text, so that PostgreSQL uses the partial index of quest entries.
    sql`${ledger.questId} is not null`,
    eq(ledger.reason, 'credit'),
    isOneTimeQuest,
  );

/** Returns whether an account was paid for one-time quests. */
export const isWelcomed = async (db: Executor, userId: number): Promise<boolean> =>
  (await db.$count(ledger, isWelcomeOf(userId))) > 0;

/** Returns whether an account was paid for social tasks, or for offers whose points a partner can still reverse. */
async function hasOtherPoints(db: Executor, userId: number): Promise<boolean> {
  const paid = and(
    eq(ledger.userId, userId),
    eq(ledger.reason, 'credit'),
    or(like(ledger.key, 'partner:%'), like(ledger.key, 'dispute:%'), like(ledger.key, 'social:%')),
    sql`NOT EXISTS (SELECT 1 FROM ledger r WHERE r.refers_to = ${ledger.id} AND r.reason = 'reversal')`,
  );
  return (await db.$count(ledger, paid)) > 0;
}

/** The ids of an account and of the deleted accounts that had its mailbox or one of its logins, as an array. */
export const withDeleted = (userId: number): SQL => sql`ARRAY(SELECT ${userId}::integer UNION
  SELECT gone.user_id FROM account_signals own JOIN account_signals gone
    ON gone.kind = own.kind AND gone.hash = own.hash AND gone.kept_for IS NOT NULL
    WHERE own.user_id = ${userId} AND own.kind IN ('mailbox', 'sign_in'))`;

/** Returns whether an account, or a deleted one of the same owner, was paid by the ledger key `prefix` with its id: "social:2:". */
export async function wasOwnerPaid(db: Executor, userId: number, prefix: string): Promise<boolean> {
  const keys = sql`(SELECT ${prefix}::text || id FROM unnest(${withDeleted(userId)}) AS id)`;
  return (await db.$count(ledger, sql`${ledger.key} IN ${keys}`)) > 0;
}

/** Returns whether a proof was paid to an account that is deleted now. */
export async function wasProofPaid(db: Executor, hash: Buffer): Promise<boolean> {
  const kept = and(
    eq(accountSignals.kind, 'proof'),
    eq(accountSignals.hash, hash),
    isNotNull(accountSignals.keptFor),
  );
  return (await db.$count(accountSignals, kept)) > 0;
}

/** Stores a proof that is being paid. Unpaid ones aren't stored, because anyone can submit someone else's. */
export async function notePaidProof(
  tx: Transaction,
  { userId, hash, now }: { userId: number; hash: Buffer; now: Date },
): Promise<void> {
  await tx
    .insert(accountSignals)
    .values({ userId, kind: 'proof', hash, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoNothing();
}

/**
 * Marks the signals that are kept when an account is erased: its mailbox and logins if it had welcome points, points for social
 * tasks, or points for offers that a partner may reverse later (lapse in ledger/ledger.ts); and the proofs that were paid. The caller deletes the others. With
 * `review`, the next account with its devices, delivery details, mailbox or logins is reviewed.
 */
export async function keepSignals(
  tx: Transaction,
  { userId, review, now }: { userId: number; review: boolean; now: Date },
): Promise<void> {
  const keepsOwner = review || (await isWelcomed(tx, userId)) || (await hasOtherPoints(tx, userId));
  const kinds: (typeof accountSignals.$inferSelect.kind)[] = [
    ...(review ? (['payout', 'device'] as const) : []),
    ...(keepsOwner ? (['mailbox', 'sign_in'] as const) : []),
    'proof',
  ];
  await tx
    .update(accountSignals)
    .set({ keptFor: review ? 'review' : 'paid', lastSeenAt: now })
    .where(and(eq(accountSignals.userId, userId), inArray(accountSignals.kind, kinds)));
}
