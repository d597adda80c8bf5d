/** Proves that the session belongs to the account's owner, before something is done that a thief of the session would like to do. */
import { and, eq } from 'drizzle-orm';
import { FRESH_LOG_IN_MINUTES } from '../../../src/lib/contract/limits.ts';
import type { Database } from '../../db/database.ts';
import { tokens, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { tokenHash } from '../../platform/tokens.ts';
import { findByPassword, saltOf } from './passwords.ts';

/** By the password; of an account without one by having logged in just now, as only its owner can. Errors: `password`. */
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

/** That the session was opened just now: of an account without a password only its owner can, at its provider. Errors: the field. */
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
  if (!session || now.getTime() - session.since.getTime() > FRESH_LOG_IN_MINUTES * 60_000)
    throw fieldError(
      field,
      `Your account has no password. Log out, log in again, and do this within ${FRESH_LOG_IN_MINUTES} minutes.`,
      { event: 'proof_refused', userId },
    );
}
