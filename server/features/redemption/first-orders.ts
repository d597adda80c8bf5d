/**
 * First orders that own games pay: they go out at once where everything is clean, and wait for days of play or for a person where
 * anything isn't. The rule is the database's (first_order_signs), which the buy asks as well; here it is told, and the wait ends.
 */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { TrustSettings } from '../../config/trust.ts';
import type { Database, Executor } from '../../db/database.ts';
import { firstOrderRules, orders, users } from '../../db/schema.ts';
import { lockOrder } from './fulfilment.ts';
import { goOn } from './order-reviews.ts';

/** How many are looked for at once. */
const BATCH = 200;

/** Keeps the settings where the buy reads them; every process of the site has the same. */
export async function keepFirstOrderRules(
  db: Executor,
  { firstOrder, siteDaily }: { firstOrder: TrustSettings['firstOrder']; siteDaily: number },
): Promise<void> {
  const set = { ...firstOrder, siteDaily };
  await db.insert(firstOrderRules).values(set).onConflictDoUpdate({ target: firstOrderRules.one, set });
}

export interface FirstOrder {
  /** What isn't clean; empty: nothing holds it. */
  readonly signs: readonly string[];
  /** On how many different days they have played, and on how many it goes out by itself. */
  readonly played: number;
  readonly days: number;
}

/** What an order of so many points would meet now. */
export async function firstOrderOf(
  db: Executor,
  { userId, points, now }: { userId: number; points: number; now: Date },
): Promise<FirstOrder> {
  const [row] = await db
    .select({
      signs: sql<string[]>`first_order_signs(${userId}, ${points}, ${now.toISOString()}::timestamptz)`,
      played: sql<number>`days_played(${userId})`,
      days: firstOrderRules.playDays,
    })
    .from(firstOrderRules);
  if (!row) throw new Error('first_order_rules has no row');
  return row;
}

/** How far somebody's first order has waited. */
export async function playProgress(
  db: Executor,
  userId: number,
): Promise<{ played: number; needed: number }> {
  const [row] = await db
    .select({ played: sql<number>`days_played(${userId})`, needed: firstOrderRules.playDays })
    .from(firstOrderRules);
  if (!row) throw new Error('first_order_rules has no row');
  return row;
}

/** Whose wait is over by the days on which they have played; answers the orders that go on. What a person has to look at stays held. */
export async function releaseFirstOrders(db: Database, now: Date): Promise<number[]> {
  const due = await db.drizzle
    .select({ orderId: orders.id, userId: orders.userId })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        // Written out, so that the index of those that wait is found.
        sql`${orders.state} = 'held' AND ${orders.heldFor} = 'first_order'`,
        isNull(users.reviewFor),
        isNull(users.suspendedAt),
        sql`days_played(${orders.userId}) >= (SELECT play_days FROM first_order_rules)`,
      ),
    )
    .orderBy(asc(orders.id))
    .limit(BATCH);
  const released: number[] = [];
  for (const one of due) {
    const done = await db.drizzle.transaction(async (tx) => {
      const order = await lockOrder(tx, one.orderId);
      const [user] = await tx
        .select({ reviewFor: users.reviewFor, suspendedAt: users.suspendedAt })
        .from(users)
        .where(eq(users.id, one.userId));
      if (order.state !== 'held' || user?.reviewFor !== null || user.suspendedAt !== null) return false;
      await goOn(tx, order, now);
      return true;
    });
    if (done) released.push(one.orderId);
  }
  return released;
}
