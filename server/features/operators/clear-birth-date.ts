import { and, eq, isNotNull } from 'drizzle-orm';
import { asSentence } from '../../../src/lib/format/sentence.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { tooYoung } from '../account/birth-date.ts';
import { givenReason, type OperatorAct } from '../admin/act.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { notify } from '../notifications/notifications.ts';

/**
 * Removes a birth date that was mistyped, so that its owner can enter it again, and lifts a suspension for it. Errors: not_found,
 * nothing_to_do (there is none), forbidden (the operator's own account), the field `reason`.
 */
export async function clearBirthDate(db: Database, given: OperatorAct & { userId: number }): Promise<void> {
  const { operatorId, userId, now } = given;
  const reason = givenReason(given.reason);
  await db.drizzle.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user) throw new DomainError('not_found');
    if (user.birthDate === null)
      throw new DomainError('nothing_to_do', { message: 'This account has no date of birth.' });
    await tx.update(users).set({ birthDate: null }).where(eq(users.id, userId));
    const lifted = await tx
      .update(users)
      .set({ suspendedAt: null, suspendedFor: null, deletionDueAt: null, deletionUndoneAt: now })
      .where(and(eq(users.id, userId), eq(users.suspendedFor, tooYoung), isNotNull(users.deletionDueAt)))
      .returning({ id: users.id });
    if (lifted.length > 0) announce(tx, { kind: 'balance', userId });
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
