/** Suspended accounts: they can be signed in to, read, exported and written from to support, and do nothing else (features/fraud/reject-suspended.ts). */

import { eq } from 'drizzle-orm';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database, Executor } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { givenReason, type OperatorAct, refuseOwn } from '../admin/act.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { lockBalance } from '../ledger/ledger.ts';
import { notify } from '../notifications/notifications.ts';

/** For whatever spends or earns, in its transaction and where one matters under the lock on the balance. Errors: suspended, with why. */
export async function refuseSuspended(db: Executor, userId: number): Promise<void> {
  const [user] = await db.select({ reason: users.suspendedFor }).from(users).where(eq(users.id, userId));
  if (user?.reason)
    throw new DomainError('suspended', {
      message: `Your account is suspended. The reason: ${user.reason} If you think it’s wrong, contact support.`,
    });
}

type Suspending = OperatorAct & { readonly userId: number };

/** The account with its balance locked, so that a purchase or a credit comes wholly before this or wholly after. */
async function change(db: Database, given: Suspending, to: 'suspended' | 'open'): Promise<void> {
  const { operatorId, userId, now } = given;
  const reason = givenReason(given.reason);
  const suspends = to === 'suspended';
  await db.drizzle.transaction(async (tx) => {
    // Not 'update', which rows that name the user would wait for: their writer may hold the balance that is asked for next.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw new DomainError('not_found');
    await refuseOwn(tx, operatorId, userId);
    await lockBalance(tx, userId);
    if (user.erasedAt)
      throw new DomainError('nothing_to_do', { message: 'This account was deleted by its owner.' });
    if ((user.suspendedAt !== null) === suspends)
      throw new DomainError('nothing_to_do', {
        message: suspends ? 'It’s already suspended.' : 'It isn’t suspended.',
      });
    await tx
      .update(users)
      .set(
        suspends
          ? { suspendedAt: now, suspendedFor: reason, suspendedBy: operatorId }
          : { suspendedAt: null, suspendedFor: null, suspendedBy: null },
      )
      .where(eq(users.id, userId));
    // What they may do with their points changed.
    announce(tx, { kind: 'balance', userId });
    await recordAuditEvent(tx, {
      operatorId,
      act: suspends ? 'user.suspend' : 'user.lift',
      subject: 'user',
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
        ? `${reason} You can’t redeem or earn for now. You keep your points. If you think it’s wrong, contact support.`
        : reason,
      href: routes.userMessages.pattern,
      now,
    });
  });
}

/** Errors: not_found, nothing_to_do, forbidden (one's own), the field `reason`. */
export const suspendUser = (db: Database, given: Suspending) => change(db, given, 'suspended');
export const liftSuspension = (db: Database, given: Suspending) => change(db, given, 'open');
