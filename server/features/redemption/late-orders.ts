/** Cancels orders that nobody reviewed, or started to send, within the time that the terms promise (section 6). */
import { and, asc, sql } from 'drizzle-orm';
import { DELIVERY_DAYS, REVIEW_DAYS } from '../../../src/lib/contract/limits.ts';
import type { Database } from '../../db/database.ts';
import { orders } from '../../db/schema.ts';
import { DAY, earlier } from '../../platform/time.ts';
import { cancelOrder, lockOrder } from './fulfilment.ts';
import { isInGoodStanding, isStill } from './order-reviews.ts';

/** What the player reads. */
const why = {
  held: `we couldn’t finish our review within ${REVIEW_DAYS} days`,
  pending: `we couldn’t send it within ${DELIVERY_DAYS} days`,
  blocked: `your account was suspended or owed points, so we couldn’t send it within ${DELIVERY_DAYS} days`,
};

/**
 * Cancels the orders that have waited too long, and returns their ids. The time of a review doesn't count: the days begin when it ends.
 * Releases weren't always recorded, so an order that was held and has no such time gets the longest review on top. An order that
 * an operator is sending stays, because something may have been sent. That may be so for any order of a restored backup, so their
 * days begin again (deploy/restored.sql).
 */
export async function cancelLateOrders(db: Database, now: Date): Promise<number[]> {
  const before = (days: number) => sql`${earlier(now, days * DAY).toISOString()}::timestamptz`;
  const due = and(
    // Written as text, because PostgreSQL doesn't use the partial index with a parameter.
    sql`${orders.state} IN ('pending', 'held')`,
    sql`CASE WHEN ${orders.state} = 'held'
      THEN coalesce(${orders.releasedAt}, ${orders.createdAt}) < ${before(REVIEW_DAYS)}
      WHEN ${orders.heldFor} IS NULL OR ${orders.releasedAt} IS NOT NULL
      THEN coalesce(${orders.releasedAt}, ${orders.createdAt}) < ${before(DELIVERY_DAYS)}
      ELSE ${orders.createdAt} < ${before(REVIEW_DAYS + DELIVERY_DAYS)} END`,
  );
  const found = await db.drizzle.select({ id: orders.id }).from(orders).where(due).orderBy(asc(orders.id));
  const cancelled: number[] = [];
  for (const { id } of found) {
    const done = await db.drizzle.transaction(async (tx) => {
      const { state } = await lockOrder(tx, id);
      if (!(await isStill(tx, id, due))) return false;
      const waited = (await isStill(tx, id, isInGoodStanding)) ? why.pending : why.blocked;
      return cancelOrder(tx, id, state === 'held' ? why.held : waited, now);
    });
    if (done) cancelled.push(id);
  }
  return cancelled;
}
