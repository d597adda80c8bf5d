/** What operators can still do with a delivered order: return its points, and correct its reference. */
import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm';
import type { OperatorOrder } from '../../../src/lib/contract/redemption/operator-orders.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { disputes, operatorPayments, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { givenReason } from '../admin/act.ts';
import { lockOperator, payOrPropose, withdrawProposal } from '../admin/approvals.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { type Acting, act } from './admin-order-acts.ts';
import { operatorOrder } from './admin-orders.ts';
import { changeOrder, lockOrder, REFUND, refundOrder, titleOf } from './fulfilment.ts';
import { notifyOrder } from './order-notifications.ts';
import { lapsedAt, PROPOSE_REFUND } from './refund-proposals.ts';

/** Errors: order_closed, nothing_to_do. */
async function rejectUnlessRefundable(tx: Transaction, order: OperatorOrder): Promise<void> {
  if (order.state !== 'delivered')
    throw new DomainError('order_closed', { message: 'You can only refund delivered orders.' });
  const waits = and(
    eq(disputes.subject, 'order'),
    eq(disputes.subjectId, order.id),
    inArray(disputes.state, ['open', 'appealed']),
  );
  if ((await tx.$count(disputes, waits)) > 0)
    throw new DomainError('order_closed', {
      message:
        'The player reported a problem with this order. Answer that report: accepting it refunds the order.',
    });
  const isErased = and(eq(users.id, order.user.id), isNotNull(users.erasedAt));
  if ((await tx.$count(users, isErased)) > 0)
    throw new DomainError('nothing_to_do', { message: 'This account was deleted by its owner.' });
}

/**
 * Returns the points of a delivered order, once. Above what the operator may pay alone, it waits until a second operator does the
 * same within 72 hours. Errors: not_found, order_closed, nothing_to_do, forbidden (the operator's own order, or see
 * rejectApprover), the field `reason`.
 */
export async function refund(
  db: Database,
  given: Acting & { reason: string; alone: number },
): Promise<OperatorOrder> {
  const { operatorId, orderId, alone, now } = given;
  const reason = givenReason(given.reason);
  return db.drizzle.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    await lockOrder(tx, orderId);
    const before = await operatorOrder(tx, orderId, now);
    await rejectUnlessRefundable(tx, before);
    await withdrawProposal(tx, REFUND, orderId, lte(operatorPayments.at, lapsedAt(now)));
    const payment = { operatorId, act: REFUND, subjectId: orderId, points: before.points, alone, now };
    const isPaid = (await payOrPropose(tx, payment)) === 'paid';
    if (isPaid) await refundOrder(tx, orderId, reason, now);
    const order = await operatorOrder(tx, orderId, now);
    await recordAuditEvent(tx, {
      operatorId,
      act: isPaid ? REFUND : PROPOSE_REFUND,
      subjectId: orderId,
      userId: order.user.id,
      reason,
      before: { state: before.state },
      after: { state: order.state, points: order.points },
      now,
    });
    return order;
  });
}

/** Corrects the reference of a delivered order, and tells its player. Errors: not_found, order_closed, forbidden, `reference`. */
export function correctReference(
  db: Database,
  given: Acting & { reference: string },
): Promise<OperatorOrder> {
  const { orderId, reference, now } = given;
  return act(db, { ...given, name: 'correct', after: { reference } }, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.state !== 'delivered') return false;
    if (order.reference === reference) throw fieldError('reference', 'It already has this reference.');
    await changeOrder(tx, order, { reference });
    await notifyOrder(tx, order, await titleOf(tx, orderId), { what: 'reference', reference }, now);
    return true;
  });
}
