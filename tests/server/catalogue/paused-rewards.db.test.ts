/** Rewards that no one can redeem until an operator turns them on: all that a production database gets from its catalogue. */
import { beforeEach, expect, test } from 'vitest';
import { notificationSettings } from '../../../server/db/schema.ts';
import { seed } from '../../../server/db/seed.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { withoutDemo } from '../../../server/features/catalogue/import.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import {
  listOperatorRewards,
  pauseAllRewards,
  pauseReward,
  resumeAllRewards,
  resumeReward,
} from '../../../src/lib/contract/catalogue/operator-rewards.ts';
import { getReward, listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { getOverview } from '../../../src/lib/contract/operators/operator.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { KEY } from '../../support/api-orders.ts';
import { endOf } from '../../support/ends.ts';
import { testVault } from '../../support/vault.ts';

const files = readCatalogue();
let api: TestApi;

beforeEach(async () => {
  api = await testApi();
  api.actAs(await api.addPlayer(6000));
  api.operateAs(await api.addOperator());
});

const start = (catalogue = withoutDemo(files)) =>
  seed(api.db, catalogue, { demo: false, pauseNew: true, vault: testVault, now: api.now });
const buy = () => request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } });
const pausedNow = async () => (await request(getOverview, {})).overview.rewards_paused;

test('a catalogue that is new in a production database is paused, and existing rewards stay as they are', async () => {
  await start();
  expect(await pausedNow(), 'a database that had them').toBe(0);
  await request(pauseReward, { params: { id: KEY.reward } });
  const [first] = files.rewards;
  if (!first) throw new Error('the catalogue has no reward');
  const added = {
    ...first,
    id: 9001,
    slug: 'added',
    amounts: first.amounts.map((a) => ({ ...a, id: a.id + 900_000 })),
  };
  for (let twice = 0; twice < 2; twice++) await start({ ...files, rewards: [...files.rewards, added] });
  const { data } = await request(listOperatorRewards, { query: { state: 'paused' } });
  expect(data.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([KEY.reward, 9001]);
  await request(resumeReward, { params: { id: 9001 } });
  await start({ ...files, rewards: [...files.rewards, added] });
  expect(await pausedNow(), 'turned on, it stays on').toBe(1);
});

test('a new reward is announced when it is first turned on, and not before', async () => {
  const { rewards } = files;
  const news = rewards.slice(0, 3).map((reward, at) => ({
    ...reward,
    id: 9001 + at,
    slug: `added-${at}`,
    name: `Added ${at}`,
    amounts: reward.amounts.map((a) => ({ ...a, id: a.id + 900_000 * (at + 1) })),
  }));
  const reader = await api.addPlayer();
  await api.db.drizzle
    .insert(notificationSettings)
    .values({ userId: reader.id, kind: 'news', site: true, mail: false });
  api.actAs(reader);
  const found = async () =>
    (await request(listNotifications, {})).data.map(({ title, href }) => [title, href]);

  await request(pauseReward, { params: { id: KEY.reward } });
  await start({ ...files, rewards: [...rewards, ...news] });
  expect(await found()).toEqual([]);
  await request(resumeReward, { params: { id: 9001 } });
  const first = ['A new reward: Added 0', '/user/reward/9001/Added-0'];
  expect(await found()).toEqual([first]);
  // Rewards that were on before aren't announced.
  await request(pauseReward, { params: { id: 9001 } });
  await request(resumeAllRewards, {});
  expect(await found()).toEqual([['2 new things to check out', null], first]);
});

test('a paused reward is shown as paused, is rejected at the buy, and costs nothing', async () => {
  const { order } = await buy();
  await request(pauseReward, { params: { id: KEY.reward } });
  const { balance: before } = await request(getBalance, {});
  expect(
    (await request(checkRedemption, { query: { reward_id: KEY.reward, amount_id: KEY.amount } })).blocks,
  ).toMatchObject([{ name: 'reward_paused', effect: 'blocks', title: 'This reward is paused' }]);
  const { reward, status } = await request(getReward, { params: { id: KEY.reward } });
  expect([reward.paused, status]).toEqual([true, 'reward_paused']);
  const { data } = await request(listRewards, { query: { per_page: 100 } });
  expect(data.filter(({ paused }) => paused).map(({ id }) => id)).toEqual([KEY.reward]);
  await expect(buy()).rejects.toMatchObject({
    status: 409,
    code: 'reward_paused',
    message: 'This reward is paused. You keep your points.',
  });
  expect((await request(getBalance, {})).balance).toEqual(before);
  await request(resumeReward, { params: { id: KEY.reward } });
  expect(
    (await request(checkRedemption, { query: { reward_id: KEY.reward, amount_id: KEY.amount } })).ready,
  ).toBe(true);
  expect((await buy()).order?.id).not.toBe(order?.id);
});

test('an order’s key still returns it once the reward is paused', async () => {
  const key = crypto.randomUUID();
  const { order } = await request(buyAmount, {
    params: { id: KEY.reward },
    body: { amount_id: KEY.amount },
    idempotencyKey: key,
  });
  await request(pauseReward, { params: { id: KEY.reward } });
  expect(
    await request(buyAmount, {
      params: { id: KEY.reward },
      body: { amount_id: KEY.amount },
      idempotencyKey: key,
    }),
  ).toMatchObject({
    repeated: true,
    order: { id: order?.id },
  });
});

test('operators see how each reward is delivered, and every change is in the audit log', async () => {
  await request(pauseReward, { params: { id: 84 } });
  await request(pauseReward, { params: { id: KEY.reward } });
  expect(await endOf(request(pauseReward, { params: { id: 84 } }))).toBe('nothing_to_do');
  expect(await endOf(request(pauseReward, { params: { id: 999_999 } }))).toBe('not_found');
  const { data } = await request(listOperatorRewards, { query: { state: 'paused' } });
  expect(data.toSorted((a, b) => a.id - b.id)).toMatchObject([
    { id: KEY.reward, delivery: 'code', codes: expect.any(Number), paused_at: api.now.toISOString() },
    { id: 84, delivery: 'person', codes: null },
  ]);
  const total = (await request(listOperatorRewards, {})).total;
  expect((await request(listOperatorRewards, { query: { state: 'on' } })).total).toBe(total - 2);
  expect((await request(listOperatorRewards, { query: { search: 'robux', state: 'paused' } })).total).toBe(1);
  expect((await request(resumeAllRewards, {})).resumed).toEqual([KEY.reward, 84]);
  expect((await request(resumeAllRewards, {})).resumed).toEqual([]);
  const { paused } = await request(pauseAllRewards, {});
  expect(paused).toHaveLength(total);
  expect((await request(pauseAllRewards, {})).paused).toEqual([]);
  expect((await request(listOperatorRewards, { query: { state: 'on' } })).total).toBe(0);
  const acts = (await request(listAuditEvents, { query: { subject: 'reward', per_page: 100 } })).data.map(
    ({ act, subject_id }) => [act, subject_id],
  );
  const all = paused.toReversed().map((id) => ['reward.pause', String(id)]);
  expect(acts).toEqual([
    ...all,
    ['reward.resume', '84'],
    ['reward.resume', `${KEY.reward}`],
    ['reward.pause', `${KEY.reward}`],
    ['reward.pause', '84'],
  ]);
});
