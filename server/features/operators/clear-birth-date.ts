import { eq } from 'drizzle-orm';
import { MIN_AGE } from '../../../src/lib/contract/limits.ts';
import { ageAt } from '../../../src/lib/format/birth-date.ts';
import { asSentence } from '../../../src/lib/format/sentence.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { givenReason, type OperatorAct } from '../admin/act.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { notify } from '../notifications/notifications.ts';

/**
 * Removes a birth date that was mistyped, so that its owner can enter it again, and undoes what it led to if it was too young: the
 * suspension, if no operator ordered it, and the deletion. Errors: not_found, nothing_to_do (there is none), forbidden (the
 * operator's own account), the field `reason`.
 */
export async function clearBirthDate(db: Database, given: OperatorAct & { userId: number }): Promise<void> {
  const { operatorId, userId, now } = given;
  const reason = givenReason(given.reason);
  await db.drizzle.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw new DomainError('not_found');
    if (user.birthDate === null)
      throw new DomainError('nothing_to_do', { message: 'This account has no date of birth.' });
    const lifts = user.suspendedAt !== null && user.suspendedBy === null;
    // By the date, not by the suspension, which an operator may have lifted before.
    const undoes =
      user.deletionDueAt !== null && ageAt(user.birthDate, user.deletionAskedAt ?? now) < MIN_AGE;
    await tx
      .update(users)
      .set({
        birthDate: null,
        ...(lifts && { suspendedAt: null, suspendedFor: null }),
        ...(undoes && { deletionDueAt: null, deletionUndoneAt: now }),
      })
      .where(eq(users.id, userId));
    if (lifts) announce(tx, { kind: 'balance', userId });
    // Without the date itself: the log keeps it longer than the account.
    await recordAuditEvent(tx, {
      operatorId,
      act: 'user.clear_birth_date',
      subjectId: userId,
      userId,
      reason,
      now,
    });
    await notify(tx, userId, {
      kind: 'message',
      key: `birth-date:${now.getTime()}`,
      title: 'Please enter your date of birth again',
      body: asSentence(reason),
      href: routes.userSettings.pattern,
      now,
    });
  });
}
