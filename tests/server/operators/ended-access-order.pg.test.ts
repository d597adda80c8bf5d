/**
 * What an operator does while another one ends their access.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { adjustments, operatorInvitations, operatorPayments, operators } from '../../../server/db/schema.ts';
import { addPartnerKey } from '../../../src/lib/contract/offers/operator-partners.ts';
import { inviteOperator } from '../../../src/lib/contract/operators/operator.ts';
import { adjustBalance } from '../../../src/lib/contract/operators/operator-users.ts';
import { playerApi, request } from '../../support/api.ts';
import { endOf } from '../../support/ends.ts';
import { untilWaiting } from '../../support/locks.ts';

const reason = 'For the prizes of the evening.';

test.each([
  ['invite a friend', () => request(inviteOperator, { body: { note: 'a friend' } })],
  ['give points', (userId) => request(adjustBalance, { body: { user_id: userId, points: 5, reason } })],
  [
    'propose points',
    (userId) => request(adjustBalance, { body: { user_id: userId, points: 90_000, reason } }),
  ],
  ['propose a key', () => request(addPartnerKey, { params: { partner: 'demo' }, body: { reason } })],
] as [string, (userId: number) => Promise<unknown>][])('can’t %s any more', async (_, act) => {
  const { api, player } = await playerApi();
  const [ada, bo] = [await api.addOperator(), await api.addOperator()];
  api.operateAs(bo);
  const { end } = await api.db.drizzle.transaction(async (tx) => {
    await tx.select().from(operators).for('update');
    await tx.update(operators).set({ endedAt: api.now, endedBy: ada.id }).where(eq(operators.id, bo.id));
    const end = endOf(act(player.id));
    await untilWaiting(api.db, 1);
    return { end };
  });
  expect(await end).toBe('unauthenticated');
  for (const table of [operatorInvitations, adjustments, operatorPayments])
    expect(await api.db.drizzle.$count(table)).toBe(0);
});
