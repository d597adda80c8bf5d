import type { Hono } from 'hono';
import {
  appealDispute,
  cancelOrder,
  getOrder,
  listInventory,
  listOrders,
  markUsed,
  openDispute,
  revealCode,
} from '../../../src/lib/contract/redemption/orders.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { limit } from '../../http/limit.ts';
import { handle } from '../../http/route.ts';
import { balanceOf, lockBalance } from '../ledger/ledger.ts';
import { checkRedemption as blocksOf } from './blockers.ts';
import { cancelOwnOrder, recordReveal } from './fulfilment.ts';
import { listInventory as inventoryOf, markUsed as putAway } from './inventory.ts';
import { appealDispute as appeal, openDispute as dispute } from './order-disputes.ts';
import { codeOf, orderLine, listOrders as ordersOf, getOrder as receiptOf } from './orders.ts';

export function orderRoutes(app: Hono<ApiEnv>): void {
  handle(app, listOrders, async ({ query, userId, parts, now }) =>
    ordersOf(parts.db, parts.vault, userId, query, now),
  );

  handle(app, getOrder, async ({ params, userId, parts, now }) =>
    receiptOf(parts.db, parts.vault, userId, params.id, now),
  );

  handle(app, cancelOrder, async ({ params, userId, parts, now }) => {
    return parts.db.drizzle.transaction(async (tx) => {
      await cancelOwnOrder(tx, { userId, orderId: params.id, at: now });
      return {
        order: await orderLine(tx, parts.vault, userId, params.id, now),
        balance: balanceOf(await lockBalance(tx, userId)),
      };
    });
  });

  handle(app, revealCode, async ({ params, userId, parts, now }) => {
    const code = await codeOf(parts.db.drizzle, parts.vault, userId, params.id);
    const at = await parts.db.drizzle.transaction((tx) => recordReveal(tx, params.id, now));
    return { code, revealed_at: at.toISOString() };
  });

  handle(app, openDispute, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'disputes', 20, 3600);
    await dispute(parts.db, { userId, orderId: params.id, ...body, now });
    return { order: await orderLine(parts.db.drizzle, parts.vault, userId, params.id, now) };
  });

  handle(app, appealDispute, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'disputes', 20, 3600);
    await appeal(parts.db, { userId, orderId: params.id, ...body, now });
    return { order: await orderLine(parts.db.drizzle, parts.vault, userId, params.id, now) };
  });

  handle(app, listInventory, async ({ query, userId, parts, now }) =>
    inventoryOf(parts.db, parts, { ...query, userId, now }),
  );

  handle(app, markUsed, async ({ params, body, userId, parts, now }) => ({
    item: await putAway(parts.db, parts, { userId, orderId: params.id, used: body.used, now }),
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
