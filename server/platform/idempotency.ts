/** Stores the answers to calls that changed something, so that a call sent twice runs once. */
import { and, eq, sql } from 'drizzle-orm';
import type { Drizzle } from '../db/database.ts';
import { isUndone } from '../db/failures.ts';
import { idempotencyKeys } from '../db/schema.ts';
import { DomainError } from './domain-error.ts';
import type { Vault } from './encryption.ts';

/** How many answers are kept per sender, the newest ones. No sender has more calls open than that. */
export const MOST_KEPT = 200;

export interface KeyedCall {
  /** "user:12" or "operator:3". */
  readonly sender: string;
  readonly key: string;
  /** What distinguishes this call from others: method, URL and body. */
  readonly digest: Buffer;
}

/** The state of a call whose key is known. `open` isn't answered yet, or never was. */
type Known =
  | { readonly state: 'answered'; readonly answer: string }
  | { readonly state: 'open'; readonly startedAt: Date }
  | { readonly state: 'other call' };

const purposeOf = ({ sender, key }: KeyedCall) => `answer:${sender}:${key}`;
const isOf = ({ sender, key }: KeyedCall) =>
  and(eq(idempotencyKeys.sender, sender), eq(idempotencyKeys.key, key));

/** Returns true for the first call with this key. That caller runs the action, and then stores its answer or drops the key. */
export async function beginKeyed(
  db: Drizzle,
  { sender, key, digest }: KeyedCall,
  now: Date,
): Promise<boolean> {
  const begun = await db
    .insert(idempotencyKeys)
    .values({ sender, key, digest, startedAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return begun.length > 0;
}

/** Returns the state of a call; null if its key was dropped. */
export async function findKeyed(db: Drizzle, vault: Vault, call: KeyedCall): Promise<Known | null> {
  const [found] = await db.select().from(idempotencyKeys).where(isOf(call));
  if (!found) return null;
  if (!call.digest.equals(found.digest)) return { state: 'other call' };
  if (found.sealedAnswer === null) return { state: 'open', startedAt: found.startedAt };
  return { state: 'answered', answer: vault.open(purposeOf(call), found.sealedAnswer) };
}

/** Stores the answer, and deletes the sender's oldest ones. */
export async function keepAnswer(db: Drizzle, vault: Vault, call: KeyedCall, answer: string): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ sealedAnswer: vault.seal(purposeOf(call), answer) })
    .where(isOf(call));
  await db.execute(sql`DELETE FROM idempotency_keys WHERE sender = ${call.sender} AND key IN (
    SELECT key FROM idempotency_keys WHERE sender = ${call.sender} ORDER BY started_at DESC, key OFFSET ${MOST_KEPT})`);
}

/**
 * Drops the key if nothing was done: the action was rejected, or the database rolled it back. The same key can then be tried
 * again. After any other failure the result is unknown, and the key stays taken.
 */
export async function dropUndone(db: Drizzle, call: KeyedCall, error: unknown): Promise<void> {
  if (!(error instanceof DomainError) && !isUndone(error)) return;
  // The sender must get the original error, even if the key can't be dropped.
  await db
    .delete(idempotencyKeys)
    .where(isOf(call))
    .catch(() => {});
}
