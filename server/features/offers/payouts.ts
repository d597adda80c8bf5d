/** Payout figures, measured from the database. A job updates them; calls read them. */
import { asc, eq, sql } from 'drizzle-orm';
import { MEASURED_DAYS } from '../../../src/lib/contract/limits.ts';
import type { Payouts } from '../../../src/lib/contract/offers/offers.ts';
import type { Database } from '../../db/database.ts';
import { deliveryTimes, partners, rewards } from '../../db/schema.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { DAY, earlier } from '../../platform/time.ts';
import { figuresOf } from './offers.ts';

/** Credits of goals in the measured time: the offer, how long they took, and whether they were reversed. */
const measured = (now: Date) => sql`SELECT c.offer_id, c.partner,
    extract(epoch FROM p.received_at - c.opened_at) AS seconds,
    EXISTS (SELECT 1 FROM ledger r WHERE r.refers_to = p.ledger_id AND r.reason = 'reversal') AS was_reversed
  FROM postbacks p JOIN clicks c ON c.id = p.click_id
  WHERE p.outcome = 'credited' AND p.kind = 'credit'
    AND p.received_at > ${earlier(now, MEASURED_DAYS * DAY).toISOString()}::timestamptz`;

const figures = sql`count(*)::integer AS credited, (count(*) FILTER (WHERE m.was_reversed))::integer AS reversed,
    round(percentile_cont(0.5) WITHIN GROUP (ORDER BY m.seconds))::integer AS median_seconds,
    round(percentile_cont(0.9) WITHIN GROUP (ORDER BY m.seconds))::integer AS p90_seconds`;

/** Updates the measured figures of offers and partners. */
export async function countPayouts(db: Database, now: Date): Promise<void> {
  await db.drizzle.transaction(async (tx) => {
    for (const [table, key] of [
      ['offers', 'offer_id'],
      ['partners', 'partner'],
    ] as const)
      await tx.execute(sql`UPDATE ${sql.raw(table)} AS t SET credited = coalesce(f.credited, 0), reversed = coalesce(f.reversed, 0),
          median_seconds = f.median_seconds, p90_seconds = f.p90_seconds
        FROM ${sql.raw(table)} AS same LEFT JOIN (
          SELECT m.${sql.raw(key)} AS of, ${figures} FROM (${measured(now)}) AS m GROUP BY m.${sql.raw(key)}) AS f ON f.of = same.id
        WHERE same.id = t.id AND (t.credited, t.reversed, t.median_seconds, t.p90_seconds)
          IS DISTINCT FROM (coalesce(f.credited, 0), coalesce(f.reversed, 0), f.median_seconds, f.p90_seconds)`);
  });
}

export async function getPayouts(db: Database): Promise<Payouts> {
  const partnerRows = await db.drizzle
    .select()
    .from(partners)
    .where(eq(partners.active, true))
    .orderBy(asc(partners.name));
  const deliveries = await db.drizzle
    .select({
      id: rewards.id,
      name: rewards.name,
      orders: deliveryTimes.orders,
      median_seconds: deliveryTimes.medianSeconds,
      p90_seconds: deliveryTimes.p90Seconds,
    })
    .from(deliveryTimes)
    .innerJoin(rewards, eq(rewards.id, deliveryTimes.rewardId))
    .orderBy(asc(rewards.name));
  return {
    partners: mapRows(partnerRows, (partner) => ({
      name: partner.name,
      demo: partner.demo,
      figures: figuresOf(partner),
    })),
    deliveries: mapRows(deliveries, ({ id, name, ...times }) => ({ reward: { id, name }, ...times })),
  };
}
