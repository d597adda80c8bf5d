/**
 * What an operator does while another one ends their access.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { adjustments, operatorInvitations, operatorPayments, operators } from '../../../server/db/schema.ts';
import { calls } from '../../../server/http/docs.ts';
import { needsNoKey } from '../../../server/http/idempotency.ts';
import { addressOf, type Call } from '../../../src/lib/contract/call.ts';
import { addPartnerKey } from '../../../src/lib/contract/offers/operator-partners.ts';
import { approveInvitation, inviteOperator } from '../../../src/lib/contract/operators/operator.ts';
import {
  adjustBalance,
  approveAdjustment,
  declineAdjustment,
} from '../../../src/lib/contract/operators/operator-users.ts';
import { playerApi, request, type TestApi } from '../../support/api.ts';
import { callSample } from '../../support/call-samples.ts';
import { endOf } from '../../support/ends.ts';
import { untilWaiting, waitingIn } from '../../support/locks.ts';
import { tracesIn } from '../../support/traces.ts';

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

/** Every operator's call that changes something, or whose reading is logged. */
const acts = Object.entries(calls).filter(
  ([, call]: [string, Call]) =>
    call.who === 'operator' && call.method !== 'GET' && needsNoKey.get(call) !== 'only reads',
) as [string, Call][];
const traces = tracesIn('operators', 'operator_sessions');

test('nor anything else', async () => {
  const { api, player } = await playerApi();
  const [ada, bo] = [await api.addOperator(), await api.addOperator()];
  const isBo = eq(operators.id, bo.id);
  const refused: string[] = [];
  for (const [name, call] of acts) {
    const before = await traces(api.db);
    const { answer } = await api.db.drizzle.transaction(async (tx) => {
      await tx.select().from(operators).for('update');
      await tx.update(operators).set({ endedAt: api.now, endedBy: ada.id }).where(isBo);
      let isOver = false;
      const path = addressOf(call, { id: player.id, partner: 'demo' });
      const answer = api.send(bo.token, call.method, path, call.body && callSample(call.body)).finally(() => {
        isOver = true;
      });
      await expect.poll(async () => isOver || (await waitingIn(api.db)) === 1).toBe(true);
      return { answer };
    });
    if ((await answer).status === 401) refused.push(name);
    expect([name, await traces(api.db)]).toEqual([name, before]);
    await api.db.drizzle.update(operators).set({ endedAt: null, endedBy: null }).where(isBo);
  }
  expect(refused).toEqual(
    expect.arrayContaining(['pauseReward', 'suspendUser', 'endUserSessions', 'disablePartner']),
  );
});
