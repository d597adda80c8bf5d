import type { Context, Hono } from 'hono';
import { buyAmount, buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import type { ApiEnv, AppDeps } from '../../http/app-deps.ts';
import { idempotencyKey } from '../../http/idempotency.ts';
import { bearerToken, readCall } from '../../http/route.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { tokenHash } from '../../platform/tokens.ts';
import { endGoal, type RewardReader } from '../catalogue/rewards.ts';
import { type BuyDeps, buy, type PurchaseResult } from './buy.ts';
import { createBuyQueue, type Purchase } from './buy-queue.ts';
import { firstDelivered, notifyIfFirst } from './first-reward.ts';
import { titleOf } from './fulfilment.ts';
import { notifyOrder } from './order-notifications.ts';

/**
 * The two purchase calls. They don't use `handle`, because the purchase statement also finds the token's owner. A separate lookup
 * would cost a third of the call's time (measured with bench:api).
 */
async function purchase(
  c: Context<ApiEnv>,
  deps: BuyDeps & { readonly redeemed: Set<number> },
  what: Pick<Purchase, 'tokenHash' | 'rewardId' | 'amountId' | 'points'>,
): Promise<Response> {
  const { parts } = c.var;
  const result = await buy(deps, { ...what, key: idempotencyKey(c), now: parts.clock() });
  const { goal, userId } = result;
  // Both in the background: the order is made, so a failure must not say that nothing has changed. A repeated order does them again.
  notifyIfHeld(parts, result);
  if (goal) parts.background.run('the end of a goal', () => endGoal(parts.db, userId, what.rewardId));
  const first = await isFirst(parts, deps.redeemed, result);
  return c.json({ ...(await result.answer()), ...(first && { first }), ...(goal && { goal }) });
}

/**
 * Notifies a buyer whose order is held. It isn't part of the purchase statement: few orders are held, and all others would pay
 * for it. A repeated order notifies again under the same key.
 */
function notifyIfHeld({ db, background, clock }: AppDeps, { userId, order }: PurchaseResult): void {
  if (order.state !== 'held') return;
  const { id, points } = order;
  background.run('the notification of a held order', async () => {
    const title = await titleOf(db.drizzle, id);
    await notifyOrder(db.drizzle, { id, userId, points }, title, { what: 'held' }, clock());
  });
}

/** How many users are remembered as having a first reward. The set is emptied when it is full. */
const MOST_REDEEMED = 10_000;

/**
 * Returns whether the order brought the buyer's first reward, and notifies the buyer after the answer. For new orders it looks once
 * per user and process, so only a first purchase costs a look at earlier orders.
 */
async function isFirst(
  { db, background, clock }: AppDeps,
  redeemed: Set<number>,
  { userId, order, repeated }: PurchaseResult,
): Promise<boolean> {
  if (order.state !== 'delivered' || (redeemed.has(userId) && !repeated)) return false;
  // The order is made, so an error here must not say that nothing has changed. The notification below fails too, and is logged.
  const first = await firstDelivered(db.drizzle, userId).catch(() => undefined);
  background.run('the first reward', async () => {
    await notifyIfFirst(db.drizzle, { id: order.id, userId }, { seen: true, now: clock() });
    if (redeemed.size >= MOST_REDEEMED) redeemed.clear();
    redeemed.add(userId);
  });
  return first === order.id;
}

/** Returns the hash of the caller's token. It is checked first: without a token the answer is 401, whatever else is wrong. */
function buyerOf(c: Context): Buffer {
  const hash = tokenHash(bearerToken(c) ?? '');
  if (!hash) throw new DomainError('unauthenticated');
  return hash;
}

export function buyRoutes(app: Hono<ApiEnv>, parts: AppDeps, reader: RewardReader): void {
  const deps = {
    db: parts.db,
    send: createBuyQueue(parts.db, parts.sessionIdleDays),
    texts: parts.texts,
    reader,
    vault: parts.vault,
    redeemed: new Set<number>(),
  };

  app.post(buyReward.path, async (c) => {
    const tokenHash = buyerOf(c);
    const { params, body } = await readCall(buyReward, c);
    return purchase(c, deps, {
      tokenHash,
      rewardId: params.id,
      amountId: null,
      points: body.points ?? null,
    });
  });

  app.post(buyAmount.path, async (c) => {
    const tokenHash = buyerOf(c);
    const { params, body } = await readCall(buyAmount, c);
    return purchase(c, deps, {
      tokenHash,
      rewardId: params.id,
      amountId: body.amount_id,
      points: body.points ?? null,
    });
  });
}
