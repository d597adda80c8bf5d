/** Orders held for review, and how they are continued or ended. */
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { amounts, codes, orders, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { type ReviewReason, settleMatches } from '../fraud/signals.ts';
import { addCodes, codeDigest } from './code-stock.ts';
import { cancelOrder, capture, changeOrder, isCode, lockOrder, titleOf, waiting } from './fulfilment.ts';
import { notifyOrder } from './order-notifications.ts';

async function orderOf(tx: Transaction, orderId: number) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new DomainError('not_found');
  return order;
}

/**
 * Releases a held order: a code is delivered immediately, anything else waits to be sent. The account's matches are settled, so
 * they hold none of its later orders. Returns false if the order isn't held. Errors: not_found, order_closed (rejectBadStanding),
 * `matched_up_to` (settleMatches).
 */
export async function releaseHeld(
  tx: Transaction,
  given: { operatorId: number; orderId: number; matchedUpTo: number; now: Date },
): Promise<boolean> {
  const { operatorId, orderId, matchedUpTo, now } = given;
  const { userId, state } = await orderOf(tx, orderId);
  if (state !== 'held') return false;
  // All code locks the users' rows before the balance.
  await settleMatches(tx, { operatorId, userId, matchedUpTo, now });
  const order = await lockOrder(tx, orderId);
  if (order.state !== 'held') return false;
  await rejectBadStanding(tx, order);
  await continueOrder(tx, order, now);
  return true;
}

/** Continues a held order. The caller holds the lock of the balance. */
export async function continueOrder(
  tx: Transaction,
  order: typeof orders.$inferSelect,
  now: Date,
): Promise<void> {
  await changeOrder(tx, order, { state: 'pending', releasedAt: now });
  if (await sendCode(tx, order, now)) return;
  await notifyOrder(tx, order, await titleOf(tx, order.id), { what: 'released' }, now);
}

/**
 * Holds a pending order if its account has come under review. An order that was released before isn't held again. Returns the
 * reason, or null if the order isn't held.
 */
export async function holdOrder(db: Database, orderId: number): Promise<ReviewReason | null> {
  return db.drizzle.transaction(async (tx) => {
    const { state, userId, heldFor: before } = await lockOrder(tx, orderId);
    if (state !== 'pending' || before !== null) return null;
    const [user] = await tx.select({ reviewFor: users.reviewFor }).from(users).where(eq(users.id, userId));
    const heldFor = user?.reviewFor ?? null;
    if (heldFor) await changeOrder(tx, { id: orderId, userId }, { state: 'held', heldFor });
    return heldFor;
  });
}

/**
 * Ends a held order: the points are returned and the player reads `why`. Returns false if the order isn't held. Errors:
 * not_found.
 */
export async function refuseHeld(tx: Transaction, orderId: number, why: string, now: Date): Promise<boolean> {
  const { state } = await orderOf(tx, orderId);
  return state === 'held' && cancelOrder(tx, orderId, why, now);
}

/**
 * Delivers a code from the stock. Without stock, or while the reward is paused, the order stays pending. The caller holds the lock
 * of the balance.
 */
async function sendCode(tx: Transaction, order: typeof orders.$inferSelect, now: Date): Promise<boolean> {
  if (!(await isCode(tx, order)) || !(await isStill(tx, order.id, isNotPaused))) return false;
  const sent = await tx
    .update(orders)
    .set({ state: 'delivered', deliveredAt: now, codeId: sql`c.taken`, code: sql`c.taken_code` })
    .from(sql`take_code(${order.amountId}) AS c`)
    .where(and(eq(orders.id, order.id), sql`c.taken IS NOT NULL`))
    .returning({ id: orders.id });
  await tx.execute(sql`SELECT note_codes_gone(${order.amountId})`);
  if (sent.length === 0) return false;
  announce(tx, { kind: 'order', userId: order.userId, orderId: order.id });
  announce(tx, { kind: 'reward', rewardId: order.rewardId });
  await capture(tx, order, now);
  return true;
}

/**
 * Delivers a code that an operator typed, to an order that waits for one. Returns false if the order isn't waiting. Throws
 * invalid with `code` for a code that the stock would reject.
 */
export async function deliverByHand(
  tx: Transaction,
  vault: Vault,
  { order, code, now }: { order: typeof orders.$inferSelect; code: string; now: Date },
): Promise<boolean> {
  const { id, amountId } = order;
  if (order.state !== 'pending') return false;
  const { refused } = await addCodes(tx, vault, { amountId, codes: [{ code }], now });
  if (refused[0]) throw fieldError('code', `This code can’t be used: ${refused[0].why}.`);
  const [taken] = await tx
    .delete(codes)
    .where(
      and(
        eq(codes.amountId, amountId),
        sql`${codes.id} = (SELECT code_id FROM code_register WHERE digest = ${codeDigest(vault, code)})`,
      ),
    )
    .returning();
  if (!taken) throw new Error(`the code for order ${id} was not added to the stock`);
  await changeOrder(tx, order, { state: 'delivered', deliveredAt: now, codeId: taken.id, code: taken.code });
  await tx.execute(sql`SELECT note_codes_gone(${amountId})`);
  await capture(tx, order, now);
  return true;
}

/** Matches orders that may be sent: their accounts aren't suspended and have no debt. */
export const isInGoodStanding = sql`EXISTS (SELECT 1 FROM users u JOIN balances b ON b.user_id = u.id
  WHERE u.id = ${orders.userId} AND u.suspended_at IS NULL AND b.debt = 0)`;

/** Matches orders whose reward isn't paused. After a leak or a restore, nothing leaves the stock before an operator has looked. */
export const isNotPaused = sql`EXISTS (SELECT 1 FROM rewards WHERE id = ${orders.rewardId} AND paused_at IS NULL)`;

/**
 * Delivers codes to orders that were released while the stock was empty or the reward paused, oldest first. Returns the ids of the orders that got
 * one.
 */
export async function deliverReleased(db: Database, now: Date): Promise<number[]> {
  const due = and(sql`${orders.state} = 'pending'`, isInGoodStanding, isNotPaused);
  const found = await db.drizzle
    .select({ orderId: orders.id })
    .from(orders)
    .innerJoin(amounts, eq(amounts.id, orders.amountId))
    .where(and(due, eq(amounts.isCode, true), eq(amounts.hasCodes, true)))
    .orderBy(asc(orders.id));
  const sent: number[] = [];
  for (const { orderId } of found) {
    const done = await db.drizzle.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      return (await isStill(tx, orderId, due)) && sendCode(tx, order, now);
    });
    if (done) sent.push(orderId);
  }
  return sent;
}

/** Returns whether an order still matches the condition it was found by. Call it under the lock of the balance. */
export const isStill = async (tx: Transaction, orderId: number, due: SQL | undefined): Promise<boolean> =>
  (await tx.$count(orders, and(eq(orders.id, orderId), due))) > 0;

/** Errors: order_closed if nothing of the order was sent yet, and its account is suspended or owes points. */
export async function rejectBadStanding(
  tx: Transaction,
  { id, state }: typeof orders.$inferSelect,
): Promise<void> {
  if (waiting.includes(state) && !(await isStill(tx, id, isInGoodStanding)))
    throw new DomainError('order_closed', {
      message:
        'This account is suspended or owes points after a reversal. Cancel the order, or wait until this is settled.',
    });
}
