/** Redeeming: the buy itself (one statement), the list of orders, and how an order that waits ends. */
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Balance } from '../../src/lib/contract/account.ts';
import { type Order, orderSchema, type RewardInfo } from '../../src/lib/contract/rewards.ts';
import type { Database, Transaction } from '../db/database.ts';
import { amounts, ledger, orders } from '../db/schema.ts';
import type { Purchase } from './buy-queue.ts';
import { canBeId } from './ids.ts';
import { lockBalance } from './ledger.ts';
import { type Page, type Paginator, paginate } from './paginate.ts';
import { fieldRefusal, Refusal } from './refusal.ts';
import { type RewardMine, type RewardReader, type Texts, textsOf } from './rewards.ts';

export interface Bought extends RewardInfo {
  order: Order;
  balance: Balance;
  /** Not answered: whom to tell, and whether anything happened. */
  userId: number;
  repeated: boolean;
}

interface BuyAnswer {
  outcome: string;
  user_id: number;
  field: string | null;
  order: OrderRow;
  mine: RewardMine;
}

/** An order as the database keeps it; the names are in the texts. */
interface OrderRow
  extends Pick<
    Order,
    'id' | 'points' | 'cents' | 'state' | 'code' | 'details' | 'created_at' | 'delivered_at'
  > {
  amount_id: number;
}

function orderOf(texts: Texts, rewardId: number, { amount_id, ...row }: OrderRow): Order {
  const { card, amounts } = textsOf(texts, rewardId);
  const { id, name, glyph, colour } = card;
  return {
    ...row,
    reward: { id, name, glyph, colour },
    amount: amounts.find((amount) => amount.id === amount_id)?.label ?? '',
    created_at: new Date(row.created_at).toISOString(),
    delivered_at: row.delivered_at && new Date(row.delivered_at).toISOString(),
  };
}

const amountUnknown = () =>
  fieldRefusal('amount_id', 'This reward has no such amount. Please choose one of those listed.');

/** PostgreSQL's answer, which buy_for_token alone shapes: checked by the contract in every test, not again on each purchase. */
function isBuyAnswer(value: unknown): value is BuyAnswer {
  return typeof value === 'object' && value !== null && 'outcome' in value;
}

/**
 * Redeems an amount (null: the smallest) for the owner of a token. The same key with the same body answers the same order; with
 * another body it is refused. Refusals: unauthenticated, not_found, invalid (amount, details, key), not_enough_points,
 * out_of_stock, birth_date_needed, too_young. Source: spec section 7 and the shared calls page, "Meaning".
 */
export async function buy(
  parts: { send: (purchase: Purchase) => Promise<unknown>; texts: Texts; reader: RewardReader },
  given: Purchase,
): Promise<Bought> {
  if (given.amountId !== null && !canBeId(given.amountId)) throw amountUnknown();
  const answer = await parts.send(given);
  if (!isBuyAnswer(answer)) throw new Error('buy_for_token answered no outcome');
  switch (answer.outcome) {
    case 'bought':
    case 'repeated':
      return {
        ...(await parts.reader.infoFor(given.rewardId, answer.mine)),
        order: orderOf(parts.texts, given.rewardId, answer.order),
        balance: answer.mine.balance,
        userId: answer.user_id,
        repeated: answer.outcome === 'repeated',
      };
    case 'amount_unknown':
      throw amountUnknown();
    case 'key_reused':
      throw fieldRefusal(
        'Idempotency-Key',
        'This key belongs to another purchase. Send a new key for a new purchase.',
      );
    case 'details_needed':
      throw fieldRefusal(
        answer.field ?? 'details',
        'This reward needs to know where to go. Please save that first; nothing was taken.',
      );
    case 'not_found':
    case 'unauthenticated':
    case 'not_enough_points':
    case 'out_of_stock':
    case 'birth_date_needed':
    case 'too_young':
      throw new Refusal(answer.outcome);
    default:
      throw new Error(`buy_for_token answered ${answer.outcome}`);
  }
}

/** The user's orders, newest first. */
export async function listOrders(db: Database, userId: number, page: Page): Promise<Paginator<Order>> {
  const total = await db.drizzle.$count(orders, eq(orders.userId, userId));
  const rows = await db.drizzle
    .select({ order: sql<unknown>`order_json(${orders})` })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(sql`${orders.id} desc`)
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page);
  return paginate(
    rows.map(({ order }) => v.parse(orderSchema, order)),
    total,
    page,
    '/api/user/orders',
  );
}

async function lockPending(tx: Transaction, orderId: number) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Refusal('not_found');
  await lockBalance(tx, order.userId);
  // Read again: only under the user's lock is the state the one that counts.
  const [now] = await tx.select().from(orders).where(eq(orders.id, orderId));
  const [hold] = await tx
    .select()
    .from(ledger)
    .where(eq(ledger.key, `order:${orderId}:hold`));
  return now?.state === 'pending' && hold ? { order: now, hold } : null;
}

/** What the operator does with an order that waited: it was sent. False when the order doesn't wait any more. */
export async function deliverOrder(tx: Transaction, orderId: number, at: Date): Promise<boolean> {
  const found = await lockPending(tx, orderId);
  if (!found) return false;
  const { order, hold } = found;
  await tx.update(orders).set({ state: 'delivered', deliveredAt: at }).where(eq(orders.id, orderId));
  await tx.insert(ledger).values({
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
  return true;
}

/** Ends an order that waited without sending it: the points and the piece go back. False when it doesn't wait any more. */
export async function cancelOrder(tx: Transaction, orderId: number, why: string, at: Date): Promise<boolean> {
  const found = await lockPending(tx, orderId);
  if (!found) return false;
  const { order, hold } = found;
  await tx.update(orders).set({ state: 'cancelled' }).where(eq(orders.id, orderId));
  await tx.insert(ledger).values({
    key: `order:${orderId}:return`,
    userId: order.userId,
    from: 'reserved',
    to: 'available',
    points: order.points,
    reason: 'return',
    title: hold.title,
    detail: why,
    refersTo: hold.id,
    orderId,
    createdAt: at,
  });
  await tx
    .update(amounts)
    .set({ stock: sql`${amounts.stock} + 1` })
    .where(eq(amounts.id, order.amountId));
  return true;
}
