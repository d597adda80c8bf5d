/**
 * What an operator does while another one ends their access.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { adjustments, operatorInvitations, operatorPayments, operators } from '../../../server/db/schema.ts';
import { addPartnerKey } from '../../../src/lib/contract/offers/operator-partners.ts';
import { approveInvitation, inviteOperator } from '../../../src/lib/contract/operators/operator.ts';
import {
  adjustBalance,
  approveAdjustment,
  declineAdjustment,
} from '../../../src/lib/contract/operators/operator-users.ts';
import { playerApi, request, type TestApi } from '../../support/api.ts';
import { endOf } from '../../support/ends.ts';
import { untilWaiting } from '../../support/locks.ts';

const reason = 'For the prizes of the evening.';
const give = (points: number) => (userId: number) =>
  request(adjustBalance, { body: { user_id: userId, points, reason } });

/** Everything that such an act would change. */
const rowsOf = async ({ db }: TestApi) => [
  await db.drizzle.select().from(operatorInvitations),
  await db.drizzle.select().from(adjustments),
  await db.drizzle.select().from(operatorPayments),
];

test.each([
  ['invite a friend', () => request(inviteOperator, { body: { note: 'a friend' } })],
  ['approve a friend', () => request(approveInvitation, { params: { id: 1 } })],
  ['give points', give(5)],
  ['propose points', give(90_000)],
  ['approve points', () => request(approveAdjustment, { params: { id: 1 } })],
  ['decline points', () => request(declineAdjustment, { params: { id: 1 }, body: { reason } })],
  ['propose a key', () => request(addPartnerKey, { params: { partner: 'demo' }, body: { reason } })],
] as [string, (userId: number) => Promise<unknown>][])('can’t %s any more', async (_, act) => {
  const { api, player } = await playerApi();
  const [ada, bo] = [await api.addOperator(), await api.addOperator()];
  api.operateAs(ada);
  await request(inviteOperator, { body: { note: 'cat' } });
  await give(80_000)(player.id);
  const before = await rowsOf(api);
  api.operateAs(bo);
  const { end } = await api.db.drizzle.transaction(async (tx) => {
    await tx.select().from(operators).for('update');
    await tx.update(operators).set({ endedAt: api.now, endedBy: ada.id }).where(eq(operators.id, bo.id));
    const end = endOf(act(player.id));
    await untilWaiting(api.db, 1);
    return { end };
  });
  expect(await end).toBe('unauthenticated');
  expect(await rowsOf(api)).toEqual(before);
});
