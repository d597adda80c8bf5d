import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { amounts, codes, orders, rewards, users } from '../../../server/db/schema.ts';
import { cancelOrder, deliverOrder } from '../../../server/features/redemption/fulfilment.ts';
import { getUser, saveBirthDate, saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import { checkReward, getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { buyAmount, buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { listOrders, revealCode } from '../../../src/lib/contract/redemption/orders.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { KEY, orderRobux, ROBUX } from '../../support/api-orders.ts';
import { addPlayers } from '../../support/app-players.ts';
import { breakWrites, testDatabase } from '../../support/database.ts';
import { endsOf } from '../../support/ends.ts';
import { wrong } from '../../support/field-errors.ts';

const newKey = () => crypto.randomUUID();
const buyKeyFor = (points?: number) =>
  request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount, points } });
const statusOf = async (reward: number) => (await request(getReward, { params: { id: reward } })).status;
const linesOf = async () =>
  (await request(listTransactions, {})).data.map(({ state, points }) => [state, points]);

/** A new player with this many points makes the later calls. */
async function asPlayer(api: TestApi, points: number) {
  const player = await api.addPlayer(points);
  api.actAs(player);
  return player;
}

/** Purchases at the same moment by different players, bypassing the client, which knows one token at a time. */
const buyAs = (api: TestApi, token: string, body = {}, key: string = newKey(), path = 'buy') =>
  api.raw(`/api/user/rewards/${KEY.reward}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify(body),
  });

describe('buying a code', () => {
  test('delivers it immediately, takes its price and shows both in ledger and orders', async () => {
    const api = await testApi();
    const player = await asPlayer(api, 1200);
    const { order, balance, reward } = await buyKeyFor(KEY.points);
    expect(order).toMatchObject({ state: 'delivered', points: 500, code: expect.stringMatching(/^SAMPLE-/) });
    expect(balance).toEqual({ available: 700, pending: 0, reserved: 0, debt: 0 });
    expect(reward.id).toBe(KEY.reward);
    const { code, ...listed } = order ?? { id: 0, code: null };
    expect((await request(listOrders, {})).data).toMatchObject([{ ...listed, has_code: true }]);
    expect((await request(revealCode, { params: { id: listed.id } })).code).toBe(code);
    expect((await request(listTransactions, { query: { type: 'spent' } })).data).toMatchObject([
      { points: -500, state: 'redeemed', order_id: listed.id },
    ]);
    expect(api.events).toContainEqual({ kind: 'balance', userId: player.id });
    // Without an amount, it is the smallest one.
    await asPlayer(api, 500);
    expect((await request(buyReward, { params: { id: KEY.reward }, body: {} })).order?.points).toBe(
      KEY.points,
    );
  });

  test('gives each buyer a different code, and the last one to only one', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    await api.db.drizzle
      .delete(codes)
      .where(
        sql`amount_id = ${KEY.amount} AND id NOT IN (SELECT id FROM codes WHERE amount_id = ${KEY.amount} LIMIT 3)`,
      );
    const outcomes: string[] = [];
    for (let at = 0; at < 5; at++) {
      await asPlayer(api, 500);
      outcomes.push(
        await request(buyReward, { params: { id: KEY.reward }, body: {} }).then(
          ({ order }) => order?.code ?? 'none',
          (error) => error.code,
        ),
      );
    }
    expect(outcomes.slice(3)).toEqual(['out_of_stock', 'out_of_stock']);
    expect(new Set(outcomes).size).toBe(4);
    expect(await statusOf(KEY.reward)).toBe('out_of_stock');
  });
});

describe('buying a reward that is sent by hand', () => {
  test('needs a valid delivery detail first, and costs nothing without it', async () => {
    const api = await testApi();
    await asPlayer(api, 6000);
    expect(await statusOf(ROBUX.reward)).toBe('details_needed');
    await expect(request(buyReward, { params: { id: ROBUX.reward }, body: {} })).rejects.toMatchObject(
      wrong('roblox_username'),
    );
    await expect(
      request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value: 'no spaces allowed' } }),
    ).rejects.toMatchObject(wrong('value', 'letters'));
    expect((await request(listOrders, {})).data).toEqual([]);
  });

  test('holds the points until it is delivered', async () => {
    const api = await testApi();
    await asPlayer(api, 6000);
    await request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value: 'Mira_k' } });
    const { order, balance } = await request(buyReward, { params: { id: ROBUX.reward }, body: {} });
    expect(order).toMatchObject({ state: 'pending', code: null, details: 'Mira_k', delivered_at: null });
    expect(balance).toEqual({ available: 1000, pending: 0, reserved: 5000, debt: 0 });
    expect((await linesOf())[0]).toEqual(['reserved', -5000]);
    const deliver = () => api.db.drizzle.transaction((tx) => deliverOrder(tx, order?.id ?? 0, api.now));
    expect([await deliver(), await deliver()]).toEqual([true, false]);
    expect((await request(listOrders, {})).data[0]).toMatchObject({ state: 'delivered' });
    expect(await linesOf()).toEqual([
      ['redeemed', -5000],
      ['confirmed', 6000],
    ]);
  });

  test('returns the points and the stock when it is cancelled', async () => {
    const api = await testApi();
    await asPlayer(api, 6000);
    await api.db.drizzle.update(amounts).set({ stock: 1 }).where(eq(amounts.id, ROBUX.amount));
    const stock = async () =>
      (await request(getReward, { params: { id: ROBUX.reward } })).reward.amounts[0]?.stock;
    const id = await orderRobux();
    expect(await stock()).toBe(0);
    await api.db.drizzle.transaction((tx) => cancelOrder(tx, id, 'the account does not exist', api.now));
    expect(await stock()).toBe(1);
    expect(await linesOf()).toEqual([
      ['returned', 5000],
      ['returned', -5000],
      ['confirmed', 6000],
    ]);
  });
});

test('blockers are shown before and after', async () => {
  const api = await testApi();
  const monero = Number(await api.db.value("SELECT id FROM rewards WHERE slug = 'monero'", []));
  expect(await statusOf(KEY.reward)).toBe('sign_in');
  await expect(request(buyReward, { params: { id: KEY.reward }, body: {} })).rejects.toMatchObject({
    status: 401,
  });
  await asPlayer(api, 499);
  expect(await statusOf(KEY.reward)).toBe('not_enough_points');
  await expect(request(buyReward, { params: { id: KEY.reward }, body: {} })).rejects.toMatchObject({
    code: 'not_enough_points',
    status: 409,
  });

  const rich = await asPlayer(api, 50_000);
  await expect(request(buyReward, { params: { id: 999_999 }, body: {} })).rejects.toMatchObject({
    status: 404,
  });
  await expect(
    request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: ROBUX.amount } }),
  ).rejects.toMatchObject({ status: 422 });
  expect(await statusOf(monero)).toBe('birth_date_needed');
  await request(saveBirthDate, { body: { birth_date: '2009-11-19' } });
  expect(await statusOf(monero)).toBe('too_young');
  await expect(request(buyReward, { params: { id: monero }, body: {} })).rejects.toMatchObject({
    code: 'too_young',
    status: 403,
  });
  // Turning eighteen today is old enough.
  await api.db.drizzle.update(users).set({ birthDate: '2008-11-18' }).where(eq(users.id, rich.id));
  expect(await statusOf(monero)).toBe('details_needed');
});

describe('the price that the buyer saw', () => {
  test('that has changed in the meantime is rejected with an explanation, higher or lower', async () => {
    const api = await testApi();
    await asPlayer(api, 5000);
    for (const [at, points] of [501, 499].entries()) {
      await api.db.drizzle.update(amounts).set({ points }).where(eq(amounts.id, KEY.amount));
      await expect(buyKeyFor(500)).rejects.toMatchObject({
        status: 409,
        code: 'price_changed',
        message: expect.stringContaining('take any points'),
      });
      expect((await request(listTransactions, { query: { type: 'spent' } })).total).toBe(at);
      expect((await buyKeyFor(points)).order?.points).toBe(points);
      expect(await api.db.drizzle.$count(orders)).toBe(at + 1);
    }
  });

  test('of a purchase that was made before the change doesn’t matter when its answer is requested again', async () => {
    const api = await testApi();
    await asPlayer(api, 5000);
    const key = newKey();
    const { order } = await request(buyAmount, {
      params: { id: KEY.reward },
      body: { amount_id: KEY.amount, points: 500 },
      idempotencyKey: key,
    });
    await api.db.drizzle.update(amounts).set({ points: 900 }).where(eq(amounts.id, KEY.amount));
    expect(
      (
        await request(buyAmount, {
          params: { id: KEY.reward },
          body: { amount_id: KEY.amount, points: 500 },
          idempotencyKey: key,
        })
      ).order?.id,
    ).toBe(order?.id);
    expect(await api.db.drizzle.$count(orders)).toBe(1);
  });

  test('that is invalid is rejected at its field', async () => {
    const api = await testApi();
    const { token } = await api.addPlayer(5000);
    for (const points of [0, -500, 0.5, '500']) {
      const response = await buyAs(api, token, { amount_id: KEY.amount, points }, newKey(), 'buyAmount');
      expect(response.status).toBe(422);
      expect(Object.keys((await response.json()).errors), String(points)).toEqual(['points']);
    }
  });
});

test('when another process retires a reward at the same moment, its buyer gets an explanation, and other buyers their usual answer', {
  tags: 'concurrent',
}, async () => {
  const db = await testDatabase();
  const setActive = (active: boolean) =>
    db.drizzle.update(rewards).set({ active }).where(eq(rewards.id, KEY.reward));
  // As the API sees it: bought, then retired before it is read again for the answer.
  const value: typeof db.value = async (text, values) => {
    const answer = await db.value(text, values);
    if (text.includes('buy_together')) await setActive(false);
    return answer;
  };
  const api = await testApi({ db: { ...db, value } });
  const player = await asPlayer(api, 2000);
  const gone = {
    status: 404,
    message: expect.stringMatching(/^We no longer offer this reward\. Your order \d+ /),
  };
  await expect(request(buyReward, { params: { id: KEY.reward }, body: {} })).rejects.toMatchObject(gone);
  const [order] = (await request(listOrders, {})).data;
  await api.background.idle();
  expect(api.events).toEqual([
    { kind: 'balance', userId: player.id },
    { kind: 'order', userId: player.id, orderId: order?.id },
    { kind: 'reward', rewardId: KEY.reward },
  ]);
  // A held order still has its notification.
  await setActive(true);
  await db.drizzle.update(users).set({ reviewFor: 'device' }).where(eq(users.id, player.id));
  await expect(request(buyReward, { params: { id: KEY.reward }, body: {} })).rejects.toMatchObject(gone);
  await api.background.idle();
  expect((await request(listNotifications, {})).data).toMatchObject([
    { title: `Held for review: ${order?.reward.name}, ${order?.amount}` },
    { title: 'Your first reward' },
  ]);
});

test('ends the goal that it was, and a cancelled order doesn’t bring it back', async () => {
  const api = await testApi();
  const { id, token } = await asPlayer(api, 20_000);
  const goal = async () => {
    await api.background.idle();
    return (await request(getUser, { params: { id } })).user.myreward;
  };
  const setGoal = (reward: number) => request(checkReward, { params: { id: reward } });
  await setGoal(ROBUX.reward);
  expect((await buyKeyFor()).goal).toBeUndefined();
  expect(await goal()).toBe(ROBUX.reward);
  const order = await orderRobux();
  expect(await goal()).toBeNull();
  await api.db.drizzle.transaction((tx) => cancelOrder(tx, order, 'cancelled by you', api.now));
  expect(await goal()).toBeNull();
  // The second time as if the process had died right after the purchase.
  const key = newKey();
  for (const time of ['first', 'second']) {
    await setGoal(KEY.reward);
    expect(await (await buyAs(api, token, {}, key)).json(), time).toMatchObject({ goal: true });
    expect(await goal()).toBeNull();
  }
});

describe('the idempotency key', () => {
  test('sent again returns the same order, says so, and charges once, even if the reward was retired', async () => {
    const api = await testApi();
    const { token } = await asPlayer(api, 2000);
    const key = newKey();
    const answers: { order: { id: number }; balance: { available: number }; repeated?: boolean }[] = [];
    for (const [path, body] of [
      ['buy', {}],
      ['buy', {}],
      ['buyAmount', { amount_id: KEY.amount }],
    ] as const)
      answers.push(await (await buyAs(api, token, body, key, path)).json());
    expect(answers[0]).not.toHaveProperty('repeated');
    for (const answer of answers.slice(1)) expect(answer).toEqual({ ...answers[0], repeated: true });
    expect(api.events.filter(({ kind }) => kind === 'order')).toHaveLength(1);

    const { id } = answers[0]?.order ?? { id: 0 };
    await api.db.drizzle.update(amounts).set({ active: false }).where(eq(amounts.id, KEY.amount));
    for (const buy of [
      request(buyAmount, {
        params: { id: KEY.reward },
        body: { amount_id: KEY.amount },
        idempotencyKey: key,
      }),
      request(buyReward, { params: { id: KEY.reward }, body: {}, idempotencyKey: key }),
    ])
      expect(await buy).toMatchObject({ repeated: true, order: { id } });
    await expect(buyKeyFor()).rejects.toMatchObject({ status: 422 });
    await api.db.drizzle.update(rewards).set({ active: false }).where(eq(rewards.id, KEY.reward));
    await expect(
      request(buyReward, { params: { id: KEY.reward }, body: {}, idempotencyKey: key }),
    ).rejects.toMatchObject({
      status: 404,
      message: `We no longer offer this reward. Your order ${id} went through earlier, and you’ll find it in your orders.`,
    });
    expect((await request(listOrders, {})).total).toBe(1);
    expect((await request(listTransactions, { query: { type: 'spent' } })).data).toMatchObject([
      { points: -500 },
    ]);
  });

  test('sent fifty times concurrently makes one order', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    await asPlayer(api, 30_000);
    const key = newKey();
    const all = await Promise.all(
      Array.from({ length: 50 }, () =>
        request(buyReward, { params: { id: KEY.reward }, body: {}, idempotencyKey: key }),
      ),
    );
    expect(new Set(all.map(({ order }) => order?.id)).size).toBe(1);
    expect((await request(listOrders, {})).total).toBe(1);
  });

  test('belongs to one purchase of one player, and is rejected with another body or if it is invalid', async () => {
    const api = await testApi();
    const key = newKey();
    const { token } = await asPlayer(api, 50_000);
    await request(buyReward, { params: { id: KEY.reward }, body: {}, idempotencyKey: key });
    await request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value: 'Mira_k' } });
    await expect(
      request(buyReward, { params: { id: ROBUX.reward }, body: {}, idempotencyKey: key }),
    ).rejects.toMatchObject(wrong('Idempotency-Key'));
    const answer = await buyAs(api, token, {}, 'short');
    expect(answer.status).toBe(422);
    expect((await answer.json()).errors).toEqual({
      'Idempotency-Key': [expect.stringContaining('8 to 100')],
    });
    await asPlayer(api, 500);
    await request(buyReward, { params: { id: KEY.reward }, body: {}, idempotencyKey: key });
    expect(await api.db.drizzle.$count(orders)).toBe(2);
  });
});

describe('concurrent buys', { tags: 'concurrent' }, () => {
  test('never go below zero', async () => {
    const api = await testApi();
    await asPlayer(api, 2600);
    const ends = await endsOf(
      Array.from({ length: 20 }, () => request(buyReward, { params: { id: KEY.reward }, body: {} })),
    );
    expect(ends.filter((end) => end === 'done')).toHaveLength(5);
    expect((await request(listOrders, {})).total).toBe(5);
    expect(await statusOf(KEY.reward)).toBe('not_enough_points');
  });

  test('each get their own answer', async () => {
    const api = await testApi();
    const tokens: string[] = [];
    for (const points of [500, 499, 5000, 0, 1000, 700, 20, 900])
      tokens.push((await api.addPlayer(points)).token);
    const buy = async (token: string) => {
      const { order, balance, code } = await (await buyAs(api, token)).json();
      return order ? `${order.code.slice(0, 6)} ${balance.available}` : code;
    };
    expect(await Promise.all([...tokens, `1|${'x'.repeat(43)}`].map(buy))).toEqual([
      'SAMPLE 0',
      'not_enough_points',
      'SAMPLE 4500',
      'not_enough_points',
      'SAMPLE 500',
      'SAMPLE 200',
      'not_enough_points',
      'SAMPLE 400',
      'unauthenticated',
    ]);
  });

  test('still succeed when the database fails on one of them', async () => {
    const api = await testApi();
    const players = await addPlayers(api, 3, 500);
    await breakWrites(api.db, 'INSERT ON orders', `NEW.user_id = ${players[1]?.id}`);
    const answers = await Promise.all(players.map(({ token }) => buyAs(api, token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
    expect(await api.db.drizzle.$count(orders)).toBe(2);
    expect(api.logged).toEqual([expect.stringContaining('POST /api/user/rewards/:id/buy')]);
  });
});
