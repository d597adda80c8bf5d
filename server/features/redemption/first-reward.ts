/** A player's first reward. */
import { and, asc, eq } from 'drizzle-orm';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Executor } from '../../db/database.ts';
import { orders } from '../../db/schema.ts';
import { type NewNotification, notify } from '../notifications/notifications.ts';

/** Returns the user's first delivered order; undefined if there is none. */
export async function firstDelivered(db: Executor, userId: number): Promise<number | undefined> {
  const [first] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'delivered')))
    .orderBy(asc(orders.deliveredAt), asc(orders.id))
    .limit(1);
  return first?.id;
}

/** Sends the first-reward notification if this delivered order is the user's first. `seen`: the user's screen says so already. */
export async function notifyIfFirst(
  db: Executor,
  order: { readonly id: number; readonly userId: number },
  { seen = false, now }: Pick<NewNotification, 'seen' | 'now'>,
): Promise<void> {
  if ((await firstDelivered(db, order.userId)) !== order.id) return;
  await notify(db, order.userId, {
    kind: 'order',
    key: 'first reward',
    title: 'Your first reward',
    body: 'You earned the Redeemed badge. See it on your profile.',
    href: routes.userOrders.pattern,
    mailed: true,
    win: true,
    seen,
    now,
  });
}
