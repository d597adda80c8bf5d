import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/operator-orders.ts';
import type { ApiEnv, AppDeps } from '../../http/app-deps.ts';
import { handleOperator } from '../admin/route.ts';
import { importCodes, listCodeStock } from './admin-codes.ts';
import * as domain from './admin-orders.ts';

/** Its owner's other tabs and screens hear of it, after the commit. */
function told(parts: AppDeps, { order, userId }: domain.OrderDone): { order: domain.OrderDone['order'] } {
  parts.broadcast.publish({ kind: 'balance', userId });
  parts.broadcast.publish({ kind: 'order', userId, orderId: order.id });
  return { order };
}

const acting = (given: { operatorId: number; params: { id: number }; now: Date }) => ({
  operatorId: given.operatorId,
  orderId: given.params.id,
  now: given.now,
});

export function operatorOrderRoutes(app: Hono<ApiEnv>): void {
  handleOperator(app, calls.listOperatorOrders, async ({ parts, query, now }) =>
    domain.listOperatorOrders(parts.db, query, now),
  );
  handleOperator(app, calls.getOperatorOrder, async ({ parts, params, now }) =>
    domain.getOperatorOrder(parts.db, params.id, now),
  );
  handleOperator(app, calls.showDeliveryDetails, async (given) =>
    domain.showDetails(given.parts.db, given.parts, acting(given)),
  );
  handleOperator(app, calls.claimOrder, async (given) =>
    told(given.parts, await domain.claim(given.parts.db, acting(given))),
  );
  handleOperator(app, calls.deliverOrder, async (given) => {
    const { parts, body } = given;
    return told(parts, await domain.deliver(parts.db, parts.vault, { ...acting(given), ...body }));
  });
  handleOperator(app, calls.cancelOperatorOrder, async (given) =>
    told(given.parts, await domain.cancel(given.parts.db, { ...acting(given), ...given.body })),
  );
  handleOperator(app, calls.releaseOrder, async (given) =>
    told(given.parts, await domain.release(given.parts.db, { ...acting(given), ...given.body })),
  );
  handleOperator(app, calls.refuseOrder, async (given) =>
    told(given.parts, await domain.refuse(given.parts.db, { ...acting(given), ...given.body })),
  );

  handleOperator(app, calls.listCodeStock, async ({ parts, query, now }) =>
    listCodeStock(parts.db, query, now),
  );
  handleOperator(app, calls.importCodes, async ({ parts, body, operatorId, now }) => {
    const { imported, told: owners } = await importCodes(parts.db, parts.vault, {
      operatorId,
      csv: body.csv,
      amountId: body.amount_id,
      now,
    });
    for (const { userId, orderId } of owners) {
      parts.broadcast.publish({ kind: 'balance', userId });
      parts.broadcast.publish({ kind: 'order', userId, orderId });
    }
    return imported;
  });
}
