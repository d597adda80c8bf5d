/** What the operators' first screen says is waiting. The features' own tests check each list. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { amounts, orders } from '../../../server/db/schema.ts';
import { pauseReward, resumeReward } from '../../../src/lib/contract/catalogue/operator-rewards.ts';
import { addPartnerKey, endPartnerKeys } from '../../../src/lib/contract/offers/operator-partners.ts';
import {
  approveInvitation,
  getOverview,
  inviteOperator,
  listOperators,
} from '../../../src/lib/contract/operators/operator.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { KEY, orderRobux } from '../../support/api-orders.ts';

const WHY = 'Its key is a year old.';
let api: TestApi;
let [ada, bo]: Awaited<ReturnType<TestApi['addOperator']>>[] = [];

beforeEach(async () => {
  api = await testApi();
  api.actAs(await api.addPlayer(10_000));
  [ada, bo] = [await api.addOperator(), await api.addOperator()];
});

const waitingFor = async (operator: typeof ada) => {
  if (operator) api.operateAs(operator);
  return (await request(getOverview, {})).overview;
};

test('an invitation and a partner’s key wait for everyone but the operator who proposed them', async () => {
  await waitingFor(ada);
  await request(inviteOperator, { body: { note: 'Cat, from today' } });
  await request(addPartnerKey, { params: { partner: 'demo' }, body: { reason: WHY } });
  expect(await waitingFor(ada)).toMatchObject({ invitations: 0, key_proposals: 0 });
  expect(await waitingFor(bo)).toMatchObject({ invitations: 1, key_proposals: 1 });
  const [invitation] = (await request(listOperators, {})).invitations;
  await request(approveInvitation, { params: { id: invitation?.id ?? 0 } });
  await request(endPartnerKeys, { params: { partner: 'demo' }, body: { reason: WHY } });
  expect(await waitingFor(bo)).toMatchObject({ invitations: 0, key_proposals: 0 });
});

test('the oldest order is one of those to send, not one that waits for a review', async () => {
  const [held, pending] = [await orderRobux(), await orderRobux()];
  const early = new Date(api.now.getTime() - 86_400_000);
  await api.db.drizzle
    .update(orders)
    .set({ state: 'held', heldFor: 'device', createdAt: early })
    .where(eq(orders.id, held));
  expect(pending).not.toBe(held);
  expect(await waitingFor(ada)).toMatchObject({
    orders_held: 1,
    orders_pending: 1,
    oldest_order_at: api.now.toISOString(),
  });
});

test('an amount without codes counts only while its reward is on', async () => {
  const { amounts_without_codes: before } = await waitingFor(ada);
  await api.db.drizzle.update(amounts).set({ hasCodes: false }).where(eq(amounts.id, KEY.amount));
  expect(await waitingFor(ada)).toMatchObject({ amounts_without_codes: before + 1 });
  await request(pauseReward, { params: { id: KEY.reward } });
  expect(await waitingFor(ada)).toMatchObject({ amounts_without_codes: before });
  await request(resumeReward, { params: { id: KEY.reward } });
  expect(await waitingFor(ada)).toMatchObject({ amounts_without_codes: before + 1 });
});
