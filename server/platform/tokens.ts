/** Bearer tokens, `id|secret`. The database stores only the secret's SHA-256 hash. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { MIN_AGE, SESSION_DAYS } from '../../src/lib/contract/limits.ts';
import type { Database, Executor, Transaction } from '../db/database.ts';
import { announce } from '../db/events.ts';
import { tokens, users } from '../db/schema.ts';
import { DomainError } from './domain-error.ts';
import { hashOf, randomToken } from './random-token.ts';
import { DAY, earlier, later } from './time.ts';

/** Returns the time after which a session must have been used to be valid. */
export const idleSince = (now: Date, idleDays: number) => earlier(now, idleDays * DAY);

/** Returns the hash under which the database stores a token, or null if the text can't be a token. */
export function tokenHash(token: string): Buffer | null {
  const secret = /^\d{1,10}\|([\w-]{43})$/.exec(token)?.[1];
  return secret === undefined ? null : hashOf(secret);
}

const isOldEnough = (now: Date) =>
  sql`(birth_date IS NULL OR birth_date <= ${now.toISOString()}::date - make_interval(years => ${MIN_AGE}))`;

/**
 * Creates a token for a user. The secret isn't stored, so the answer is the only place that has it. Every sign-in calls this, and
 * it cancels a requested deletion of the account, unless its owner is too young for one. Call it in the caller's transaction, so
 * that an erasure happens before or after both.
 */
export async function createToken(db: Executor, userId: number, device: string, now: Date): Promise<string> {
  await db
    .update(users)
    .set({ deletionDueAt: null, deletionUndoneAt: now })
    .where(
      and(eq(users.id, userId), isNotNull(users.deletionDueAt), isNull(users.erasedAt), isOldEnough(now)),
    );
  const secret = randomToken();
  const [row] = await db
    .insert(tokens)
    .values({
      userId,
      hash: hashOf(secret),
      device: device.slice(0, 200),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: later(now, SESSION_DAYS * DAY),
    })
    .returning({ id: tokens.id });
  if (!row) throw new Error('the token was not stored');
  return `${row.id}|${secret}`;
}

/** Returns the user of a valid token; null if it is unknown, expired, revoked or wasn't used for `idleDays`. */
export async function userOfToken(
  db: Database,
  token: string,
  now: Date,
  idleDays: number,
): Promise<number | null> {
  const hash = tokenHash(token);
  if (!hash) return null;
  const found = await db.value('SELECT token_user($1, $2, $3)', [hash, now, idleSince(now, idleDays)]);
  return typeof found === 'number' ? found : null;
}

/**
 * Locks the account, and checks that the session that acts hasn't ended since its call began: a new password ends all sessions
 * under the same lock. What would give a thief lasting access calls it in its transaction. Errors: unauthenticated.
 */
export async function holdSession(
  tx: Transaction,
  { userId, token }: { userId: number; token: string },
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const hash = tokenHash(token);
  const isOpen = hash && and(eq(tokens.hash, hash), eq(tokens.userId, userId), isNull(tokens.revokedAt));
  if (!isOpen || (await tx.$count(tokens, isOpen)) === 0) throw new DomainError('unauthenticated');
}

/** Ends a token immediately. */
export async function revokeToken(db: Executor, token: string, now: Date): Promise<void> {
  const hash = tokenHash(token);
  if (!hash) return;
  const [ended] = await db
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(eq(tokens.hash, hash), isNull(tokens.revokedAt)))
    .returning({ userId: tokens.userId });
  if (ended) announce(db, { kind: 'sessions', userId: ended.userId });
}

/** Ends every token of a user immediately. */
export async function revokeAllTokens(db: Executor, userId: number, now: Date): Promise<void> {
  await db
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(eq(tokens.userId, userId), isNull(tokens.revokedAt)));
  announce(db, { kind: 'sessions', userId });
}
