/** What operators do to orders. The rules are in fulfilment.ts and order-reviews.ts. This file adds the audit log. */
import { eq } from 'drizzle-orm';
import type { ActOn } from '../../../src/lib/contract/admin/operator-audit.ts';
import type * as calls from '../../../src/lib/contract/redemption/operator-orders.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { orders } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { givenReason } from '../admin/act.ts';
import { operatorNames, recordAuditEvent } from '../admin/audit-log.ts';
import { operatorOrder } from './admin-orders.ts';
import {
  cancelOrder,
  claimOrder,
  deliverOrder,
  isCode,
  lockOrder,
  refuseOrder,
  requeueOrder,
} from './fulfilment.ts';
import { deliverByHand, refuseHeld, rejectBadStanding, releaseHeld } from './order-reviews.ts';

export interface Acting {
  readonly operatorId: number;
  readonly orderId: number;
  readonly now: Date;
}

interface SentBy {
  /** The operator who the caller knows is sending it. */
  readonly processing_by: number | null;
}

const closed: Record<Exclude<ActOn<'order'>, 'show_details' | 'refund' | 'propose_refund'>, string> = {
  claim: 'You can only start orders waiting to be sent by our team.',
  requeue: 'Nobody is sending it, so there’s nothing to put back.',
  deliver: 'You can only deliver waiting or processing orders.',
  cancel: 'It’s already delivered or ended, so there’s nothing to cancel.',
  release: 'It isn’t on hold.',
  refuse: 'It isn’t on hold.',
  correct: 'You can only correct the reference of a delivered order.',
};

/** What an order is doing, for an action that came too late. */
const present: Record<calls.OperatorOrder['state'], string> = {
  pending: 'It’s waiting to be sent.',
  held: 'It’s in review.',
  processing: 'It’s being sent.',
  delivered: 'It was delivered.',
  cancelled: 'It was cancelled.',
  refunded: 'It was refunded.',
};

const presentOf = ({ state, is_code }: calls.OperatorOrder): string =>
  state === 'pending' && is_code ? 'It’s waiting for a code.' : present[state];

/** Runs one action on an order under its owner's lock, and records the state before and after it in the audit log. */
export async function act(
  db: Database,
  given: Acting & { name: keyof typeof closed; reason?: string; after?: Record<string, string | boolean> },
  work: (tx: Transaction) => Promise<boolean>,
): Promise<calls.OperatorOrder> {
  const { operatorId, orderId, now, name, reason, after } = given;
  return db.drizzle.transaction(async (tx) => {
    const before = await operatorOrder(tx, orderId, now);
    if (!(await work(tx)))
      throw new DomainError('order_closed', { message: `${closed[name]} ${presentOf(before)}` });
    const order = await operatorOrder(tx, orderId, now);
    await recordAuditEvent(tx, {
      operatorId,
      act: `order.${name}`,
      subjectId: orderId,
      userId: order.user.id,
      ...(reason !== undefined && { reason }),
      before: { state: before.state, ...(after?.reference !== undefined && { reference: before.reference }) },
      after: { state: order.state, ...after },
      now,
    });
    return order;
  });
}

/**
 * Rejects an action on an order that another operator is sending, unless the caller has seen that: they may have bought it by now.
 * Errors: not_found, `processing_by`.
 */
async function rejectSentByOther(
  tx: Transaction,
  { operatorId, orderId, processing_by }: Acting & SentBy,
): Promise<void> {
  const { state, processingBy } = await lockOrder(tx, orderId);
  if (state !== 'processing' || processingBy === null) return;
  if (processingBy === operatorId || processingBy === processing_by) return;
  const name = (await operatorNames(tx, [processingBy]))(processingBy)?.name ?? 'Another operator';
  throw fieldError('processing_by', `${name} has started to send it. Look at the order again, or ask them.`);
}

/**
 * The actions below throw not_found, order_closed, or forbidden for the operator's own order. Those that take `processing_by` also
 * throw invalid with it (rejectSentByOther).
 */
export function claim(db: Database, given: Acting): Promise<calls.OperatorOrder> {
  const { operatorId, orderId, now } = given;
  return act(db, { ...given, name: 'claim' }, async (tx) => {
    await rejectBadStanding(tx, await lockOrder(tx, orderId));
    if (!(await claimOrder(tx, orderId, now))) return false;
    await tx.update(orders).set({ processingBy: operatorId }).where(eq(orders.id, orderId));
    return true;
  });
}

/** `reason`: for the log. The player's order waits again, as if nobody had started to send it. */
export function requeue(
  db: Database,
  given: Acting & SentBy & { reason: string },
): Promise<calls.OperatorOrder> {
  const reason = givenReason(given.reason);
  return act(db, { ...given, reason, name: 'requeue' }, async (tx) => {
    await rejectSentByOther(tx, given);
    return requeueOrder(tx, given.orderId);
  });
}

/**
 * Marks an order as delivered, with a `reference`. An order that waits for a code gets `code`, which is registered in the stock
 * like any other. Also throws invalid with `code` or `reference`.
 */
export function deliver(
  db: Database,
  vault: Vault,
  given: Acting & SentBy & { code: string; reference: string },
): Promise<calls.OperatorOrder> {
  const { orderId, code, reference, now } = given;
  const after = { ...(reference && { reference }), ...(code && { code: true }) };
  return act(db, { ...given, name: 'deliver', after }, async (tx) => {
    const order = await lockOrder(tx, orderId);
    await rejectSentByOther(tx, given);
    await rejectBadStanding(tx, order);
    const needsCode = await isCode(tx, order);
    if (!needsCode && code)
      throw fieldError('code', 'This isn’t delivered as a code. Note how it was sent as the reference.');
    if (needsCode && !code) throw fieldError('code', 'This is delivered as a code. Please enter the code.');
    const done = needsCode
      ? await deliverByHand(tx, vault, { order, code, now })
      : await deliverOrder(tx, orderId, now);
    if (done && reference) await tx.update(orders).set({ reference }).where(eq(orders.id, orderId));
    return done;
  });
}

/** Ends an order that wasn't delivered. A waiting order is cancelled; one that is being sent is refunded. */
export function cancel(
  db: Database,
  given: Acting & SentBy & { reason: string },
): Promise<calls.OperatorOrder> {
  const { orderId, now } = given;
  const reason = givenReason(given.reason);
  return act(db, { ...given, name: 'cancel' }, async (tx) => {
    await rejectSentByOther(tx, given);
    return (await cancelOrder(tx, orderId, reason, now)) || (await refuseOrder(tx, orderId, reason, now));
  });
}

/** Also throws invalid with `matched_up_to` if there is a match that the operator hasn't seen. */
export function release(
  db: Database,
  given: Acting & { reason: string; matchedUpTo: number },
): Promise<calls.OperatorOrder> {
  const reason = givenReason(given.reason);
  return act(db, { ...given, reason, name: 'release' }, (tx) => releaseHeld(tx, given));
}

export function refuse(db: Database, given: Acting & { reason: string }): Promise<calls.OperatorOrder> {
  const reason = givenReason(given.reason);
  return act(db, { ...given, reason, name: 'refuse' }, (tx) =>
    refuseHeld(tx, given.orderId, reason, given.now),
  );
}
