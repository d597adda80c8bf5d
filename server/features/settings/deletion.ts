/** Requests the deletion of an account. It happens after a delay, and signing in during that time cancels it (tokens.ts). */
import { eq } from 'drizzle-orm';
import { DELETION_DAYS } from '../../../src/lib/contract/limits.ts';
import { exactTime } from '../../../src/lib/format/dates.ts';
import { site } from '../../../src/lib/site.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { DAY, later } from '../../platform/time.ts';
import { holdSession, revokeAllTokens } from '../../platform/tokens.ts';
import { givenReason, type OperatorAct } from '../admin/act.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { proveFresh } from '../auth/owner-proof.ts';
import { findByPassword, saltOf } from '../auth/passwords.ts';
import { logIn } from '../auth/security-links.ts';

interface Given {
  userId: number;
  /** The token of the session that asks. Without a password it must be a fresh session. */
  token: string;
  /** The password; for an account without one, its email address; without either, its name. */
  proof: string;
  /** What happens to the player's texts: they are deleted, or stay under "deleted account". */
  removesWritings: boolean;
  now: Date;
}

/**
 * Stores when the account is to be erased and ends every session. Returns the mail to the owner, who may not be the person who
 * asked. There is no mail to an unconfirmed address, which may be a stranger's. Errors: `proof`, unauthenticated.
 */
export async function askDeletion(db: Database, given: Given): Promise<{ dueAt: Date; mail: Mail | null }> {
  const { userId, token, proof, removesWritings, now } = given;
  const [row] = await db.drizzle
    .select({
      hash: users.passwordHash,
      email: users.email,
      confirmedAt: users.emailConfirmedAt,
      name: users.name,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!row) throw new DomainError('not_found');
  const { hash, email } = row;
  const known = email ?? row.name;
  const suspect = { event: 'proof_refused', userId } as const;
  if (hash === null && proof.trim().toLowerCase() !== known.toLowerCase())
    throw fieldError('proof', `Please enter ${known} to confirm.`, suspect);
  // The typed value is visible in the session. It prevents slips but proves nothing.
  if (hash === null) await proveFresh(db, { userId, token, field: 'proof', now });
  if (hash !== null && !(await findByPassword([{ hash }], proof, await saltOf(db, email ?? ''))))
    throw fieldError('proof', 'That’s not your password.', suspect);
  return db.drizzle.transaction(async (tx) => {
    await holdSession(tx, given);
    const dueAt = await setDeletion(tx, { userId, removesWritings, now });
    return { dueAt, mail: mailTo(row, dueAt) };
  });
}

async function setDeletion(
  tx: Transaction,
  { userId, removesWritings, now }: Pick<Given, 'userId' | 'removesWritings' | 'now'>,
): Promise<Date> {
  const dueAt = later(now, DELETION_DAYS * DAY);
  await tx
    .update(users)
    .set({ deletionAskedAt: now, deletionDueAt: dueAt, deletionUndoneAt: null, removesWritings })
    .where(eq(users.id, userId));
  await revokeAllTokens(tx, userId, now);
  return dueAt;
}

const mailTo = (
  { email, confirmedAt }: { readonly email: string | null; readonly confirmedAt: Date | null },
  dueAt: Date,
): Mail | null => (email === null || confirmedAt === null ? null : deletionMail(email, dueAt));

/**
 * Does the same for an owner who asked support for it. Returns the mail. Errors: not_found, nothing_to_do (it is scheduled already),
 * forbidden (the operator's own account), the field `reason`.
 */
export async function scheduleDeletion(
  db: Database,
  given: OperatorAct & Pick<Given, 'userId' | 'removesWritings'>,
): Promise<Mail | null> {
  const { operatorId, userId, now } = given;
  const reason = givenReason(given.reason);
  return db.drizzle.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user || user.erasedAt !== null) throw new DomainError('not_found');
    if (user.deletionDueAt !== null)
      throw new DomainError('nothing_to_do', { message: 'The deletion is already scheduled.' });
    const dueAt = await setDeletion(tx, given);
    await recordAuditEvent(tx, {
      operatorId,
      act: 'user.schedule_deletion',
      subjectId: userId,
      userId,
      reason,
      after: { due: dueAt.toISOString() },
      now,
    });
    return mailTo({ email: user.email, confirmedAt: user.emailConfirmedAt }, dueAt);
  });
}

export function deletionMail(email: string, dueAt: Date): Mail {
  return {
    to: email,
    unsubscribe: null,
    subject: `We’ll delete your ${site.name} account`,
    body: [
      `You (or someone using your account) asked us to delete your ${site.name} account. We’ve logged out all devices.`,
      `We’ll delete it on ${exactTime(dueAt.toISOString())}. You’ll lose any points left, and we’ll cancel orders that are still waiting.`,
      'Changed your mind? Just log in before then to keep your account.',
      logIn,
      'If it wasn’t you, log in and choose a new password in your settings.',
    ],
  };
}
