/** Where orders go. Accounts whose orders go to one place may be one person's (features/fraud/signals.ts). */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { orders } from '../../db/schema.ts';
import type { Vault } from '../../platform/encryption.ts';
import { DAY, later } from '../../platform/time.ts';
import { orderDetails, placeOf } from '../account/delivery-details.ts';
import type { Texts } from '../catalogue/rewards.ts';
import { forgetPayout, noteSignal } from '../fraud/signals.ts';

export interface DestinationDeps {
  readonly texts: Texts;
  readonly vault: Vault;
}

/** Why an order ended that its player cancelled. Only such an order leaves no destination. */
export const CANCELLED_BY_PLAYER = 'cancelled before we sent it';
const isCancelledByPlayer = and(eq(orders.state, 'cancelled'), eq(orders.endedFor, CANCELLED_BY_PLAYER));

type Destined = Pick<typeof orders.$inferSelect, 'id' | 'userId' | 'rewardId' | 'details' | 'detailsField'>;

/** Returns the place an order goes to, also as it was written: signals of earlier orders may only have that. */
function valuesOf({ texts, vault }: DestinationDeps, order: Destined): string[] {
  const destination = orderDetails(vault, order);
  if (destination === null) return [];
  const place = placeOf(texts.get(order.rewardId)?.page.delivery, destination);
  return [...new Set([place, destination])].map((value) => `${order.detailsField} ${value}`);
}

/**
 * Records where an order goes, and holds the next orders of all accounts whose orders go there. It doesn't run when details are
 * saved. Saving is free, so anyone could save a stranger's public name and have that stranger's orders held. For the same reason
 * an order that its player cancels leaves nothing.
 */
export async function recordDestination(
  db: Database,
  deps: DestinationDeps,
  order: Destined,
  now: Date,
): Promise<void> {
  const { id, userId } = order;
  for (const value of valuesOf(deps, order))
    await noteSignal(db, deps.vault, { userId, kind: 'payout', value, now });
  // It may have been cancelled meanwhile, or long ago if the request is repeated. A cancel either waits for the locks of the signals
  // or has ended.
  const isGone = and(eq(orders.id, id), isCancelledByPlayer);
  if ((await db.drizzle.$count(orders, isGone)) > 0)
    await db.drizzle.transaction((tx) => forgetDestination(tx, deps, order));
}

/**
 * Forgets where an order goes that its player is cancelling, unless another order of the account goes there, or may have gone
 * there. Call it before locking the balance.
 */
export async function forgetDestination(
  tx: Transaction,
  deps: DestinationDeps,
  order: Destined,
): Promise<void> {
  const { id, userId, detailsField } = order;
  if (detailsField === null) return;
  const others = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.detailsField, detailsField),
        ne(orders.id, id),
        sql`(${isCancelledByPlayer}) IS NOT TRUE`,
      ),
    );
  // Nobody can say any more where these went: their details were deleted, or their reward left the catalogue.
  const unknown = others.filter(({ details, rewardId }) => details === null || !deps.texts.has(rewardId));
  const lastUnknown = Math.max(...unknown.map(({ createdAt }) => createdAt.getTime()));
  await forgetPayout(tx, deps.vault, {
    userId,
    values: valuesOf(deps, order),
    kept: others.flatMap((other) => valuesOf(deps, other)),
    // An order's signal is recorded right after it, or when its request is repeated.
    since: unknown.length > 0 ? later(new Date(lastUnknown), DAY) : null,
  });
}
