import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { buyAmount, buyReward, checkReward, getReward, listRewards } from '../../src/lib/contract/rewards.ts';
import type { AppParts } from '../app.ts';
import { createBuyQueue, type Purchase } from '../domain/buy-queue.ts';
import { tellOrder } from '../domain/happenings.ts';
import { type Bought, buy, type Till } from '../domain/orders.ts';
import { fieldRefusal, Refusal } from '../domain/refusal.ts';
import { createRewardReader, setGoal } from '../domain/rewards.ts';
import { tokenHash } from '../domain/tokens.ts';
import { type ApiEnv, bearerToken, handle, readCall } from './route.ts';

/**
 * The caller's key of this purchase. A client that sends none gets one of its own per request: it may buy twice by asking twice.
 */
export function idempotencyKey(c: Context): string {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return randomUUID();
  if (!/^[\x21-\x7e]{8,100}$/.test(key))
    throw fieldRefusal(
      'Idempotency-Key',
      'The Idempotency-Key header must have 8 to 100 visible ASCII characters, such as a UUID.',
    );
  return key;
}

/**
 * The two buys go past `handle`: the statement that buys also finds the token's owner, since a round trip of its own would cost a
 * third of the whole call (measured by bench:api).
 */
async function purchase(
  c: Context<ApiEnv>,
  till: Till,
  what: Pick<Purchase, 'tokenHash' | 'rewardId' | 'amountId' | 'points'>,
): Promise<Response> {
  const { parts } = c.var;
  const bought = await buy(till, { ...what, key: idempotencyKey(c), now: parts.clock() });
  const { userId, repeated, ...answer } = bought;
  if (!repeated) {
    parts.broadcast.publish({ kind: 'balance', userId });
    parts.broadcast.publish({ kind: 'order', userId, orderId: bought.order.id });
    parts.broadcast.publish({ kind: 'reward', rewardId: what.rewardId });
    if (bought.order.state === 'held') await tellHeld(parts, userId, bought.order);
  }
  return c.json(answer);
}

/** Not in the statement that buys: few orders are held, and the rest would pay for it. Told again it is the same notice. */
async function tellHeld(
  { db, clock }: AppParts,
  userId: number,
  { id, points, reward, amount }: Bought['order'],
): Promise<void> {
  await tellOrder(db.drizzle, { id, userId, points }, `${reward.name}, ${amount}`, { what: 'held' }, clock());
}

/** What the database knows the caller's token by. Asked first: who isn't signed in hears that, whatever else is wrong. */
function buyerOf(c: Context): Buffer {
  const hash = tokenHash(bearerToken(c) ?? '');
  if (!hash) throw new Refusal('unauthenticated');
  return hash;
}

export function rewardRoutes(app: Hono<ApiEnv>, parts: AppParts): void {
  const reader = createRewardReader(parts.db, parts.texts);
  const till = {
    send: createBuyQueue(parts.db, parts.sessionRestDays),
    texts: parts.texts,
    reader,
    vault: parts.vault,
  };

  handle(app, listRewards, async ({ query }) =>
    reader.list({
      page: query.page,
      per_page: query.per_page,
      search: query['game-name'],
      sort: query['sort-by'],
    }),
  );

  handle(app, getReward, async ({ params, query, userId, now }) =>
    reader.get(params.id, userId, query.page, now),
  );

  app.post(buyReward.path, async (c) => {
    const tokenHash = buyerOf(c);
    const { params, body } = await readCall(buyReward, c);
    return purchase(c, till, {
      tokenHash,
      rewardId: params.id,
      amountId: null,
      points: body.points ?? null,
    });
  });

  app.post(buyAmount.path, async (c) => {
    const tokenHash = buyerOf(c);
    const { params, body } = await readCall(buyAmount, c);
    return purchase(c, till, {
      tokenHash,
      rewardId: params.id,
      amountId: body.amount_id,
      points: body.points ?? null,
    });
  });

  handle(app, checkReward, async ({ params, userId }) => setGoal(parts.db, userId, params.id));
}
