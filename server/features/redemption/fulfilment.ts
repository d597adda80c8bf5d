/**
 * How an order ends. Each step runs in the caller's transaction under the lock of the player's balance. If two arrive at the same
 * time (the player cancels while an operator starts to send), one happens and the other finds that it's too late.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { amounts, ledger, orders } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { withdrawProposal } from '../admin/approvals.ts';
import { lockBalance, post, settleDebt } from '../ledger/ledger.ts';
import { CANCELLED_BY_PLAYER, type DestinationDeps, forgetDestination } from './destinations.ts';
import { notifyIfFirst } from './first-reward.ts';
import { notifyOrder } from './order-notifications.ts';

type Order = typeof orders.$inferSelect;
type State = Order['state'];
type Account = typeof ledger.$inferSelect.from;

/** States in which nothing has been sent, so the player can still cancel. */
export const waiting: readonly State[] = ['pending', 'held'];
/** States in which the points are on hold. */
const holding: readonly State[] = [...waiting, 'processing'];

/** Locks the player's balance and returns the order. Errors: not_found. */
export async function lockOrder(tx: Transaction, orderId: number): Promise<Order> {
  const [order] = await tx.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
  if (!order) throw new DomainError('not_found');
  await lockBalance(tx, order.userId);
  // Read again: the state is only certain under the lock.
  const [now] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!now) throw new DomainError('not_found');
  return now;
}

/** Changes an order and announces it to its player. */
export async function changeOrder(
  tx: Transaction,
  { id, userId }: Pick<Order, 'id' | 'userId'>,
  change: Partial<Order>,
): Promise<void> {
  await tx.update(orders).set(change).where(eq(orders.id, id));
  announce(tx, { kind: 'order', userId, orderId: id });
}

/**
 * Moves the order's points on. The entry refers to the one that paid for the order: a hold, or a capture if a code was delivered
 * immediately. Returns the new entry's id, and what was ordered.
 */
async function movePoints(
  tx: Transaction,
  { id, userId, points }: Order,
  move: { reason: 'capture' | 'return' | 'refund'; from: Account; to: Account; detail?: string; at: Date },
): Promise<{ entry: number; title: string }> {
  const { at, ...rest } = move;
  const [paid] = await tx
    .select()
    .from(ledger)
    .where(eq(ledger.key, `order:${id}:hold`));
  if (!paid) throw new Error(`order ${id} has no entry that paid for it`);
  const { title } = paid;
  const key = `order:${id}:${move.reason}`;
  const entry = { ...rest, key, userId, points, title, refersTo: paid.id, orderId: id, createdAt: at };
  return { entry: await post(tx, entry), title };
}

/** Spends the points on hold of an order that is delivered now. */
export async function capture(tx: Transaction, order: Order, at: Date): Promise<void> {
  const { title } = await movePoints(tx, order, {
    reason: 'capture',
    from: 'reserved',
    to: 'house:redeemed',
    at,
  });
  await notifyOrder(tx, order, title, { what: 'delivered' }, at);
  await notifyIfFirst(tx, order, { now: at });
}

/** Returns what was ordered, as the ledger names it: "Robux, 400". */
export async function titleOf(db: Executor, orderId: number): Promise<string> {
  const [hold] = await db
    .select({ title: ledger.title })
    .from(ledger)
    .where(eq(ledger.key, `order:${orderId}:hold`));
  return hold?.title ?? `order ${orderId}`;
}

/** Returns whether the order is for a code from the stock, which needs no operator. */
export async function isCode(tx: Transaction, { amountId }: Order): Promise<boolean> {
  const [amount] = await tx.select({ isCode: amounts.isCode }).from(amounts).where(eq(amounts.id, amountId));
  return amount?.isCode ?? false;
}

/**
 * Marks an order as being sent by an operator. From then on the player can't cancel it. Returns false if it isn't waiting any
 * more.
 */
export async function claimOrder(tx: Transaction, orderId: number, at: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.state !== 'pending' || (await isCode(tx, order))) return false;
  await changeOrder(tx, order, { state: 'processing', processingAt: at });
  return true;
}

/**
 * Puts an order that an operator had started to send back in the queue. From then on the player can cancel it again, and so does
 * the job for late orders (late-orders.ts). Returns false if nobody is sending it.
 */
export async function requeueOrder(tx: Transaction, orderId: number): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.state !== 'processing') return false;
  await changeOrder(tx, order, { state: 'pending', processingAt: null, processingBy: null });
  return true;
}

/**
 * Marks an order as delivered. Returns false if it isn't waiting any more, is held for review, or waits for a code from the
 * stock.
 */
export async function deliverOrder(tx: Transaction, orderId: number, at: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if ((order.state !== 'pending' && order.state !== 'processing') || (await isCode(tx, order))) return false;
  await changeOrder(tx, order, { state: 'delivered', deliveredAt: at });
  await capture(tx, order, at);
  return true;
}

/** Ends an order whose points are on hold. The points and the unit of stock that it took are returned, and the points pay off any debt. */
async function giveBack(
  tx: Transaction,
  order: Order,
  end: { state: 'cancelled' | 'refunded'; why: string; at: Date; isTold?: boolean | undefined },
): Promise<void> {
  const { state, why, at, isTold } = end;
  await changeOrder(tx, order, { state, endedAt: at, endedFor: why });
  const move = { reason: 'return', from: 'reserved', to: 'available', detail: why, at } as const;
  const { entry, title } = await movePoints(tx, order, move);
  await settleDebt(tx, order.userId, entry, at);
  if (order.tookStock) {
    await tx
      .update(amounts)
      .set({ stock: sql`${amounts.stock} + 1` })
      .where(eq(amounts.id, order.amountId));
    announce(tx, { kind: 'reward', rewardId: order.rewardId });
  }
  if (isTold) return;
  const change =
    state === 'cancelled' ? { what: state, why, own: why === CANCELLED_BY_PLAYER } : { what: state, why };
  await notifyOrder(tx, order, title, change, at);
}

/** Cancels an order before anything was sent. Returns false if it isn't waiting any more. */
export async function cancelOrder(tx: Transaction, orderId: number, why: string, at: Date): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (!waiting.includes(order.state)) return false;
  await giveBack(tx, order, { state: 'cancelled', why, at });
  return true;
}

interface Told {
  /** Whether the caller's own notification tells the player that the points are returned. */
  readonly isTold?: boolean;
}

/**
 * Ends an order that can't be sent. The points and the stock are returned, and the player reads why. Returns false if it has
 * already ended.
 */
export async function refuseOrder(
  tx: Transaction,
  orderId: number,
  why: string,
  at: Date,
  { isTold }: Told = {},
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (!holding.includes(order.state)) return false;
  await giveBack(tx, order, { state: 'refunded', why, at, isTold });
  return true;
}

/** The name of an operator's refund in the audit log and in their payments. */
export const REFUND = 'order.refund';

/**
 * Refunds a delivered order, once. A code that it delivered doesn't return to the stock, and the player can't see it any more: they
 * may not have opened it yet. Returns false if the order isn't delivered.
 */
export async function refundOrder(
  tx: Transaction,
  orderId: number,
  why: string,
  at: Date,
  { isTold = false }: Told = {},
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.state !== 'delivered') return false;
  await withdrawProposal(tx, REFUND, orderId);
  await changeOrder(tx, order, { state: 'refunded', code: null, endedAt: at, endedFor: why });
  const move = { reason: 'refund', from: 'house:redeemed', to: 'available', detail: why, at } as const;
  const { entry, title } = await movePoints(tx, order, move);
  await settleDebt(tx, order.userId, entry, at);
  if (!isTold) await notifyOrder(tx, order, title, { what: 'refunded', why }, at);
  return true;
}

/**
 * Cancels the player's own order. Cancelling again changes nothing. Errors: not_found (for another player's order too),
 * order_closed.
 */
export async function cancelOwnOrder(
  tx: Transaction,
  deps: DestinationDeps,
  given: { userId: number; orderId: number; at: Date },
): Promise<void> {
  const { userId, orderId, at } = given;
  const [own] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)));
  if (!own) throw new DomainError('not_found');
  // All code locks the users' rows before the balance.
  if (waiting.includes(own.state)) await forgetDestination(tx, deps, own);
  if (await cancelOrder(tx, orderId, CANCELLED_BY_PLAYER, at)) return;
  const { state } = await lockOrder(tx, orderId);
  if (state !== 'cancelled') throw new DomainError('order_closed');
}

/** Records when the player first revealed the code of their own order, and returns that time. */
export async function recordReveal(
  tx: Transaction,
  { userId, orderId, at }: { userId: number; orderId: number; at: Date },
): Promise<Date> {
  const own = and(eq(orders.id, orderId), eq(orders.userId, userId));
  const shown = await tx
    .update(orders)
    .set({ revealedAt: at })
    .where(and(own, isNull(orders.revealedAt)))
    .returning({ id: orders.id });
  if (shown.length > 0) announce(tx, { kind: 'order', userId, orderId });
  const [row] = await tx.select({ at: orders.revealedAt }).from(orders).where(own);
  return row?.at ?? at;
}
