import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/redemption/operator-orders.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handleOperator } from '../admin/route.ts';
import { findCodes, importCodes, listCodeStock, removeCodes } from './admin-codes.ts';
import * as acts from './admin-order-acts.ts';
import { findOrders, getOperatorOrder, showDetails } from './admin-orders.ts';
import { correctReference, refund } from './order-corrections.ts';

const acting = (given: { operatorId: number; params: { id: number }; now: Date }) => ({
  operatorId: given.operatorId,
  orderId: given.params.id,
  now: given.now,
});

export function operatorOrderRoutes(app: Hono<ApiEnv>): void {
  handleOperator(app, calls.findOrders, async ({ parts, body, now }) => findOrders(parts.db, body, now));
  handleOperator(app, calls.getOperatorOrder, async ({ parts, params, now }) =>
    getOperatorOrder(parts.db, params.id, now),
  );
  handleOperator(app, calls.showDeliveryDetails, async (given) =>
    showDetails(given.parts.db, given.parts, acting(given)),
  );
  handleOperator(app, calls.claimOrder, async (given) => ({
    order: await acts.claim(given.parts.db, acting(given)),
  }));
  handleOperator(app, calls.requeueOrder, async (given) => ({
    order: await acts.requeue(given.parts.db, { ...acting(given), ...given.body }),
  }));
  handleOperator(app, calls.deliverOrder, async (given) => {
    const { parts, body } = given;
    return { order: await acts.deliver(parts.db, parts.vault, { ...acting(given), ...body }) };
  });
  handleOperator(app, calls.cancelOperatorOrder, async (given) => ({
    order: await acts.cancel(given.parts.db, { ...acting(given), ...given.body }),
  }));
  handleOperator(app, calls.releaseOrder, async (given) => ({
    order: await acts.release(given.parts.db, {
      ...acting(given),
      reason: given.body.reason,
      matchedUpTo: given.body.matched_up_to,
    }),
  }));
  handleOperator(app, calls.refuseOrder, async (given) => ({
    order: await acts.refuse(given.parts.db, { ...acting(given), ...given.body }),
  }));
  handleOperator(app, calls.refundOrder, async (given) => {
    const { reason } = given.body;
    const alone = given.parts.operatorDailyLimit;
    return { order: await refund(given.parts.db, { ...acting(given), reason, alone }) };
  });
  handleOperator(app, calls.correctReference, async (given) => ({
    order: await correctReference(given.parts.db, { ...acting(given), ...given.body }),
  }));

  handleOperator(app, calls.listCodeStock, async ({ parts, query, now }) =>
    listCodeStock(parts.db, query, now),
  );
  handleOperator(app, calls.importCodes, async ({ parts, body, operatorId, now }) =>
    importCodes(parts.db, parts.vault, {
      operatorId,
      csv: body.csv,
      amountId: body.amount_id,
      now,
    }),
  );
  handleOperator(app, calls.findCodes, async ({ parts, body }) => findCodes(parts.db, parts.vault, body.csv));
  handleOperator(app, calls.removeCodes, async ({ parts, body, operatorId, now }) =>
    removeCodes(parts.db, parts.vault, { ...body, operatorId, now }),
  );
}
