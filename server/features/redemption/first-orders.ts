/**
 * First orders that were paid with points from our own games. They are delivered immediately if nothing about the account looks
 * wrong. Otherwise they wait for days of play or for an operator. The rule is the database function first_order_signs, which the
 * purchase calls too.
 */
import { and, asc, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/database.ts';
import { firstOrderRules, orders } from '../../db/schema.ts';
import { lockOrder } from './fulfilment.ts';
import { continueOrder, isInGoodStanding, isNotPaused, isStill } from './order-reviews.ts';

/** Orders read in one run. */
const BATCH = 200;

/** Writes the settings to the table that the purchase reads. */
export async function keepFirstOrderRules(
  db: Executor,
  set: { playDays: number; playMinutes: number; siteDaily: number },
): Promise<void> {
  await db.insert(firstOrderRules).values(set).onConflictDoUpdate({ target: firstOrderRules.one, set });
}

export interface FirstOrder {
  /** The signs that hold the order; empty if nothing does. */
  readonly signs: readonly string[];
  /** The number of days on which the player has played, and the number after which the order is released. */
  readonly played: number;
  readonly days: number;
}

/** Returns whether a first order of `points` would be held now, and why. */
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

/** Returns how many days the player has played, and how many release a held first order. */
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

/**
 * Releases the first orders of players who have played on enough days, and returns their ids. An order that an operator must
 * review stays held, and so do all while their reward is paused.
 */
export async function releaseFirstOrders(db: Database, now: Date): Promise<number[]> {
  const due = and(
    // Written as text, because PostgreSQL doesn't use the partial index with a parameter.
    sql`${orders.state} = 'held' AND ${orders.heldFor} = 'first_order'`,
    sql`(SELECT review_for FROM users WHERE id = ${orders.userId}) IS NULL`,
    isInGoodStanding,
    isNotPaused,
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
