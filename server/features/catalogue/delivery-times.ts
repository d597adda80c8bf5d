/** How long rewards that our team sends take, measured from real orders. */
import { inArray, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/database.ts';
import { deliveryTimes } from '../../db/schema.ts';
import { DAY, earlier } from '../../platform/time.ts';

/** Fewer orders than FEWEST mean little, and orders older than DAYS say nothing about today. */
const FEWEST = 5;
const DAYS = 90;

interface DeliveryTime {
  readonly orders: number;
  readonly median_seconds: number;
  readonly p90_seconds: number;
}

/** Measures all delivery times again. A review doesn't count. A job runs it. */
export async function countDeliveryTimes(db: Database, now: Date): Promise<void> {
  const since = earlier(now, DAYS * DAY).toISOString();
  await db.drizzle.transaction(async (tx) => {
    await tx.delete(deliveryTimes);
    await tx.execute(sql`INSERT INTO delivery_times (reward_id, orders, median_seconds, p90_seconds)
      SELECT reward_id, count(*)::integer, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds)::integer,
        percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds)::integer
      FROM (SELECT reward_id, extract(epoch FROM delivered_at - coalesce(released_at, created_at)) AS seconds FROM orders
        WHERE code_id IS NULL AND delivered_at IS NOT NULL AND delivered_at > ${since}::timestamptz) AS sent
      GROUP BY reward_id HAVING count(*) >= ${FEWEST}`);
  });
}

/** Returns the times by reward id. Rewards with too few orders are missing. */
export async function deliveryTimesOf(
  db: Executor,
  rewardIds: readonly number[],
): Promise<Map<number, DeliveryTime>> {
  if (rewardIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(deliveryTimes)
    .where(inArray(deliveryTimes.rewardId, [...rewardIds]));
  return new Map(
    rows.map((row) => [
      row.rewardId,
      { orders: row.orders, median_seconds: row.medianSeconds, p90_seconds: row.p90Seconds },
    ]),
  );
}
