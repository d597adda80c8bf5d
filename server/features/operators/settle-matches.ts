import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { givenReason, type OperatorAct } from '../admin/act.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { settleMatches } from '../fraud/signals.ts';

/**
 * Settles an account's matches with others, because they are different people: the matches hold no more of its orders, and no shares
 * for invited friends. Orders that are held already wait until they are released. Errors: not_found, nothing_to_do (no match is open),
 * forbidden (the operator's own account), the field `reason`, `matched_up_to` (a match that the operator hasn't seen).
 */
export async function settleUserMatches(
  db: Database,
  given: OperatorAct & { userId: number; matchedUpTo: number },
): Promise<void> {
  const { operatorId, userId, matchedUpTo, now } = given;
  const reason = givenReason(given.reason);
  await db.drizzle.transaction(async (tx) => {
    if ((await tx.$count(users, eq(users.id, userId))) === 0) throw new DomainError('not_found');
    const settled = await settleMatches(tx, { operatorId, userId, matchedUpTo, now });
    if (settled === 0) throw new DomainError('nothing_to_do', { message: 'It has no open matches.' });
    await recordAuditEvent(tx, {
      operatorId,
      act: 'user.settle_matches',
      subjectId: userId,
      userId,
      reason,
      after: { settled },
      now,
    });
  });
}
