/** Asks players for a review a day after a reward arrived, once per reward, unless they have already written one. */
import { and, eq, gt, isNull, lte, notExists, sql } from 'drizzle-orm';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import type { Database } from '../../db/database.ts';
import { opinions, orders, rewards, users } from '../../db/schema.ts';
import { DAY, earlier } from '../../platform/time.ts';
import { notify } from '../notifications/notifications.ts';

/** Orders delivered in the days before that are asked about too, so an outage of up to two days loses none. */
const DAYS_BACK = 3;

/**
 * Asks for all reviews that are due. It is safe to run twice, even concurrently: the notification has one key per player and
 * reward.
 */
export async function askForReviews(db: Database, now: Date): Promise<void> {
  const daysAgo = (days: number) => earlier(now, days * DAY);
  const due = await db.drizzle
    .selectDistinct({ userId: orders.userId, rewardId: rewards.id, name: rewards.name })
    .from(orders)
    .innerJoin(rewards, eq(rewards.id, orders.rewardId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        sql`${orders.state} = 'delivered'`,
        gt(orders.deliveredAt, daysAgo(DAYS_BACK)),
        lte(orders.deliveredAt, daysAgo(1)),
        eq(rewards.active, true),
        isNull(users.suspendedAt),
        notExists(
          db.drizzle
            .select({ id: opinions.id })
            .from(opinions)
            .where(and(eq(opinions.userId, orders.userId), eq(opinions.rewardId, orders.rewardId))),
        ),
      ),
    );
  for (const { userId, rewardId, name } of due)
    await notify(db.drizzle, userId, {
      kind: 'order',
      key: `review:${rewardId}`,
      title: `How is ${name}?`,
      body: 'Write a short review. It helps other players choose.',
      href: `${hrefs.userReward(rewardId, name)}#opinions`,
      mailed: true,
      now,
    });
}
