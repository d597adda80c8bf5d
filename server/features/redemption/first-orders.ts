/**
 * First orders paid by our own games. Where everything about the account is clean they go out immediately; otherwise they wait for days of
 * play, or for an operator. The rule is first_order_signs in the database, which the buy asks too.
 */
import { and, asc, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/database.ts';
import { firstOrderRules, orders } from '../../db/schema.ts';
import { lockOrder } from './fulfilment.ts';
import { continueOrder, isClear, isStill } from './order-reviews.ts';

/** Orders read in one run. */
const BATCH = 200;

/** Stores the settings where the buy reads them. */
export async function keepFirstOrderRules(
  db: Executor,
  set: { playDays: number; playMinutes: number; siteDaily: number },
): Promise<void> {
  await db.insert(firstOrderRules).values(set).onConflictDoUpdate({ target: firstOrderRules.one, set });
}

export interface FirstOrder {
  /** What isn't clean; empty: nothing holds the order. */
  readonly signs: readonly string[];
  /** Days on which they have played, and days after which the order goes out by itself. */
  readonly played: number;
  readonly days: number;
}

/** Whether a first order of so many points would be held now. */
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

/** How far a player is from the days after which a held first order goes out. */
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

/** Releases first orders whose players have played on enough days; returns their ids. What an operator has to look at stays held. */
export async function releaseFirstOrders(db: Database, now: Date): Promise<number[]> {
  const due = and(
    // Written out: a parameter wouldn't use the partial index.
    sql`${orders.state} = 'held' AND ${orders.heldFor} = 'first_order'`,
    sql`(SELECT review_for FROM users WHERE id = ${orders.userId}) IS NULL`,
    isClear,
    sql`days_played(${orders.userId}) >= (SELECT play_days FROM first_order_rules)`,
  );
  const found = await db.drizzle
    .select({ id: orders.id })
    .from(orders)
    .where(due)
    .orderBy(asc(orders.id))
    .limit(BATCH);
  const released: number[] = [];
  for (const { id } of found) {
    const done = await db.drizzle.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      if (!(await isStill(tx, id, due))) return false;
      await continueOrder(tx, order, now);
      return true;
    });
    if (done) released.push(id);
  }
  return released;
}
