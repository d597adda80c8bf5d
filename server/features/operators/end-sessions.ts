/** Signs an account out everywhere, if it seems to be in someone else's hands. The owner reads the reason. */

import { eq } from 'drizzle-orm';
import { asSentence } from '../../../src/lib/format/sentence.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { givenReason, type OperatorAct } from '../admin/act.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { revokeOthers } from '../auth/devices.ts';
import { notify } from '../notifications/notifications.ts';

type Ending = OperatorAct & { readonly userId: number; readonly idleDays: number };

/**
 * Ends a user's sessions. Returns how many were valid. Errors: not_found, nothing_to_do, forbidden (the operator's own account),
 * the field `reason`.
 */
export async function endUserSessions(db: Database, given: Ending): Promise<number> {
  const { operatorId, userId, idleDays, now } = given;
  const reason = givenReason(given.reason);
  return db.drizzle.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    if (!user) throw new DomainError('not_found');
    const ended = await revokeOthers(tx, { userId, token: null, now, idleDays });
    if (ended === 0)
      throw new DomainError('nothing_to_do', { message: 'No device is logged in to this account.' });
    await recordAuditEvent(tx, {
      operatorId,
      act: 'user.end_sessions',
      subjectId: userId,
      userId,
      reason,
      after: { ended },
      now,
    });
    await notify(tx, userId, {
      kind: 'message',
      key: `sessions-ended:${now.getTime()}`,
      title: 'We logged out all your devices',
      body: `${asSentence(reason)} If you don’t know why, choose a new password in your settings.`,
      href: routes.userSettings.pattern,
      now,
    });
    return ended;
  });
}
