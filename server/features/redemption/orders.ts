/** Orders as players read them. buy.ts makes them and fulfilment.ts ends them. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Order } from '../../../src/lib/contract/redemption/buy.ts';
import type { OrderLine } from '../../../src/lib/contract/redemption/orders.ts';
import type { Database, Executor } from '../../db/database.ts';
import { amounts, disputes, ledger, orders, rewards, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { type Page, type Paginator, preparedPageOf } from '../../platform/pagination.ts';
import { orderDetails } from '../account/delivery-details.ts';
import { deliveryTimesOf } from '../catalogue/delivery-times.ts';
import { transactionsOf } from '../ledger/transactions.ts';
import { openCode } from './code-stock.ts';
import { playProgress } from './first-orders.ts';
import { firstDelivered } from './first-reward.ts';
import { waiting } from './fulfilment.ts';
import { disputableUntil, disputeOf } from './order-disputes.ts';

const columns = {
  order: orders,
  reward: { id: rewards.id, name: rewards.name, glyph: rewards.glyph, colour: rewards.colour },
  amount: amounts.label,
  isCode: amounts.isCode,
};
export type OrderWithNames = {
  order: typeof orders.$inferSelect;
  reward: Order['reward'];
  amount: string;
  isCode: boolean;
};

/** Selects orders of all players with the names of what was ordered. Callers add `.where` and `.orderBy`. */
export function selectOrders(db: Executor) {
  return db
    .select(columns)
    .from(orders)
    .innerJoin(rewards, eq(rewards.id, orders.rewardId))
    .innerJoin(amounts, eq(amounts.id, orders.amountId));
}

/** Newest first. With the bare column, PostgreSQL would scan all orders backwards to find those of one player. */
export const newestFirst = sql`${orders.id} + 0 desc`;

/** Returns a function that turns each of these orders into a line. All orders must belong to one player. */
async function lineMaker(
  db: Executor,
  vault: Vault,
  rows: readonly OrderWithNames[],
  now: Date,
): Promise<(row: OrderWithNames) => OrderLine> {
  const ids = rows.map(({ order }) => order.id);
  const owner = rows[0]?.order.userId ?? 0;
  if (ids.length === 0)
    return () => {
      throw new Error('there are no orders to show');
    };
  const found = await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.userId, owner), eq(disputes.subject, 'order'), inArray(disputes.subjectId, ids)));
  const disputed = new Map(found.map((row) => [row.subjectId, row]));
  const times = await deliveryTimesOf(
    db,
    rows.flatMap(({ reward, isCode }) => (isCode ? [] : [reward.id])),
  );
  const [account] = await db.select({ reviewFor: users.reviewFor }).from(users).where(eq(users.id, owner));
  // What holds an order now: more play doesn't release a first order whose account has come under review since.
  const heldFor = ({ state, heldFor: before }: OrderWithNames['order']) =>
    state === 'held' && before === 'first_order' ? (account?.reviewFor ?? before) : before;
  const isFirst = ({ order }: OrderWithNames) => order.state === 'held' && heldFor(order) === 'first_order';
  const first = rows.find(isFirst);
  const progress = first && (await playProgress(db, first.order.userId));
  const firstReward = await firstDelivered(db, owner);
  return (row) => {
    const { order, reward, amount } = row;
    const disputeRow = disputed.get(order.id);
    const dispute = disputeRow ? disputeOf(disputeRow) : null;
    return {
      id: order.id,
      reward,
      amount,
      points: order.points,
      cents: order.cents,
      state: order.state,
      held_for: heldFor(order),
      play_days: isFirst(row) ? (progress ?? null) : null,
      details: orderDetails(vault, order),
      has_code: order.code !== null,
      reference: order.reference,
      created_at: order.createdAt.toISOString(),
      processing_at: order.processingAt?.toISOString() ?? null,
      delivered_at: order.deliveredAt?.toISOString() ?? null,
      ended_at: order.endedAt?.toISOString() ?? null,
      ended_for: order.endedFor,
      delivery_time: times.get(reward.id) ?? null,
      can_cancel: waiting.includes(order.state),
      dispute_until: dispute ? null : (disputableUntil(order, now)?.toISOString() ?? null),
      dispute,
      ...(order.usedAt && { used_at: order.usedAt.toISOString() }),
      ...(order.id === firstReward && { first: true }),
    };
  };
}

/** Removes the details of an order. It is used if no key decrypts them. */
export const withoutDetails = (row: OrderWithNames): OrderWithNames => ({
  ...row,
  order: { ...row.order, details: null },
});

/** Lists the user's orders, newest first. */
export async function listOrders(
  db: Database,
  vault: Vault,
  userId: number,
  page: Page,
  now: Date,
): Promise<Paginator<OrderLine>> {
  const mine = eq(orders.userId, userId);
  const total = db.drizzle.$count(orders, mine);
  const rows = selectOrders(db.drizzle).where(mine).orderBy(newestFirst);
  const makerOf = (found: OrderWithNames[]) => lineMaker(db.drizzle, vault, found, now);
  return preparedPageOf(rows, total, page, makerOf, withoutDetails);
}

/** Returns one of the user's orders. Errors: not_found (for another player's order too). */
export async function orderLine(
  db: Executor,
  vault: Vault,
  userId: number,
  orderId: number,
  now: Date,
): Promise<OrderLine> {
  const rows = await selectOrders(db).where(and(eq(orders.id, orderId), eq(orders.userId, userId)));
  const [row] = rows;
  if (!row) throw new DomainError('not_found');
  return (await lineMaker(db, vault, rows, now))(row);
}

/** Returns an order with its ledger entries, oldest first: its receipt. Errors: not_found. */
export async function getOrder(db: Database, vault: Vault, userId: number, orderId: number, now: Date) {
  const order = await orderLine(db.drizzle, vault, userId, orderId, now);
  const keys = ['hold', 'capture', 'return', 'refund'].map((step) => `order:${orderId}:${step}`);
  const entries = await transactionsOf(db.drizzle, inArray(ledger.key, keys));
  return { order, entries };
}

/** Returns the decrypted code of an order. Errors: not_found (for another player's order too), no_code. */
export async function codeOf(db: Executor, vault: Vault, userId: number, orderId: number): Promise<string> {
  const [row] = await db
    .select({ amountId: orders.amountId, code: orders.code })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)));
  if (!row) throw new DomainError('not_found');
  const code = openCode(vault, row.amountId, row.code);
  if (code === null) throw new DomainError('no_code');
  return code;
}
