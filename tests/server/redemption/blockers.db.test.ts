/** What blocks a redemption, as shown beforehand, and that the buy agrees. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { codes, rewards, users } from '../../../server/db/schema.ts';
import { credit, reverse } from '../../../server/features/ledger/ledger.ts';
import { saveBirthDate, saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import { getReward, listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { buyAmount, buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { playerApi, request, type TestApi, type testApi } from '../../support/api.ts';
import { KEY, orderRobux, ROBUX } from '../../support/api-orders.ts';
import { endOf } from '../../support/ends.ts';
import { DAY } from '../../support/time.ts';

const names = async (reward?: number, amount?: number) =>
  (await request(checkRedemption, { query: { reward_id: reward, amount_id: amount } })).blocks.map(
    ({ name }) => name,
  );

async function monero(): Promise<number> {
  const { data } = await request(listRewards, { query: { per_page: 100 } });
  return data.find(({ slug }) => slug === 'monero')?.id ?? 0;
}

async function player(
  points: number,
  change: Partial<typeof users.$inferInsert> = {},
  parts: Parameters<typeof testApi>[0] = {},
) {
  const { api, player: someone } = await playerApi(points, parts);
  if (Object.keys(change).length > 0)
    await api.db.drizzle.update(users).set(change).where(eq(users.id, someone.id));
  return { api, someone };
}

async function pendingCredit(api: TestApi, userId: number, points: number, days: number) {
  await api.db.drizzle.transaction((tx) =>
    credit(tx, {
      key: `check:${userId}:${points}`,
      userId,
      points,
      title: 'x',
      detail: '',
      releasesAt: new Date(api.now.getTime() + days * DAY),
      at: api.now,
    }),
  );
}

test('shows the quickest way to the missing points, within today’s limits', async () => {
  await player(100);
  const pathFor = async (reward: number) =>
    (await request(checkRedemption, { query: { reward_id: reward } })).path;
  const path = await pathFor(KEY.reward);
  expect(path).toMatchObject({
    missing: 400,
    daily: 80,
    steps: [{ arcade: 'merge', rounds: 1, points: 510 }],
  });
  expect(path?.steps[0]?.quests[0]).toEqual({ id: 101, name: 'Finish your first round', points: 100 });
  const far = await pathFor(ROBUX.reward);
  expect(far?.missing).toBe(4900);
  expect(far?.steps.reduce((sum, { points }) => sum + points, 0)).toBe(680);
  await player(100, {}, { playBudget: { welcome: 0, daily: 0, siteDaily: 100 } });
  expect((await pathFor(KEY.reward))?.steps).toMatchObject([{ points: 0 }]);
});

test('nothing blocks a player who meets all conditions, and the buy works', async () => {
  await player(500);
  expect(await request(checkRedemption, { query: { reward_id: KEY.reward, amount_id: KEY.amount } })).toEqual(
    { ready: true, blocks: [], path: null },
  );
  expect(await request(checkRedemption, {})).toEqual({ ready: true, blocks: [], path: null });
  await expect(
    request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } }),
  ).resolves.toBeDefined();
});

test('an unconfirmed address blocks, and says how to confirm it', async () => {
  await player(500, { emailConfirmedAt: null });
  expect(await request(checkRedemption, { query: { reward_id: KEY.reward } })).toMatchObject({
    ready: false,
    blocks: [{ name: 'email_unconfirmed', effect: 'blocks', way: 'confirm_mail' }],
  });
  expect(
    await endOf(request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } })),
  ).toBe('email_unconfirmed');
});

test('a review doesn’t block: the reward can be ordered, and is held', async () => {
  await player(500, { reviewFor: 'device' });
  const { ready, blocks } = await request(checkRedemption, { query: { reward_id: KEY.reward } });
  expect(ready).toBe(true);
  expect(blocks).toMatchObject([{ name: 'review', effect: 'holds', way: 'support' }]);
  const { order } = await request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } });
  expect(order?.state).toBe('held');
});

test('what has to be done before ordering comes before what happens to the order', async () => {
  await player(500, { reviewFor: 'device', emailConfirmedAt: null });
  expect(await names(KEY.reward, KEY.amount)).toEqual(['email_unconfirmed', 'review']);
});

test('stock, details, age and points are listed together, each with what to do', async () => {
  const { api } = await player(100);
  await api.db.drizzle.delete(codes).where(eq(codes.amountId, KEY.amount));
  await api.db.drizzle.execute(sql`UPDATE amounts SET has_codes = false WHERE id = ${KEY.amount}`);
  expect(await names(KEY.reward, KEY.amount)).toEqual(['out_of_stock', 'not_enough_points']);
  expect(await names(ROBUX.reward)).toEqual(['details_needed', 'not_enough_points']);
  const crypt = await monero();
  expect(await names(crypt)).toEqual(['birth_date_needed', 'details_needed', 'not_enough_points']);
  await request(saveBirthDate, { body: { birth_date: '2012-01-01' } });
  expect((await request(checkRedemption, { query: { reward_id: crypt } })).blocks[0]).toMatchObject({
    name: 'too_young',
    way: 'rewards',
  });
  await request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value: 'Mira_k' } });
  expect((await request(checkRedemption, { query: { reward_id: ROBUX.reward } })).blocks).toMatchObject([
    { name: 'not_enough_points', title: 'You need 4,900 points more', way: 'earn' },
  ]);
  for (const { title, advice } of (await request(checkRedemption, { query: { reward_id: crypt } })).blocks) {
    expect(title).toMatch(/\S/);
    expect(advice).toMatch(/\.$/);
  }
});

test('nothing can be redeemed below the smallest order', async () => {
  await player(499);
  expect((await request(checkRedemption, {})).blocks).toMatchObject([
    { name: 'not_enough_points', title: 'Smallest reward: 500 points, 1 to go' },
  ]);
});

test('reserved or pending points are named as the reason', async () => {
  const { api, someone } = await player(5200);
  await orderRobux();
  expect((await request(checkRedemption, { query: { reward_id: KEY.reward } })).blocks).toMatchObject([
    { name: 'not_enough_points', advice: expect.stringContaining('5,000 points are on hold'), way: 'orders' },
  ]);
  const other = await api.addPlayer(0);
  api.actAs(other);
  await pendingCredit(api, other.id, 700, 7);
  expect((await request(checkRedemption, { query: { reward_id: KEY.reward } })).blocks).toMatchObject([
    {
      name: 'not_enough_points',
      advice: expect.stringMatching(/700 points .* pending .* in 7 days/),
      way: 'ledger',
    },
  ]);
  expect(someone.id).not.toBe(other.id);
});

test('a debt is shown next to the missing points', async () => {
  const { api, someone } = await player(0);
  const id = await api.db.drizzle.transaction((tx) =>
    credit(tx, { key: 'spent', userId: someone.id, points: 5000, title: 'x', detail: '', at: api.now }),
  );
  await orderRobux();
  await api.db.drizzle.transaction((tx) => reverse(tx, id ?? 0, 'taken back', api.now));
  const { ready, blocks } = await request(checkRedemption, {});
  expect(ready).toBe(false);
  expect(blocks.map(({ name, title }) => [name, title])).toEqual([
    ['debt', 'You owe 5,000 points'],
    ['not_enough_points', 'Smallest reward: 500 points'],
  ]);
});

test('asks only about existing rewards and amounts, and only for the caller', async () => {
  await player(500);
  expect(await endOf(request(checkRedemption, { query: { reward_id: 999_999 } }))).toBe('not_found');
  expect(
    await endOf(request(checkRedemption, { query: { reward_id: KEY.reward, amount_id: ROBUX.amount } })),
  ).toBe('invalid: amount_id');
});

test('the buy is rejected with the first blocker, and the page’s status is the same', async () => {
  const { api, someone } = await player(5000);
  const change = (set: Partial<typeof users.$inferInsert>) =>
    api.db.drizzle.update(users).set(set).where(eq(users.id, someone.id));
  const seen = async () => ({
    status: (await request(getReward, { params: { id: KEY.reward } })).status,
    blocker: (await names(KEY.reward))[0] ?? 'ready',
    buy: await endOf(request(buyReward, { params: { id: KEY.reward }, body: {} })),
  });
  const stops: Record<string, () => PromiseLike<unknown>> = {
    reward_paused: () =>
      api.db.drizzle.update(rewards).set({ pausedAt: api.now }).where(eq(rewards.id, KEY.reward)),
    email_unconfirmed: () => change({ emailConfirmedAt: null }),
    suspended: () => change({ suspendedAt: api.now, suspendedFor: 'Why.' }),
  };
  const undo: Record<string, () => PromiseLike<unknown>> = {
    reward_paused: () =>
      api.db.drizzle.update(rewards).set({ pausedAt: null }).where(eq(rewards.id, KEY.reward)),
    email_unconfirmed: () => change({ emailConfirmedAt: api.now }),
    suspended: () => change({ suspendedAt: null, suspendedFor: null }),
  };
  for (const [code, stop] of Object.entries(stops)) {
    await stop();
    expect(await seen()).toEqual({ status: code, blocker: code, buy: code });
    await undo[code]?.();
  }
  expect(await seen()).toMatchObject({ status: 'ready', blocker: 'ready' });
});
