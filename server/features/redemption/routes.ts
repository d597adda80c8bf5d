import type { Hono } from 'hono';
import { isWaiting } from '../../../src/lib/contract/operator-limits.ts';
import * as calls from '../../../src/lib/contract/redemption/orders.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { limit } from '../../http/limit.ts';
import { handle } from '../../http/route.ts';
import { HOUR } from '../../platform/time.ts';
import { balanceOf, lockBalance } from '../ledger/ledger.ts';
import { isPushOffered } from '../notifications/push.ts';
import { checkRedemption as blocksOf } from './blockers.ts';
import { cancelOwnOrder, recordReveal } from './fulfilment.ts';
import { listInventory, markUsed } from './inventory.ts';
import { appealDispute, openDispute } from './order-disputes.ts';
import { codeOf, getOrder, listOrders, orderLine } from './orders.ts';

export function orderRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.listOrders, async ({ query, userId, parts, now }) => {
    const list = await listOrders(parts.db, parts.vault, userId, query, now);
    const waits = list.data.some(isWaiting);
    const offered = waits && (await isPushOffered(parts.db.drizzle, parts.push, userId));
    return { ...list, push_offered: offered };
  });

  handle(app, calls.getOrder, async ({ params, userId, parts, now }) =>
    getOrder(parts.db, parts.vault, userId, params.id, now),
  );

  handle(app, calls.cancelOrder, async ({ params, userId, parts, now }) => {
    // Ordering and cancelling is free, but each time stays in the points history for ever.
    await limit({ parts, userId, now }, 'cancels', 20, HOUR);
    return parts.db.drizzle.transaction(async (tx) => {
      await cancelOwnOrder(tx, parts, { userId, orderId: params.id, at: now });
      return {
        order: await orderLine(tx, parts.vault, userId, params.id, now),
        balance: balanceOf(await lockBalance(tx, userId)),
      };
    });
  });

  handle(app, calls.revealCode, ({ params, userId, parts, now }) =>
    parts.db.drizzle.transaction(async (tx) => {
      // Recorded first, because recording waits for a refund in progress. A refunded order no longer has a code.
      const at = await recordReveal(tx, { userId, orderId: params.id, at: now });
      const code = await codeOf(tx, parts.vault, userId, params.id);
      return { code, revealed_at: at.toISOString() };
    }),
  );

  handle(app, calls.openDispute, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'disputes', 20, HOUR);
    await openDispute(parts.db, { userId, orderId: params.id, ...body, now });
    return { order: await orderLine(parts.db.drizzle, parts.vault, userId, params.id, now) };
  });

  handle(app, calls.appealDispute, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'disputes', 20, HOUR);
    await appealDispute(parts.db, { userId, orderId: params.id, ...body, now });
    return { order: await orderLine(parts.db.drizzle, parts.vault, userId, params.id, now) };
  });

  handle(app, calls.listInventory, async ({ query, userId, parts, now }) =>
    listInventory(parts.db, parts, { ...query, userId, now }),
  );

  handle(app, calls.markUsed, async ({ params, body, userId, parts, now }) => ({
    item: await markUsed(parts.db, parts, { userId, orderId: params.id, used: body.used, now }),
  }));

  handle(app, checkRedemption, async ({ query, userId, parts, now }) =>
    blocksOf(parts.db, parts.texts, {
      userId,
      rewardId: query.reward_id,
      amountId: query.amount_id,
      budget: parts.playBudget,
      now,
    }),
  );
}
