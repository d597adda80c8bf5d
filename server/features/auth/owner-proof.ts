/** Checks that a session belongs to the account's owner, before actions that someone with a stolen session would want. */
import { and, eq } from 'drizzle-orm';
import { FRESH_LOG_IN_MINUTES } from '../../../src/lib/contract/limits.ts';
import type { Database } from '../../db/database.ts';
import { tokens, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { MINUTE } from '../../platform/time.ts';
import { tokenHash } from '../../platform/tokens.ts';
import { findByPassword, saltOf } from './passwords.ts';

/**
 * Checks the password. An account without one must have logged in a moment ago, which only its owner can do. Errors: `password`.
 */
export async function proveOwner(
  db: Database,
  given: { userId: number; token: string; password: string | undefined; now: Date },
): Promise<void> {
  const { userId, token, password, now } = given;
  const [user] = await db.drizzle
    .select({ hash: users.passwordHash, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new DomainError('not_found');
  const suspect = { event: 'proof_refused', userId } as const;
  if (user.hash !== null) {
    if (!password) throw fieldError('password', 'Please enter your password.');
    if (!(await findByPassword([user], password, await saltOf(db, user.email ?? ''))))
      throw fieldError('password', 'That’s not your password.', suspect);
    return;
  }
  await proveFresh(db, { userId, token, field: 'password', now });
}

/**
 * Checks that the session was opened a moment ago. For an account without a password, only its owner can do that. Errors: the
 * given field.
 */
export async function proveFresh(
  db: Database,
  given: { userId: number; token: string; field: string; now: Date },
): Promise<void> {
  const { userId, token, field, now } = given;
  const hash = tokenHash(token);
  const [session] = hash
    ? await db.drizzle
        .select({ since: tokens.createdAt })
        .from(tokens)
        .where(and(eq(tokens.hash, hash), eq(tokens.userId, userId)))
    : [];
  if (!session || now.getTime() - session.since.getTime() > FRESH_LOG_IN_MINUTES * MINUTE)
    throw fieldError(
      field,
      `Your account has no password. Log out, log in again, and do this within ${FRESH_LOG_IN_MINUTES} minutes.`,
      { event: 'proof_refused', userId },
    );
}

/**
 * Checks the password of an account that must have one. Returns its hash and its address. Only a confirmed address may get mails:
 * another one may be a stranger's. Errors: `field`, also for an account without a password.
 */
export async function checkPassword(
  db: Database,
  given: { userId: number; password: string; field: string; wrong: DomainError },
): Promise<{ hash: string; email: string | null; confirmedEmail: string | null }> {
  const { userId, password, field, wrong } = given;
  const [row] = await db.drizzle
    .select({ hash: users.passwordHash, email: users.email, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!row?.hash)
    throw fieldError(
      field,
      'This account has no password yet. To add one, choose “Forgot your password?” on the login page.',
    );
  const { hash, email, confirmedAt } = row;
  if (!(await findByPassword([{ hash }], password, await saltOf(db, email ?? '')))) throw wrong;
  return { hash, email, confirmedEmail: confirmedAt === null ? null : email };
}
