/**
 * A purchase concurrent with other changes to the buyer.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders, users } from '../../../server/db/schema.ts';
import { lockBalance } from '../../../server/features/ledger/ledger.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { playerApi, request } from '../../support/api.ts';
import { untilWaiting } from '../../support/locks.ts';

test('a purchase waits for the holder of the balance before it reads anything', async () => {
  const { api, player } = await playerApi(1000);
  const { bought } = await api.db.drizzle.transaction(async (tx) => {
    await lockBalance(tx, player.id);
    const bought = Promise.allSettled([request(buyReward, { params: { id: 12 }, body: {} })]);
    await untilWaiting(api.db, 1);
    await tx.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, player.id));
    return { bought };
  });
  expect(await bought).toMatchObject([{ status: 'rejected', reason: { code: 'email_unconfirmed' } }]);
  expect(await api.db.drizzle.$count(orders, eq(orders.userId, player.id))).toBe(0);
});
