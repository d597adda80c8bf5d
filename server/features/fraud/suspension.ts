/**
 * Suspended accounts. Their owners can sign in, read, export, and write to support, and nothing else
 * (features/fraud/reject-suspended.ts).
 */

import { eq } from 'drizzle-orm';
import { asSentence } from '../../../src/lib/format/sentence.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database, Executor } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { givenReason, type OperatorAct } from '../admin/act.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { lockBalance } from '../ledger/ledger.ts';
import { notify } from '../notifications/notifications.ts';

/**
 * Rejects a suspended account. Anything that spends or earns points calls it in its transaction, under the balance's lock if
 * there is one. Errors: suspended, with the reason.
 */
export async function rejectSuspended(db: Executor, userId: number): Promise<void> {
  const [user] = await db.select({ reason: users.suspendedFor }).from(users).where(eq(users.id, userId));
  if (user?.reason)
    throw new DomainError('suspended', {
      message: `Your account is suspended. The reason: ${asSentence(user.reason)} If you think it’s wrong, contact support.`,
    });
}

type Suspending = OperatorAct & { readonly userId: number };

/** Changes the account with its balance locked, so a purchase or a credit happens either before or after it. */
async function change(db: Database, given: Suspending, to: 'suspended' | 'open'): Promise<void> {
  const { operatorId, userId, now } = given;
  const reason = givenReason(given.reason);
  const suspends = to === 'suspended';
  await db.drizzle.transaction(async (tx) => {
    // Not 'update': other transactions may hold the balance and insert rows that refer to the user, which would deadlock with
    // that lock.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw new DomainError('not_found');
    await lockBalance(tx, userId);
    if (user.erasedAt)
      throw new DomainError('nothing_to_do', { message: 'This account was deleted by its owner.' });
    if ((user.suspendedAt !== null) === suspends)
      throw new DomainError('nothing_to_do', {
        message: suspends ? 'It’s already suspended.' : 'It isn’t suspended.',
      });
    // No operator suspended it: its date of birth did, which also has it deleted (account/birth-date.ts).
    if (!suspends && user.suspendedBy === null && user.deletionDueAt !== null)
      throw new DomainError('nothing_to_do', {
        message:
          'Its date of birth says it’s too young. If that was mistyped, clear the date of birth instead.',
      });
    await tx
      .update(users)
      .set(
        suspends
          ? { suspendedAt: now, suspendedFor: reason, suspendedBy: operatorId }
          : { suspendedAt: null, suspendedFor: null, suspendedBy: null },
      )
      .where(eq(users.id, userId));
    // The account can now do more or less with its points.
    announce(tx, { kind: 'balance', userId });
    await recordAuditEvent(tx, {
      operatorId,
      act: suspends ? 'user.suspend' : 'user.lift',
      subjectId: userId,
      userId,
      reason,
      before: { suspended: !suspends },
      after: { suspended: suspends },
      now,
    });
    await notify(tx, userId, {
      kind: 'message',
      key: `suspension:${to}:${now.getTime()}`,
      title: suspends ? 'Your account is suspended' : 'Your account is no longer suspended',
      body: suspends
        ? `${asSentence(reason)} You can’t redeem or earn for now. You keep your points. If you think it’s wrong, contact support.`
        : reason,
      href: routes.userMessages.pattern,
      now,
    });
  });
}

/** Suspends an account. Errors of both: not_found, nothing_to_do, forbidden (the operator's own account), the field `reason`. */
export const suspendUser = (db: Database, given: Suspending) => change(db, given, 'suspended');
export const liftSuspension = (db: Database, given: Suspending) => change(db, given, 'open');
