/** What was answered to calls that changed something, so that one that is sent again is done once. */
import { and, eq, sql } from 'drizzle-orm';
import type { Drizzle } from '../db/database.ts';
import { isUndone } from '../db/failures.ts';
import { idempotencyKeys } from '../db/schema.ts';
import { DomainError } from './domain-error.ts';
import type { Vault } from './encryption.ts';

/** Of each sender so many are kept, the newest: more than anybody sends while an answer of theirs is still missing. */
export const MOST_KEPT = 200;

export interface KeyedCall {
  /** "user:12" or "operator:3". */
  readonly sender: string;
  readonly key: string;
  /** What distinguishes this call from another: method, address and body. */
  readonly digest: Buffer;
}

/** The state of a call whose key is known: `open` is one that isn't answered yet, or never was. */
type Known =
  | { readonly state: 'answered'; readonly answer: string }
  | { readonly state: 'open'; readonly startedAt: Date }
  | { readonly state: 'other call' };

const purposeOf = ({ sender, key }: KeyedCall) => `answer:${sender}:${key}`;
const isOf = ({ sender, key }: KeyedCall) =>
  and(eq(idempotencyKeys.sender, sender), eq(idempotencyKeys.key, key));

/** True for the first with this key: the caller that gets it does the act, and then keeps its answer or drops it. */
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

/** Null where it was dropped. */
export async function findKeyed(db: Drizzle, vault: Vault, call: KeyedCall): Promise<Known | null> {
  const [found] = await db.select().from(idempotencyKeys).where(isOf(call));
  if (!found) return null;
  if (!call.digest.equals(found.digest)) return { state: 'other call' };
  if (found.sealedAnswer === null) return { state: 'open', startedAt: found.startedAt };
  return { state: 'answered', answer: vault.open(purposeOf(call), found.sealedAnswer) };
}

/** Keeps what was answered, and forgets the sender's oldest. */
export async function keepAnswer(db: Drizzle, vault: Vault, call: KeyedCall, answer: string): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ sealedAnswer: vault.seal(purposeOf(call), answer) })
    .where(isOf(call));
  await db.execute(sql`DELETE FROM idempotency_keys WHERE sender = ${call.sender} AND key IN (
    SELECT key FROM idempotency_keys WHERE sender = ${call.sender} ORDER BY started_at DESC, key OFFSET ${MOST_KEPT})`);
}

/**
 * Where it was refused, or the database undid it, nothing was done: it may be tried again with the same key. After any other failure
 * that is unknown, and the key stays taken.
 */
export async function dropUndone(db: Drizzle, call: KeyedCall, error: unknown): Promise<void> {
  if (!(error instanceof DomainError) && !isUndone(error)) return;
  // What it failed by is what its sender reads, whatever becomes of the key.
  await db
    .delete(idempotencyKeys)
    .where(isOf(call))
    .catch(() => {});
}
