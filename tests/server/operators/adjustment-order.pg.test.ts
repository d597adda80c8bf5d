/**
 * An adjustment of an account that is erased meanwhile.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { adjustments, users } from '../../../server/db/schema.ts';
import { lockBalance } from '../../../server/features/ledger/ledger.ts';
import { adjustBalance } from '../../../src/lib/contract/operators/operator-users.ts';
import { playerApi, request } from '../../support/api.ts';
import { endOf } from '../../support/ends.ts';
import { untilWaiting } from '../../support/locks.ts';

test.each([50, -50])('of %i points isn’t made', async (points) => {
  const { api, player } = await playerApi();
  api.operateAs(await api.addOperator());
  const isIt = eq(users.id, player.id);
  const body = { user_id: player.id, points, reason: 'For the prizes of the evening.' };
  const { end } = await api.db.drizzle.transaction(async (tx) => {
    await lockBalance(tx, player.id);
    const end = endOf(request(adjustBalance, { body }));
    await untilWaiting(api.db, 1);
    await tx.update(users).set({ erasedAt: api.now }).where(isIt);
    return { end };
  });
  expect(await end).toBe('invalid: user_id');
  expect(await api.db.drizzle.$count(adjustments)).toBe(0);
});
