/** Disputes over orders: a player opens one with proof, an operator answers in writing, and the player can appeal once. */
import { and, eq } from 'drizzle-orm';
import { DISPUTE_ANSWER_DAYS, DISPUTE_DAYS, type DISPUTE_REASONS } from '../../../src/lib/contract/limits.ts';
import type { Dispute } from '../../../src/lib/contract/redemption/orders.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { disputes, ledger, type orders } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { DAY, later } from '../../platform/time.ts';
import { lockOrder, refundOrder, refuseOrder } from './fulfilment.ts';
import { notifyOrder } from './order-notifications.ts';

type Row = typeof disputes.$inferSelect;
type Order = typeof orders.$inferSelect;

const after = (at: Date, days: number) => later(at, days * DAY);

/**
 * Returns the time until which a dispute can be opened; null if it can't. A delivered order can be disputed for DISPUTE_DAYS. An
 * order that an operator is sending can be disputed at any time, because the player can't cancel it. A waiting order can be cancelled
 * instead.
 */
export function disputableUntil(order: Order, now: Date): Date | null {
  if (order.state === 'processing') return after(now, DISPUTE_DAYS);
  if (order.state !== 'delivered' || !order.deliveredAt) return null;
  const until = after(order.deliveredAt, DISPUTE_DAYS);
  return until > now ? until : null;
}

export function disputeOf(row: Row): Dispute {
  return {
    id: row.id,
    // Only openDispute writes this column.
    reason: row.reason as Dispute['reason'],
    proof: row.proof,
    state: row.state,
    opened_at: row.openedAt.toISOString(),
    due_at: row.dueAt.toISOString(),
    answer: row.answer,
    answered_at: row.answeredAt?.toISOString() ?? null,
    appeal: row.appeal,
    appealed_at: row.appealedAt?.toISOString() ?? null,
  };
}

async function lockOwn(tx: Transaction, userId: number, orderId: number): Promise<Order> {
  const order = await lockOrder(tx, orderId);
  if (order.userId !== userId) throw new DomainError('not_found');
  return order;
}

const ofOrder = (orderId: number) => and(eq(disputes.subject, 'order'), eq(disputes.subjectId, orderId));

/**
 * Opens the dispute of an order, once. Sending the same text again changes nothing. Errors: not_found (for another player's order
 * too), dispute_closed.
 */
export async function openDispute(
  db: Database,
  given: {
    userId: number;
    orderId: number;
    reason: (typeof DISPUTE_REASONS)[number];
    proof: string;
    now: Date;
  },
): Promise<void> {
  const { userId, orderId, reason, proof, now } = given;
  await db.drizzle.transaction(async (tx) => {
    const order = await lockOwn(tx, userId, orderId);
    const [before] = await tx.select().from(disputes).where(ofOrder(orderId));
    if (before?.reason === reason && before.proof === proof) return;
    if (before)
      throw new DomainError('dispute_closed', {
        message:
          'You already reported a problem with this order. You can see its status and our answer on the order.',
      });
    if (!disputableUntil(order, now))
      throw new DomainError('dispute_closed', {
        message:
          order.state === 'delivered'
            ? `You can report a problem for ${DISPUTE_DAYS} days after delivery, and that time has passed. Contact support if something is wrong.`
            : 'You can report a problem once the order was sent. Until then you can cancel it.',
      });
    await tx.insert(disputes).values({
      userId,
      subject: 'order',
      subjectId: orderId,
      reason,
      proof,
      openedAt: now,
      dueAt: after(now, DISPUTE_ANSWER_DAYS),
    });
    announce(tx, { kind: 'order', userId, orderId });
  });
}

/** Appeals a rejected dispute, once. Sending the same text again changes nothing. Errors: not_found, dispute_closed. */
export async function appealDispute(
  db: Database,
  given: { userId: number; orderId: number; appeal: string; now: Date },
): Promise<void> {
  const { userId, orderId, appeal, now } = given;
  await db.drizzle.transaction(async (tx) => {
    await lockOwn(tx, userId, orderId);
    // No second lock is needed: answering a dispute takes the order's lock first too.
    const [before] = await tx.select().from(disputes).where(ofOrder(orderId));
    if (before?.state === 'appealed' && before.appeal === appeal) return;
    if (before?.state !== 'refused')
      throw new DomainError('dispute_closed', {
        message: 'You can appeal once, after we’ve declined your report.',
      });
    await tx
      .update(disputes)
      .set({ state: 'appealed', appeal, appealedAt: now, dueAt: after(now, DISPUTE_ANSWER_DAYS) })
      .where(eq(disputes.id, before.id));
    announce(tx, { kind: 'order', userId, orderId });
  });
}

interface Answered {
  readonly userId: number;
  readonly orderId: number;
  readonly state: Row['state'];
  /** The points that were returned. */
  readonly points: number;
}

/**
 * Records an operator's answer to a dispute. If it is accepted, the points are returned. If it is refused, the player can appeal
 * once, and the answer to the appeal is final. Returns null if the dispute isn't waiting for an answer. Errors: not_found,
 * order_closed, and invalid if there is no reason.
 */
export async function answerDispute(
  tx: Transaction,
  given: { disputeId: number; accept: boolean; answer: string; at: Date },
): Promise<Answered | null> {
  const { disputeId, accept, at } = given;
  const answer = given.answer.trim();
  if (answer.length < 10)
    throw fieldError('answer', 'Please say why in at least 10 characters: the player reads this.');
  const [found] = await tx.select().from(disputes).where(eq(disputes.id, disputeId));
  if (found?.subject !== 'order') throw new DomainError('not_found');
  const order = await lockOrder(tx, found.subjectId);
  // Read again: the state is only certain under the lock.
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, disputeId));
  if (row?.state !== 'open' && row?.state !== 'appealed') return null;
  const state = accept ? 'accepted' : row.state === 'open' ? 'refused' : 'closed';
  await tx.update(disputes).set({ state, answer, answeredAt: at }).where(eq(disputes.id, disputeId));
  announce(tx, { kind: 'order', userId: order.userId, orderId: order.id });
  if (accept) {
    const why = 'returned after you reported a problem';
    const told = { isTold: true };
    const gave =
      (await refundOrder(tx, order.id, why, at, told)) || (await refuseOrder(tx, order.id, why, at, told));
    if (!gave)
      throw new DomainError('order_closed', {
        message: 'The points of this order were already returned. Decline the report and say so.',
      });
  }
  const [paid] = await tx
    .select({ title: ledger.title })
    .from(ledger)
    .where(eq(ledger.key, `order:${order.id}:hold`));
  const change = { what: 'dispute', accepted: accept, answer, final: row.state === 'appealed' } as const;
  await notifyOrder(tx, order, paid?.title ?? `order ${order.id}`, change, at);
  return { userId: order.userId, orderId: order.id, state, points: accept ? order.points : 0 };
}
