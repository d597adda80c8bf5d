/** Orders that are held for review, and how they go on. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { amounts, codes, ledger, orders, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { type ReviewReason, settleMatches } from '../fraud/signals.ts';
import { post } from '../ledger/ledger.ts';
import { tellOrder } from '../notifications/texts.ts';
import { addCodes, codeDigest } from './code-stock.ts';
import { cancelOrder, changeOrder, lockOrder, titleOf } from './fulfilment.ts';

async function orderOf(tx: Transaction, orderId: number) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new DomainError('not_found');
  return order;
}

/**
 * Lets an order go on: a code goes out at once, anything else waits for being sent. What the account has in common with others holds
 * no order of theirs any more. False when the order isn't held. Errors: not_found.
 */
export async function releaseHeld(tx: Transaction, orderId: number, now: Date): Promise<boolean> {
  const { userId, state } = await orderOf(tx, orderId);
  if (state !== 'held') return false;
  // The users' rows before the balance, as everywhere.
  await settleMatches(tx, userId, now);
  const order = await lockOrder(tx, orderId);
  if (order.state !== 'held') return false;
  await goOn(tx, order, now);
  return true;
}

/** A held order goes on, under the balance's lock. */
export async function goOn(tx: Transaction, order: typeof orders.$inferSelect, now: Date): Promise<void> {
  await changeOrder(tx, order, { state: 'pending' });
  if (await sendCode(tx, order, now)) return;
  await tellOrder(tx, order, await titleOf(tx, order.id), { what: 'released' }, now);
}

/**
 * Holds an order that waits for being sent, where its account is under review by now; one that was released isn't held again. Answers
 * for what; null: it isn't held by this.
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

/** Ends a held order: its points go back, `why` is told to its owner. False when it isn't held. Errors: not_found. */
export async function refuseHeld(tx: Transaction, orderId: number, why: string, now: Date): Promise<boolean> {
  const { state } = await orderOf(tx, orderId);
  return state === 'held' && cancelOrder(tx, orderId, why, now);
}

/** Takes a code out of the stock for an order that waits for one; without one left it goes on waiting. Under the balance's lock. */
async function sendCode(tx: Transaction, order: typeof orders.$inferSelect, now: Date): Promise<boolean> {
  const [amount] = await tx
    .select({ isCode: amounts.isCode })
    .from(amounts)
    .where(eq(amounts.id, order.amountId));
  if (!amount?.isCode) return false;
  const sent = await tx
    .update(orders)
    .set({ state: 'delivered', deliveredAt: now, codeId: sql`c.taken`, code: sql`c.taken_code` })
    .from(sql`take_code(${order.amountId}) AS c`)
    .where(and(eq(orders.id, order.id), sql`c.taken IS NOT NULL`))
    .returning({ id: orders.id });
  await tx.execute(sql`SELECT note_codes_gone(${order.amountId})`);
  if (sent.length === 0) return false;
  announce(tx, { kind: 'order', userId: order.userId, orderId: order.id });
  await capture(tx, order, now);
  return true;
}

/**
 * Gives an order that waits for a code this very one, which comes in and goes out at once. False when it doesn't wait. Errors: the
 * field `code`, as for the stock.
 */
export async function deliverByHand(
  tx: Transaction,
  vault: Vault,
  { order, code, now }: { order: typeof orders.$inferSelect; code: string; now: Date },
): Promise<boolean> {
  const { id, amountId } = order;
  if (order.state !== 'pending') return false;
  const { refused } = await addCodes(tx, vault, { amountId, codes: [{ code }], now });
  if (refused[0]) throw fieldError('code', `This code can’t be taken: ${refused[0].why}.`);
  const [taken] = await tx
    .delete(codes)
    .where(
      and(
        eq(codes.amountId, amountId),
        sql`${codes.id} = (SELECT code_id FROM code_register WHERE digest = ${codeDigest(vault, code)})`,
      ),
    )
    .returning();
  if (!taken) throw new Error(`the code for order ${id} did not come in`);
  await changeOrder(tx, order, { state: 'delivered', deliveredAt: now, codeId: taken.id, code: taken.code });
  await tx.execute(sql`SELECT note_codes_gone(${amountId})`);
  await capture(tx, order, now);
  return true;
}

/** The points that were held for it are spent. */
async function capture(tx: Transaction, order: typeof orders.$inferSelect, now: Date): Promise<void> {
  const [hold] = await tx
    .select()
    .from(ledger)
    .where(eq(ledger.key, `order:${order.id}:hold`));
  if (!hold) throw new Error(`order ${order.id} holds no points`);
  await post(tx, {
    key: `order:${order.id}:capture`,
    userId: order.userId,
    from: 'reserved',
    to: 'house:redeemed',
    points: order.points,
    reason: 'capture',
    title: hold.title,
    refersTo: hold.id,
    orderId: order.id,
    createdAt: now,
  });
  await tellOrder(tx, order, hold.title, { what: 'delivered' }, now);
}

/** Sends codes to orders that were released when the stock was empty, the oldest first; answers the numbers of those that got one. */
export async function deliverReleased(db: Database, now: Date): Promise<number[]> {
  const waiting = await db.drizzle
    .select({ orderId: orders.id })
    .from(orders)
    .innerJoin(amounts, eq(amounts.id, orders.amountId))
    .where(and(sql`${orders.state} = 'pending'`, eq(amounts.isCode, true), eq(amounts.hasCodes, true)))
    .orderBy(asc(orders.id));
  const sent: number[] = [];
  for (const { orderId } of waiting) {
    const done = await db.drizzle.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      return order.state === 'pending' && sendCode(tx, order, now);
    });
    if (done) sent.push(orderId);
  }
  return sent;
}
