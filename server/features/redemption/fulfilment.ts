/**
 * How an order ends. Each step runs in the caller's transaction under the lock on its owner's balance, so that of two that come at
 * once (its owner calls it off while an operator begins to send it) one happens and the other finds that it can't any more.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { amounts, ledger, orders } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { lockBalance, post, settleDebt } from '../ledger/ledger.ts';
import { tellOrder } from '../notifications/texts.ts';

type Order = typeof orders.$inferSelect;
type State = Order['state'];

const CALLED_OFF = 'called off by you before it was sent';

/** States in which nothing was sent yet, so that its owner can call it off. */
export const waiting: readonly State[] = ['pending', 'held'];
/** States in which its points are held. */
const holding: readonly State[] = [...waiting, 'processing'];

/** The order as it stands, its owner's accounts locked. Errors: not_found. */
export async function lockOrder(tx: Transaction, orderId: number): Promise<Order> {
  const [order] = await tx.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
  if (!order) throw new DomainError('not_found');
  await lockBalance(tx, order.userId);
  // Read again: only under the user's lock is the state the one that counts.
  const [now] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!now) throw new DomainError('not_found');
  return now;
}

/** Changes an order, and announces it to its owner. */
export async function changeOrder(
  tx: Transaction,
  { id, userId }: Pick<Order, 'id' | 'userId'>,
  change: Partial<Order>,
): Promise<void> {
  await tx.update(orders).set(change).where(eq(orders.id, id));
  announce(tx, { kind: 'order', userId, orderId: id });
}

/** The entry that the order was paid by: a hold, or of a code that went out at once a capture. */
async function paymentOf(tx: Transaction, orderId: number) {
  const [entry] = await tx
    .select()
    .from(ledger)
    .where(eq(ledger.key, `order:${orderId}:hold`));
  if (!entry) throw new Error(`order ${orderId} was paid by no entry`);
  return entry;
}

/** What an order is of, as the ledger has it: "Robux, 400". */
export async function titleOf(db: Executor, orderId: number): Promise<string> {
  const [hold] = await db
    .select({ title: ledger.title })
    .from(ledger)
    .where(eq(ledger.key, `order:${orderId}:hold`));
  return hold?.title ?? `order ${orderId}`;
}

/** Whether its codes go out of the stock by themselves, so that nobody sends it. */
async function isCode(tx: Transaction, { amountId }: Order): Promise<boolean> {
  const [amount] = await tx.select({ isCode: amounts.isCode }).from(amounts).where(eq(amounts.id, amountId));
  return amount?.isCode ?? false;
}

/** What an operator does first: from here on its owner can't call it off. False when it doesn't wait any more. */
export async function claimOrder(tx: Transaction, orderId: number, at: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.state !== 'pending' || (await isCode(tx, order))) return false;
  await changeOrder(tx, order, { state: 'processing', processingAt: at });
  return true;
}

/** It was sent. False when it doesn't wait any more, is held for review, or waits for a code of the stock. */
export async function deliverOrder(tx: Transaction, orderId: number, at: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if ((order.state !== 'pending' && order.state !== 'processing') || (await isCode(tx, order))) return false;
  const hold = await paymentOf(tx, orderId);
  await changeOrder(tx, order, { state: 'delivered', deliveredAt: at });
  await post(tx, {
    key: `order:${orderId}:capture`,
    userId: order.userId,
    from: 'reserved',
    to: 'house:redeemed',
    points: order.points,
    reason: 'capture',
    title: hold.title,
    refersTo: hold.id,
    orderId,
    createdAt: at,
  });
  await tellOrder(tx, order, hold.title, { what: 'delivered' }, at);
  return true;
}

/** Ends an order whose points are held: they go back, the piece too, and what is owed is settled from them. */
async function giveBack(
  tx: Transaction,
  order: Order,
  end: { state: 'cancelled' | 'refunded'; why: string; at: Date },
): Promise<void> {
  const { state, why, at } = end;
  const hold = await paymentOf(tx, order.id);
  await changeOrder(tx, order, { state, endedAt: at, endedFor: why });
  const entry = await post(tx, {
    key: `order:${order.id}:return`,
    userId: order.userId,
    from: 'reserved',
    to: 'available',
    points: order.points,
    reason: 'return',
    title: hold.title,
    detail: why,
    refersTo: hold.id,
    orderId: order.id,
    createdAt: at,
  });
  await settleDebt(tx, order.userId, entry, at);
  await tx
    .update(amounts)
    .set({ stock: sql`${amounts.stock} + 1` })
    .where(eq(amounts.id, order.amountId));
  const happening =
    state === 'cancelled' ? { what: state, why, own: why === CALLED_OFF } : { what: state, why };
  await tellOrder(tx, order, hold.title, happening, at);
}

/** Calls an order off before anything was sent. False when it doesn't wait any more. */
export async function cancelOrder(tx: Transaction, orderId: number, why: string, at: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (!waiting.includes(order.state)) return false;
  await giveBack(tx, order, { state: 'cancelled', why, at });
  return true;
}

/** It can't be sent: the points and the piece go back, with the reason for its owner. False when it has ended already. */
export async function refuseOrder(tx: Transaction, orderId: number, why: string, at: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (!holding.includes(order.state)) return false;
  await giveBack(tx, order, { state: 'refunded', why, at });
  return true;
}

/** Gives back what an order had cost that was delivered, once. Its code, if it had one, stays out. False when it isn't delivered. */
export async function refundOrder(tx: Transaction, orderId: number, why: string, at: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.state !== 'delivered') return false;
  const paid = await paymentOf(tx, orderId);
  await changeOrder(tx, order, { state: 'refunded', endedAt: at, endedFor: why });
  const entry = await post(tx, {
    key: `order:${orderId}:refund`,
    userId: order.userId,
    from: 'house:redeemed',
    to: 'available',
    points: order.points,
    reason: 'refund',
    title: paid.title,
    detail: why,
    refersTo: paid.id,
    orderId,
    createdAt: at,
  });
  await settleDebt(tx, order.userId, entry, at);
  await tellOrder(tx, order, paid.title, { what: 'refunded', why }, at);
  return true;
}

/**
 * Its owner calls it off; called off before, it stays so. Errors: not_found (also for another's order), order_closed.
 */
export async function cancelOwnOrder(
  tx: Transaction,
  given: { userId: number; orderId: number; at: Date },
): Promise<void> {
  const { userId, orderId, at } = given;
  const [own] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)));
  if (!own) throw new DomainError('not_found');
  if (await cancelOrder(tx, orderId, CALLED_OFF, at)) return;
  const { state } = await lockOrder(tx, orderId);
  if (state !== 'cancelled') throw new DomainError('order_closed');
}

/** Notes that the owner looked at the code, the first time, and answers when that was. */
export async function noteReveal(tx: Transaction, orderId: number, at: Date): Promise<Date> {
  await tx
    .update(orders)
    .set({ revealedAt: at })
    .where(and(eq(orders.id, orderId), isNull(orders.revealedAt)));
  const [row] = await tx.select({ at: orders.revealedAt }).from(orders).where(eq(orders.id, orderId));
  return row?.at ?? at;
}
