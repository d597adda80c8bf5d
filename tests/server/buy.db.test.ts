import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { amounts, codes, orders, rewards, users } from '../../server/db/schema.ts';
import { cancelOrder, deliverOrder } from '../../server/domain/fulfilment.ts';
import { saveBirthDate, saveDeliveryDetail } from '../../src/lib/api/account.ts';
import { listTransactions } from '../../src/lib/api/dashboard.ts';
import { listNotices } from '../../src/lib/api/messages.ts';
import { listOrders, revealCode } from '../../src/lib/api/orders.ts';
import { buyAmount, buyReward, getReward } from '../../src/lib/api/rewards.ts';
import { testApi } from '../support/api.ts';
import { asOwner, testDatabase } from '../support/database.ts';

/** The cheapest reward: a code of 500 points. */
const KEY = { reward: 12, amount: 1201, points: 500 };
/** Made to order; needs a Roblox username. */
const ROBUX = { reward: 84, amount: 8401, points: 5000 };

const newKey = () => crypto.randomUUID();

async function monero(db: Awaited<ReturnType<typeof testApi>>['db']): Promise<number> {
  const found = await db.value('monero', "SELECT id FROM rewards WHERE slug = 'monero'", []);
  return Number(found);
}

describe('buying a code', () => {
  test('delivers it at once, takes its price and shows both in ledger and orders', async () => {
    const api = await testApi();
    const player = await api.addPlayer(1200);
    api.actAs(player);
    const bought = await buyAmount(KEY.reward, KEY.amount, newKey());
    expect(bought.order).toMatchObject({
      state: 'delivered',
      points: 500,
      code: expect.stringMatching(/^SAMPLE-/),
    });
    expect(bought.balance).toEqual({ available: 700, pending: 0, reserved: 0, debt: 0 });
    expect(bought.reward.id).toBe(KEY.reward);
    const { data } = await listOrders();
    const { code, ...order } = bought.order ?? { code: null };
    expect(data).toMatchObject([{ ...order, has_code: true }]);
    expect(await revealCode(data[0]?.id ?? 0)).toBe(code);
    const lines = (await listTransactions({ type: 'spent' })).data;
    expect(lines).toMatchObject([{ points: -500, state: 'redeemed', order_id: bought.order?.id }]);
    expect(api.events).toContainEqual({ kind: 'balance', userId: player.id });
  });

  test('without an amount buys the smallest', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(500));
    const { order } = await buyReward(KEY.reward, newKey());
    expect(order?.points).toBe(KEY.points);
  });

  test('gives each buyer another code, the last one to one of them', { tags: 'both' }, async () => {
    const api = await testApi();
    await api.db.drizzle
      .delete(codes)
      .where(
        sql`amount_id = ${KEY.amount} AND id NOT IN (SELECT id FROM codes WHERE amount_id = ${KEY.amount} LIMIT 3)`,
      );
    const outcomes: string[] = [];
    for (let at = 0; at < 5; at++) {
      const player = await api.addPlayer(500);
      api.actAs(player);
      outcomes.push(
        await buyReward(KEY.reward, newKey()).then(
          ({ order }) => order?.code ?? 'none',
          (error) => error.code,
        ),
      );
    }
    expect(outcomes.slice(3)).toEqual(['out_of_stock', 'out_of_stock']);
    expect(new Set(outcomes).size).toBe(4);
    expect((await getReward(KEY.reward)).status).toBe('out_of_stock');
  });
});

describe('buying what is made to order', () => {
  test('needs its delivery detail first, and takes nothing without it', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(6000));
    expect((await getReward(ROBUX.reward)).status).toBe('details_needed');
    await expect(buyReward(ROBUX.reward, newKey())).rejects.toMatchObject({
      status: 422,
      fields: { roblox_username: expect.any(String) },
    });
    expect((await listOrders()).data).toEqual([]);
  });

  test('refuses a detail that cannot be right, with the hint', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    await expect(saveDeliveryDetail(ROBUX.reward, 'no spaces allowed')).rejects.toMatchObject({
      fields: { value: expect.stringContaining('letters') },
    });
  });

  test('holds the points until it is delivered', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(6000));
    await saveDeliveryDetail(ROBUX.reward, 'Mira_k');
    const { order, balance } = await buyReward(ROBUX.reward, newKey());
    expect(order).toMatchObject({ state: 'pending', code: null, details: 'Mira_k', delivered_at: null });
    expect(balance).toEqual({ available: 1000, pending: 0, reserved: 5000, debt: 0 });
    expect((await listTransactions()).data[0]).toMatchObject({ state: 'reserved', points: -5000 });
    const id = order?.id ?? 0;
    expect(await api.db.drizzle.transaction((tx) => deliverOrder(tx, id, api.now))).toBe(true);
    expect(await api.db.drizzle.transaction((tx) => deliverOrder(tx, id, api.now))).toBe(false);
    expect((await listOrders()).data[0]).toMatchObject({ state: 'delivered' });
    expect((await listTransactions()).data.map(({ state, points }) => [state, points])).toEqual([
      ['redeemed', -5000],
      ['confirmed', 6000],
    ]);
  });

  test('gives the points and the piece back when it is cancelled', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(6000));
    await saveDeliveryDetail(ROBUX.reward, 'Mira_k');
    await api.db.drizzle.update(amounts).set({ stock: 1 }).where(eq(amounts.id, ROBUX.amount));
    const { order, reward } = await buyReward(ROBUX.reward, newKey());
    expect(reward.amounts[0]?.stock).toBe(0);
    await api.db.drizzle.transaction((tx) =>
      cancelOrder(tx, order?.id ?? 0, 'the account does not exist', api.now),
    );
    expect((await getReward(ROBUX.reward)).reward.amounts[0]?.stock).toBe(1);
    expect((await listTransactions()).data.map(({ state, points }) => [state, points])).toEqual([
      ['returned', 5000],
      ['returned', -5000],
      ['confirmed', 6000],
    ]);
  });
});

describe('what stands in the way is told before and after', () => {
  test('not enough points', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(499));
    expect((await getReward(KEY.reward)).status).toBe('not_enough_points');
    await expect(buyReward(KEY.reward, newKey())).rejects.toMatchObject({
      code: 'not_enough_points',
      status: 409,
    });
  });

  test('too young for crypto, or the birth date unknown', async () => {
    const api = await testApi();
    const reward = await monero(api.db);
    api.actAs(await api.addPlayer(50_000));
    expect((await getReward(reward)).status).toBe('birth_date_needed');
    await saveBirthDate('2009-11-19');
    expect((await getReward(reward)).status).toBe('too_young');
    await expect(buyReward(reward, newKey())).rejects.toMatchObject({ code: 'too_young', status: 403 });
  });

  test('eighteen on the very day is old enough', async () => {
    const api = await testApi();
    const player = await api.addPlayer(50_000);
    api.actAs(player);
    await api.db.drizzle.update(users).set({ birthDate: '2008-11-18' }).where(eq(users.id, player.id));
    expect((await getReward(await monero(api.db))).status).toBe('details_needed');
  });

  test('a guest is asked to sign in, by page and by buy', async () => {
    await testApi();
    expect((await getReward(KEY.reward)).status).toBe('sign_in');
    await expect(buyReward(KEY.reward, newKey())).rejects.toMatchObject({ status: 401 });
  });

  test.each([
    ['an unknown reward', 999_999, 404],
    ['an amount of another reward', ROBUX.amount, 422],
  ])('%s', async (_, id, status) => {
    const api = await testApi();
    api.actAs(await api.addPlayer(50_000));
    const attempt = status === 404 ? buyReward(id, newKey()) : buyAmount(KEY.reward, id, newKey());
    await expect(attempt).rejects.toMatchObject({ status });
  });
});

describe('the price that the buyer saw', () => {
  test('is the price that is taken', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(500));
    const { order } = await buyAmount(KEY.reward, KEY.amount, newKey(), KEY.points);
    expect(order?.points).toBe(500);
  });

  test.each([
    ['higher', 501],
    ['lower', 499],
  ])('that was changed meanwhile, now %s, buys nothing and says so', async (_, points) => {
    const api = await testApi();
    api.actAs(await api.addPlayer(5000));
    await api.db.drizzle.update(amounts).set({ points }).where(eq(amounts.id, KEY.amount));
    const key = newKey();
    await expect(buyAmount(KEY.reward, KEY.amount, key, 500)).rejects.toMatchObject({
      status: 409,
      code: 'price_changed',
      message: expect.stringContaining('nothing was taken'),
    });
    expect(await api.db.drizzle.$count(orders)).toBe(0);
    expect((await listTransactions({ type: 'spent' })).data).toEqual([]);
    const { order } = await buyAmount(KEY.reward, KEY.amount, newKey(), points);
    expect(order?.points).toBe(points);
  });

  test('of a purchase that was made before the change doesn’t matter when its answer is asked for again', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(5000));
    const key = newKey();
    const { order } = await buyAmount(KEY.reward, KEY.amount, key, 500);
    await api.db.drizzle.update(amounts).set({ points: 900 }).where(eq(amounts.id, KEY.amount));
    expect((await buyAmount(KEY.reward, KEY.amount, key, 500)).order?.id).toBe(order?.id);
    expect(await api.db.drizzle.$count(orders)).toBe(1);
  });

  test.each([0, -500, 0.5, '500'])('that is no price (%s) is refused by its field', async (points) => {
    const api = await testApi();
    const { token } = await api.addPlayer(5000);
    const response = await api.send(token, 'POST', `/api/user/rewards/${KEY.reward}/buyAmount`, {
      amount_id: KEY.amount,
      points,
    });
    expect(response.status).toBe(422);
    expect(Object.keys((await response.json()).errors)).toEqual(['points']);
  });
});

describe('of a reward that another process retires at that very moment', { tags: 'both' }, () => {
  /** As the API finds it: bought, and gone before it is read again for the answer. */
  async function retiring() {
    const db = await testDatabase();
    const value: typeof db.value = async (name, ...rest) => {
      const answer = await db.value(name, ...rest);
      if (name === 'buy')
        await db.drizzle.update(rewards).set({ active: false }).where(eq(rewards.id, KEY.reward));
      return answer;
    };
    const api = await testApi({ db: { ...db, value } });
    const player = await api.addPlayer(2000);
    api.actAs(player);
    return { api, player };
  }

  test('all the others are told, and the buyer in words', async () => {
    const { api, player } = await retiring();
    await expect(buyReward(KEY.reward, newKey())).rejects.toMatchObject({
      status: 404,
      message: expect.stringMatching(/^This reward isn’t offered any more\. Your order \d+ /),
    });
    const [order] = (await listOrders()).data;
    expect(api.events).toEqual([
      { kind: 'balance', userId: player.id },
      { kind: 'order', userId: player.id, orderId: order?.id },
      { kind: 'reward', rewardId: KEY.reward },
    ]);
  });

  test('a held order has its notice', async () => {
    const { api, player } = await retiring();
    await api.db.drizzle.update(users).set({ reviewFor: 'device' }).where(eq(users.id, player.id));
    await expect(buyReward(KEY.reward, newKey())).rejects.toMatchObject({ status: 404 });
    const [order] = (await listOrders()).data;
    expect((await listNotices()).data).toMatchObject([
      { title: `Held for review: ${order?.reward.name}, ${order?.amount}` },
    ]);
  });
});

describe('the idempotency key', () => {
  test('sent again answers the same order and charges once', async () => {
    const api = await testApi();
    const player = await api.addPlayer(2000);
    api.actAs(player);
    const key = newKey();
    const first = await buyReward(KEY.reward, key);
    const again = await buyAmount(KEY.reward, KEY.amount, key);
    expect(again.order).toEqual(first.order);
    expect(again.balance?.available).toBe(1500);
    expect(api.events.filter(({ kind }) => kind === 'order')).toHaveLength(1);
  });

  test('sent again says so, and only then', async () => {
    const api = await testApi();
    const { token } = await api.addPlayer(2000);
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': newKey() };
    const calls = [
      { path: 'buy', body: '{}' },
      { path: 'buy', body: '{}' },
      { path: 'buyAmount', body: JSON.stringify({ amount_id: KEY.amount }) },
    ];
    const answers: { order: { id: number }; balance: { available: number }; repeated?: boolean }[] = [];
    for (const { path, body } of calls) {
      const request = { method: 'POST', headers, body };
      answers.push(await (await api.raw(`/api/user/rewards/${KEY.reward}/${path}`, request)).json());
    }
    const [first, ...again] = answers;
    expect(first).not.toHaveProperty('repeated');
    for (const answer of again)
      expect(answer).toMatchObject({ repeated: true, order: { id: first?.order.id } });
    expect(answers.map(({ balance }) => balance.available)).toEqual([1500, 1500, 1500]);
    api.actAs({ id: 0, email: '', token });
    expect((await buyReward(KEY.reward, headers['idempotency-key'])).repeated).toBe(true);
    expect((await listTransactions({ type: 'spent' })).data).toHaveLength(1);
  });

  test('sent again answers the same order though its amount is retired meanwhile', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(2000));
    const key = newKey();
    const first = await buyAmount(KEY.reward, KEY.amount, key);
    await api.db.drizzle.update(amounts).set({ active: false }).where(eq(amounts.id, KEY.amount));
    expect((await buyAmount(KEY.reward, KEY.amount, key)).order).toEqual(first.order);
    expect((await buyReward(KEY.reward, key)).order).toEqual(first.order);
    await expect(buyAmount(KEY.reward, KEY.amount, newKey())).rejects.toMatchObject({ status: 422 });
    expect((await listOrders()).total).toBe(1);
  });

  test('sent again for a reward that is gone altogether says that it was bought', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(2000));
    const key = newKey();
    const { order } = await buyReward(KEY.reward, key);
    await api.db.drizzle.update(rewards).set({ active: false }).where(eq(rewards.id, KEY.reward));
    await expect(buyReward(KEY.reward, key)).rejects.toMatchObject({
      status: 404,
      message: `This reward isn’t offered any more. Your order ${order?.id} was placed before, and stands with your orders.`,
    });
  });

  test('fifty at once make one order', { tags: 'both' }, async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(30_000));
    const key = newKey();
    const all = await Promise.all(Array.from({ length: 50 }, () => buyReward(KEY.reward, key)));
    expect(new Set(all.map(({ order }) => order?.id)).size).toBe(1);
    expect((await listOrders()).total).toBe(1);
  });

  test('with another body is refused', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer(50_000));
    const key = newKey();
    await saveDeliveryDetail(ROBUX.reward, 'Mira_k');
    await buyReward(KEY.reward, key);
    await expect(buyReward(ROBUX.reward, key)).rejects.toMatchObject({
      status: 422,
      fields: { 'Idempotency-Key': expect.any(String) },
    });
  });

  test('of another user is another purchase', async () => {
    const api = await testApi();
    const key = newKey();
    for (let at = 0; at < 2; at++) {
      api.actAs(await api.addPlayer(500));
      await buyReward(KEY.reward, key);
    }
    expect(await api.db.drizzle.$count(orders)).toBe(2);
  });

  test('that is no key is refused in words', async () => {
    const api = await testApi();
    const { token } = await api.addPlayer(500);
    const response = await api.raw('/api/user/rewards/12/buy', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'short' },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      errors: { 'Idempotency-Key': [expect.stringContaining('8 to 100')] },
    });
  });
});

test('twenty buys at once never go below zero', { tags: 'both' }, async () => {
  const api = await testApi();
  api.actAs(await api.addPlayer(2600));
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => buyReward(KEY.reward, newKey())));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect((await listOrders()).total).toBe(5);
  expect((await getReward(KEY.reward)).status).toBe('not_enough_points');
});

test('purchases that come in together each get their own answer', { tags: 'both' }, async () => {
  const api = await testApi();
  const points = [500, 499, 5000, 0, 1000, 700, 20, 900];
  const players = [];
  for (const each of points) players.push(await api.addPlayer(each));
  const buy = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': newKey() };
    const response = await api.raw(`/api/user/rewards/${KEY.reward}/buy`, { method: 'POST', headers });
    const { order, balance, code } = await response.json();
    return order ? `${order.code.slice(0, 6)} ${balance.available}` : code;
  };
  const tokens = [...players.map(({ token }) => token), `1|${'x'.repeat(43)}`];
  expect(await Promise.all(tokens.map(buy))).toEqual([
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

test('one that the database breaks on does not take the others along', { tags: 'both' }, async () => {
  const api = await testApi();
  const unlucky = await api.addPlayer(500);
  const players = [await api.addPlayer(500), unlucky, await api.addPlayer(500)];
  await asOwner(api.db, async (db) => {
    await db.execute(
      sql`CREATE FUNCTION break_one() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''broken on purpose''; END'`,
    );
    await db.execute(
      sql.raw(
        `CREATE TRIGGER break_one BEFORE INSERT ON orders FOR EACH ROW WHEN (NEW.user_id = ${unlucky.id}) EXECUTE FUNCTION break_one()`,
      ),
    );
  });
  const statuses = await Promise.all(
    players.map(async ({ token }) => {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': newKey() };
      return (await api.raw(`/api/user/rewards/${KEY.reward}/buy`, { method: 'POST', headers })).status;
    }),
  );
  expect(statuses).toEqual([200, 500, 200]);
  expect(await api.db.drizzle.$count(orders)).toBe(2);
  expect(api.logged).toEqual([expect.stringContaining(`POST /api/user/rewards/${KEY.reward}/buy`)]);
});
