import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  accountMatches,
  accountSignals,
  amounts,
  codes,
  notices,
  orders,
  users,
} from '../../server/db/schema.ts';
import { cancelOrder } from '../../server/domain/fulfilment.ts';
import { isTelling, networkOf } from '../../server/domain/network.ts';
import { deliverReleased, refuseHeld, releaseHeld } from '../../server/domain/reviews.ts';
import { noteSignal } from '../../server/domain/signals.ts';
import { getBalance, saveDeliveryDetail } from '../../src/lib/api/account.ts';
import { listNotices } from '../../src/lib/api/messages.ts';
import { getOrder, listOrders } from '../../src/lib/api/orders.ts';
import { buyAmount, getReward } from '../../src/lib/api/rewards.ts';
import { noteDevice } from '../../src/lib/api/sign-in.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import { testVault } from '../support/vault.ts';

const KEY = { reward: 12, amount: 1201, points: 500 };
const ROBUX = { reward: 84, amount: 8401, points: 5000 };
const DEVICE = '5b0b6a3c-7a52-4c0a-9a3f-2d1f9b7e6c11';
const HOUR = 3_600_000;

const buy = (what = KEY) => buyAmount(what.reward, what.amount, crypto.randomUUID());

/** Buys as this player and answers the order's state and reason. */
async function outcome(api: TestApi, player: Player, what = KEY) {
  api.actAs(player);
  const { order } = await buy(what);
  return { state: order?.state, held_for: order?.held_for, code: order?.code ?? null };
}

const free = { state: 'delivered', held_for: null, code: expect.stringMatching(/^SAMPLE-/) };
const held = (reason: string) => ({ state: 'held', held_for: reason, code: null });

async function onDevice(api: TestApi, player: Player, device = DEVICE): Promise<void> {
  api.actAs(player);
  await noteDevice(device);
}

const at = (api: TestApi, player: Player, address: string) =>
  noteSignal(api.db, testVault, { userId: player.id, kind: 'address', value: address, now: api.now });

/** Two players who used one device, each with so many points. */
async function two(api: TestApi, points = 1000): Promise<[Player, Player]> {
  const pair: [Player, Player] = [await api.addPlayer(points), await api.addPlayer(points)];
  for (const player of pair) await onDevice(api, player);
  return pair;
}

describe('a redemption is held', () => {
  test('of both accounts that used one device; others’ go through', async () => {
    const api = await testApi();
    const [mira, jan] = await two(api);
    const other = await api.addPlayer(1000);
    await onDevice(api, other, crypto.randomUUID());
    expect(await outcome(api, mira)).toEqual(held('device'));
    expect(await outcome(api, jan)).toEqual(held('device'));
    expect(await outcome(api, other)).toEqual(free);
  });

  test('where a reward is to go to the place of another account’s, however it is written', async () => {
    const api = await testApi();
    const [mira, jan] = [await api.addPlayer(6000), await api.addPlayer(6000)];
    api.actAs(mira);
    await saveDeliveryDetail(ROBUX.reward, 'Mira_k');
    expect(await outcome(api, mira, ROBUX)).toMatchObject({ state: 'pending', held_for: null });
    api.actAs(jan);
    await saveDeliveryDetail(ROBUX.reward, 'MIRA_K');
    expect(await outcome(api, jan, ROBUX)).toEqual(held('payout'));
    expect((await listOrders()).data).toMatchObject([{ state: 'held', held_for: 'payout' }]);
    expect((await listNotices()).data).toMatchObject([
      { title: expect.stringMatching(/^Held for review: /) },
    ]);
    expect(await outcome(api, mira)).toEqual(held('payout'));
  });

  test('so is an order that is asked for again, where the first time ended before its place was noted', async () => {
    const api = await testApi();
    const [mira, jan] = [await api.addPlayer(6000), await api.addPlayer(6000)];
    for (const player of [mira, jan]) {
      api.actAs(player);
      await saveDeliveryDetail(ROBUX.reward, 'Mira_k');
    }
    const key = crypto.randomUUID();
    const again = () => buyAmount(ROBUX.reward, ROBUX.amount, key);
    expect((await again()).order).toMatchObject({ state: 'pending' });
    await api.db.drizzle.delete(accountSignals);
    expect(await outcome(api, mira, ROBUX)).toMatchObject({ state: 'pending' });
    api.actAs(jan);
    expect((await again()).order).toMatchObject({ state: 'held', held_for: 'payout' });
  });

  test('where two were at one internet address within a day, and not after', async () => {
    const api = await testApi();
    const [mira, jan, late] = [
      await api.addPlayer(1000),
      await api.addPlayer(1000),
      await api.addPlayer(1000),
    ];
    await at(api, mira, '203.0.113.7');
    api.now = new Date(api.now.getTime() + 23 * HOUR);
    await at(api, jan, '203.0.113.7');
    expect(await outcome(api, mira)).toEqual(held('address'));
    api.now = new Date(api.now.getTime() + 25 * HOUR);
    await at(api, late, '203.0.113.7');
    expect(await outcome(api, late)).toEqual(free);
  });

  test('where the one invited the other, as the gravest of the reasons', async () => {
    const api = await testApi();
    const [mira, jan] = [await api.addPlayer(1000), await api.addPlayer(1000)];
    await api.db.drizzle.update(users).set({ invitedBy: mira.id }).where(eq(users.id, jan.id));
    await at(api, mira, '203.0.113.7');
    await at(api, jan, '203.0.113.7');
    expect(await outcome(api, jan)).toEqual(held('self_referral'));
    expect(await outcome(api, mira)).toEqual(held('self_referral'));
  });

  test('by signing in from where another account did', async () => {
    const api = await testApi();
    const from = { incoming: { socket: { remoteAddress: '203.0.113.9' } } };
    for (const email of ['mira@test.example', 'jan@test.example']) {
      const body = JSON.stringify({ email, password: 'correct horse 7', captcha: 'off' });
      await api.raw('/api/registration-user', { method: 'POST', body }, from);
      await api.background.idle();
    }
    const found = await api.db.drizzle.select().from(accountMatches);
    expect(found).toMatchObject([{ reason: 'address', settledAt: null }]);
  });

  test('of two who are noted at the same moment', { tags: 'both' }, async () => {
    const api = await testApi();
    const players = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
    await Promise.all(
      players.map(({ id }) =>
        noteSignal(api.db, testVault, { userId: id, kind: 'device', value: DEVICE, now: api.now }),
      ),
    );
    expect(await api.db.drizzle.$count(accountMatches)).toBe(3);
    expect(await api.db.drizzle.$count(users, eq(users.reviewFor, 'device'))).toBe(3);
  });
});

describe('a redemption is not held', () => {
  test('where somebody else only saves its place, whose public name anybody can write', async () => {
    const api = await testApi();
    const [mira, jan] = [await api.addPlayer(12_000), await api.addPlayer()];
    api.actAs(mira);
    await saveDeliveryDetail(ROBUX.reward, 'Mira_k');
    expect(await outcome(api, mira, ROBUX)).toMatchObject({ state: 'pending' });
    api.actAs(jan);
    await saveDeliveryDetail(ROBUX.reward, 'Mira_k');
    await expect(buy(ROBUX)).rejects.toMatchObject({ code: 'not_enough_points' });
    expect(await outcome(api, mira, ROBUX)).toMatchObject({ state: 'pending', held_for: null });
    expect(await api.db.drizzle.$count(accountMatches)).toBe(0);
  });

  test('for addresses that tell nothing: loopback, private networks, a proxy’s', () => {
    for (const address of [
      '127.0.0.1',
      '::1',
      '::ffff:10.1.2.3',
      '192.168.1.4',
      '172.20.0.3',
      'fd00::1',
      'fe80::2',
      'in memory',
      'unknown',
      '',
    ])
      for (const one of [address, networkOf(address)]) expect(isTelling(one), one).toBe(false);
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '172.32.0.1', '2001:db8::1'])
      for (const one of [address, networkOf(address)]) expect(isTelling(one), one).toBe(true);
  });

  test('for a crowd behind one address', { tags: 'both' }, async () => {
    const api = await testApi();
    const players = await Promise.all(Array.from({ length: 25 }, () => api.addPlayer()));
    for (const player of players) await at(api, player, '203.0.113.7');
    const [last] = players.slice(-1);
    const [row] = await api.db.drizzle
      .select()
      .from(users)
      .where(eq(users.id, last?.id ?? 0));
    expect(row?.reviewFor).toBeNull();
  });

  test('for the demo account, which is everybody’s', async () => {
    const api = await testApi();
    const [sample] = await api.db.drizzle.select().from(users).where(eq(users.sample, true));
    const player = await api.addPlayer(1000);
    await noteSignal(api.db, testVault, {
      userId: sample?.id ?? 0,
      kind: 'device',
      value: DEVICE,
      now: api.now,
    });
    await onDevice(api, player);
    expect(await outcome(api, player)).toEqual(free);
  });

  test('by a device’s number that isn’t one', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    await expect(noteDevice('mine')).rejects.toMatchObject({
      status: 422,
      fields: { device: expect.any(String) },
    });
    expect(await api.db.drizzle.$count(accountSignals)).toBe(0);
  });
});

test('the signs are kept as hashes that nobody can read', async () => {
  const api = await testApi();
  const player = await api.addPlayer();
  await onDevice(api, player);
  await at(api, player, '203.0.113.7');
  for (const { hash } of await api.db.drizzle.select().from(accountSignals)) {
    const text = Buffer.from(hash).toString('latin1');
    expect(text).toHaveLength(32);
    expect(text).not.toContain('203.0.113.7');
    expect(text).not.toContain(DEVICE);
  }
});

describe('a held order', () => {
  test('holds its points, keeps its code in the stock, and says why', async () => {
    const api = await testApi();
    const [mira] = await two(api);
    const stock = await api.db.drizzle.$count(codes, eq(codes.amountId, KEY.amount));
    api.actAs(mira);
    expect((await getReward(KEY.reward)).status).toBe('ready');
    const { order, balance } = await buy();
    expect(balance).toMatchObject({ available: 500, reserved: 500 });
    expect(await api.db.drizzle.$count(codes, eq(codes.amountId, KEY.amount))).toBe(stock);
    const { data } = await listOrders();
    expect(data).toMatchObject([
      { id: order?.id, state: 'held', held_for: 'device', has_code: false, can_cancel: true },
    ]);
  });

  test('is told with the answer that is asked for again, where it wasn’t the first time', async () => {
    const api = await testApi();
    const [mira] = await two(api);
    api.actAs(mira);
    const key = crypto.randomUUID();
    const first = await buyAmount(KEY.reward, KEY.amount, key);
    // As if the process had ended between the purchase and its notice.
    await api.db.drizzle.delete(notices).where(eq(notices.userId, mira.id));
    for (let again = 0; again < 2; again++)
      expect((await buyAmount(KEY.reward, KEY.amount, key)).order).toEqual(first.order);
    expect((await listNotices()).data.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Held for review: /),
    ]);
  });

  test('goes on when it is released: the code comes, and nothing of these two is held again', async () => {
    const api = await testApi();
    const [mira, jan] = await two(api);
    api.actAs(mira);
    const { order } = await buy();
    const id = order?.id ?? 0;
    expect(await api.db.drizzle.transaction((tx) => releaseHeld(tx, id, api.now))).toBe(true);
    expect((await getOrder(id)).order).toMatchObject({
      state: 'delivered',
      held_for: 'device',
      has_code: true,
    });
    expect(await getBalance()).toMatchObject({ available: 500, reserved: 0 });
    expect(await api.db.drizzle.transaction((tx) => releaseHeld(tx, id, api.now))).toBe(false);
    await onDevice(api, mira);
    expect(await outcome(api, mira)).toEqual(free);
    expect(await outcome(api, jan)).toEqual(free);
  });

  test('released without stock waits for a code, and gets the next one', async () => {
    const api = await testApi();
    const [mira] = await two(api);
    api.actAs(mira);
    const { order } = await buy();
    const id = order?.id ?? 0;
    const [spare] = await api.db.drizzle.delete(codes).where(eq(codes.amountId, KEY.amount)).returning();
    await api.db.drizzle.transaction((tx) => releaseHeld(tx, id, api.now));
    expect((await getOrder(id)).order).toMatchObject({ state: 'pending', has_code: false });
    expect(await deliverReleased(api.db, api.now)).toEqual([]);
    if (!spare) throw new Error('there was no code');
    await api.db.drizzle.insert(codes).overridingSystemValue().values(spare);
    expect(await deliverReleased(api.db, api.now)).toEqual([{ orderId: id, userId: mira.id }]);
    expect((await getOrder(id)).order).toMatchObject({ state: 'delivered', has_code: true });
    expect(await deliverReleased(api.db, api.now)).toEqual([]);
  });

  test('that is made to order waits for being sent when it is released', async () => {
    const api = await testApi();
    const [mira] = await two(api, 6000);
    api.actAs(mira);
    await saveDeliveryDetail(ROBUX.reward, 'Mira_k');
    const { order } = await buy(ROBUX);
    expect(order?.state).toBe('held');
    await api.db.drizzle.transaction((tx) => releaseHeld(tx, order?.id ?? 0, api.now));
    expect((await getOrder(order?.id ?? 0)).order.state).toBe('pending');
  });

  test('that was released isn’t held again by asking for it again, whatever was found since', async () => {
    const api = await testApi();
    const [mira] = await two(api, 6000);
    api.actAs(mira);
    await saveDeliveryDetail(ROBUX.reward, 'Mira_k');
    const key = crypto.randomUUID();
    const { order } = await buyAmount(ROBUX.reward, ROBUX.amount, key);
    await api.db.drizzle.transaction((tx) => releaseHeld(tx, order?.id ?? 0, api.now));
    for (const player of [await api.addPlayer(), mira]) await at(api, player, '203.0.113.7');
    api.actAs(mira);
    expect((await buyAmount(ROBUX.reward, ROBUX.amount, key)).order?.state).toBe('pending');
  });

  test('that is refused gives its points back, says why, and the next one is held again', async () => {
    const api = await testApi();
    const [mira] = await two(api);
    api.actAs(mira);
    const { order } = await buy();
    const id = order?.id ?? 0;
    const why = 'You have another account, player-2, which has redeemed already.';
    expect(await api.db.drizzle.transaction((tx) => refuseHeld(tx, id, why, api.now))).toBe(true);
    expect((await getOrder(id)).order).toMatchObject({ state: 'cancelled', ended_for: why });
    expect(await getBalance()).toMatchObject({ available: 1000, reserved: 0 });
    expect(await api.db.drizzle.transaction((tx) => refuseHeld(tx, id, why, api.now))).toBe(false);
    expect(await outcome(api, mira)).toEqual(held('device'));
  });

  test('is not released after its owner called it off', { tags: 'both' }, async () => {
    const api = await testApi();
    const [mira] = await two(api);
    api.actAs(mira);
    const { order } = await buy();
    const id = order?.id ?? 0;
    const both = await Promise.all([
      api.db.drizzle.transaction((tx) => cancelOrder(tx, id, 'called off', api.now)),
      api.db.drizzle.transaction((tx) => releaseHeld(tx, id, api.now)),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const { state } = (await getOrder(id)).order;
    expect(state).toBe(both[0] ? 'cancelled' : 'delivered');
  });

  test('is not made where nothing is in stock', async () => {
    const api = await testApi();
    const [mira] = await two(api);
    await api.db.drizzle.delete(codes).where(eq(codes.amountId, KEY.amount));
    await api.db.drizzle.update(amounts).set({ hasCodes: false }).where(eq(amounts.id, KEY.amount));
    api.actAs(mira);
    await expect(buy()).rejects.toMatchObject({ code: 'out_of_stock' });
    expect(await api.db.drizzle.$count(orders, eq(orders.userId, mira.id))).toBe(0);
  });
});
