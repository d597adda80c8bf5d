/** The inventory: the codes and other rewards that were delivered to a player. */
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { INVENTORY_STATES } from '../../../src/lib/contract/limits.ts';
import type { Inventory, Item } from '../../../src/lib/contract/redemption/orders.ts';
import type { Database, Executor } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { codeRegister, orders } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { type Page, preparedPageOf } from '../../platform/pagination.ts';
import { orderDetails } from '../account/delivery-details.ts';
import type { Texts } from '../catalogue/rewards.ts';
import { newestFirst, type OrderWithNames, selectOrders, withoutDetails } from './orders.ts';

/**
 * The last day on which a code can be redeemed; null if it doesn't expire. The column names are written out because both tables
 * have them.
 */
const expiresOn = sql<
  string | null
>`(SELECT to_char(r.expires_on, 'YYYY-MM-DD') FROM ${codeRegister} r WHERE r.amount_id = orders.amount_id AND r.code_id = orders.code_id)`;

interface Shelf {
  readonly texts: Texts;
  /** Decrypts delivery details. */
  readonly vault: Vault;
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

function wantedBy(state: (typeof INVENTORY_STATES)[number], now: Date): SQL | undefined {
  const isExpired = sql`coalesce(${expiresOn} < ${dayOf(now)}, false)`;
  switch (state) {
    case 'used':
      return isNotNull(orders.usedAt);
    case 'expired':
      return and(isNull(orders.usedAt), isExpired);
    case 'unused':
      return and(isNull(orders.usedAt), sql`NOT ${isExpired}`);
    case 'all':
      return undefined;
  }
}

const owned = (userId: number) => and(eq(orders.userId, userId), eq(orders.state, 'delivered'));

/** Returns a function that turns each of these orders into an item. */
async function itemMaker(
  db: Executor,
  { texts, vault }: Shelf,
  rows: readonly OrderWithNames[],
  now: Date,
): Promise<(row: OrderWithNames) => Item> {
  const ids = rows.map(({ order }) => order.id);
  if (ids.length === 0)
    return () => {
      throw new Error('there are no items to show');
    };
  const found = await db.select({ id: orders.id, on: expiresOn }).from(orders).where(inArray(orders.id, ids));
  const expiries = new Map(found.map(({ id, on }) => [id, on]));
  return ({ order, reward, amount, isCode }) => {
    const expires = expiries.get(order.id) ?? null;
    const page = texts.get(reward.id)?.page;
    const isExpired = expires !== null && expires < dayOf(now);
    return {
      id: order.id,
      reward,
      amount,
      kind: isCode ? 'code' : 'sent',
      state: order.usedAt ? 'used' : isExpired ? 'expired' : 'unused',
      details: orderDetails(vault, order),
      got_at: (order.deliveredAt ?? order.createdAt).toISOString(),
      revealed_at: order.revealedAt?.toISOString() ?? null,
      used_at: order.usedAt?.toISOString() ?? null,
      expires_on: expires,
      steps: page?.steps ?? [],
      regions: page?.regions ?? '',
    };
  };
}

/** Lists the user's items in one state, newest first, with the count of each state. */
export async function listInventory(
  db: Database,
  shelf: Shelf,
  given: Page & { userId: number; state: (typeof INVENTORY_STATES)[number]; now: Date },
): Promise<Inventory> {
  const { userId, state, now } = given;
  const [counted] = await db.drizzle
    .select({
      all: sql<number>`count(*)::integer`,
      used: sql<number>`(count(*) FILTER (WHERE ${wantedBy('used', now)}))::integer`,
      expired: sql<number>`(count(*) FILTER (WHERE ${wantedBy('expired', now)}))::integer`,
      unused: sql<number>`(count(*) FILTER (WHERE ${wantedBy('unused', now)}))::integer`,
    })
    .from(orders)
    .where(owned(userId));
  const counts = counted ?? { all: 0, used: 0, expired: 0, unused: 0 };
  const rows = selectOrders(db.drizzle)
    .where(and(owned(userId), wantedBy(state, now)))
    .orderBy(newestFirst);
  const makerOf = (found: OrderWithNames[]) => itemMaker(db.drizzle, shelf, found, now);
  return { ...(await preparedPageOf(rows, counts[state], given, makerOf, withoutDetails)), counts };
}

/**
 * Marks an item as used or unused. Marking it again keeps the time of the first use. Errors: not_found (for another player's item
 * too).
 */
export async function markUsed(
  db: Database,
  shelf: Shelf,
  given: { userId: number; orderId: number; used: boolean; now: Date },
): Promise<Item> {
  const { userId, orderId, used, now } = given;
  const mine = and(owned(userId), eq(orders.id, orderId));
  const usedAt = used ? sql`coalesce(${orders.usedAt}, ${now.toISOString()}::timestamptz)` : null;
  const changed = await db.drizzle.update(orders).set({ usedAt }).where(mine).returning({ id: orders.id });
  if (changed.length > 0) announce(db.drizzle, { kind: 'order', userId, orderId });
  const rows = await selectOrders(db.drizzle).where(mine);
  const [row] = rows;
  if (!row) throw new DomainError('not_found');
  return (await itemMaker(db.drizzle, shelf, rows, now))(row);
}
