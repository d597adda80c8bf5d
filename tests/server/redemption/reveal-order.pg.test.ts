/**
 * What happens to an order while its player asks for its code.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '../../../server/db/schema.ts';
import { refundOrder } from '../../../server/features/redemption/fulfilment.ts';
import { revealCode } from '../../../src/lib/contract/redemption/orders.ts';
import { playerApi, request } from '../../support/api.ts';
import { buyKey, KEY } from '../../support/api-orders.ts';
import { endOf } from '../../support/ends.ts';
import { untilWaiting } from '../../support/locks.ts';

test('a code that wasn’t opened before isn’t shown while its order is refunded', async () => {
  const { api } = await playerApi(KEY.points);
  const { id } = await buyKey();
  const isIt = eq(orders.id, id);
  await api.db.drizzle.update(orders).set({ revealedAt: null }).where(isIt);
  const { end } = await api.db.drizzle.transaction(async (tx) => {
    await refundOrder(tx, id, 'It was never opened.', api.now);
    const end = endOf(request(revealCode, { params: { id } }));
    await untilWaiting(api.db, 1);
    return { end };
  });
  expect(await end).toBe('no_code');
  const [order] = await api.db.drizzle.select().from(orders).where(isIt);
  expect(order).toMatchObject({ state: 'refunded', revealedAt: null });
});
