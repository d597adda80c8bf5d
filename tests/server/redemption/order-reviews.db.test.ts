/** Redemptions that are held for review: the signals, and what happens to them. */
import { eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  accountMatches,
  accountSignals,
  amounts,
  codes,
  notifications,
  orders,
  rewards,
  users,
} from '../../../server/db/schema.ts';
import { noteSignal } from '../../../server/features/fraud/signals.ts';
import { cancelOrder } from '../../../server/features/redemption/fulfilment.ts';
import {
  deliverReleased,
  refuseHeld,
  releaseHeld,
} from '../../../server/features/redemption/order-reviews.ts';
import { isPublicAddress, networkOf } from '../../../server/platform/client-address.ts';
import { getBalance, saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import { noteDevice } from '../../../src/lib/contract/auth/sign-in.ts';
import { getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import {
  cancelOrder as cancelOwn,
  getOrder,
  listOrders,
  revealCode,
} from '../../../src/lib/contract/redemption/orders.ts';
import { exportAccount } from '../../../src/lib/contract/settings/settings.ts';
import { type Player, playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { KEY, ROBUX } from '../../support/api-orders.ts';
import { badStanding } from '../../support/bad-standing.ts';
import { endOf } from '../../support/ends.ts';
import { DAY, HOUR, pass } from '../../support/time.ts';
import { testVault } from '../../support/vault.ts';

const STEAM = (partner: string, token: string) =>
  `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=${token}`;
const DEVICE = '5b0b6a3c-7a52-4c0a-9a3f-2d1f9b7e6c11';
const ADDRESS = '203.0.113.7';

const buy = (what = KEY, key: string = crypto.randomUUID()) =>
  request(buyAmount, { params: { id: what.reward }, body: { amount_id: what.amount }, idempotencyKey: key });

/** Buys as this player, and returns the order's state and reason. */
async function outcome(api: TestApi, player: Player, what = KEY) {
  api.actAs(player);
  const { order } = await buy(what);
  return { state: order?.state, held_for: order?.held_for, code: order?.code ?? null };
}

const free = { state: 'delivered', held_for: null, code: expect.stringMatching(/^SAMPLE-/) };
const held = (reason: string) => ({ state: 'held', held_for: reason, code: null });

async function onDevice(api: TestApi, player: Player, device = DEVICE): Promise<void> {
  api.actAs(player);
  await request(noteDevice, { body: { device } });
}

const at = (api: TestApi, player: Player, value = ADDRESS) =>
  noteSignal(api.db, testVault, { userId: player.id, kind: 'address', value, now: api.now });

/** Saves the delivery detail for Robux as this player. */
async function payTo(api: TestApi, player: Player, name = 'Mira_k'): Promise<void> {
  api.actAs(player);
  await request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value: name } });
}

/** Two players, each with this many points. */
async function two(points = 1000): Promise<{ api: TestApi; mira: Player; jan: Player }> {
  const api = await testApi();
  return { api, mira: await api.addPlayer(points), jan: await api.addPlayer(points) };
}

/** The same, but with one device. */
async function suspects(points?: number) {
  const world = await two(points);
  for (const player of [world.jan, world.mira]) await onDevice(world.api, player);
  return world;
}

/** Mira's held order. */
async function heldOrder(points?: number, order = async () => (await buy()).order?.id ?? 0) {
  const world = await suspects(points);
  const id = await order();
  const { db } = world.api;
  const { id: operatorId } = await world.api.addOperator();
  const release = (matchedUpTo = 999_999) =>
    db.drizzle.transaction((tx) =>
      releaseHeld(tx, { operatorId, orderId: id, matchedUpTo, now: world.api.now }),
    );
  return { ...world, id, release, state: async () => (await request(getOrder, { params: { id } })).order };
}

describe('a redemption is held', () => {
  test('of both accounts that used one device, and not of others', async () => {
    const { api, mira, jan } = await suspects();
    const other = await api.addPlayer(1000);
    await onDevice(api, other, crypto.randomUUID());
    for (const player of [mira, jan]) expect(await outcome(api, player)).toEqual(held('device'));
    expect(await outcome(api, other)).toEqual(free);
  });

  test('if it has the same delivery details as another account’s, however they are written', async () => {
    const { api, mira, jan } = await two(6000);
    await payTo(api, mira);
    expect(await outcome(api, mira, ROBUX)).toMatchObject({ state: 'pending', held_for: null });
    await payTo(api, jan, 'MIRA_K');
    expect(await outcome(api, jan, ROBUX)).toEqual(held('payout'));
    expect((await request(listOrders, {})).data).toMatchObject([{ state: 'held', held_for: 'payout' }]);
    expect((await request(listNotifications, {})).data).toMatchObject([
      // The order's ticket says it, so it isn't announced again.
      { title: expect.stringMatching(/^Held for review: /), read: true },
    ]);
    expect(await outcome(api, mira)).toEqual(held('payout'));
  });

  test.each<[string, string, (api: TestApi, id: number) => Promise<unknown>]>([
    ['and cancelled one', 'Mira_k', async () => {}],
    ['and cancelled one that is written in another way', 'MIRA_K', async () => {}],
    [
      'and cancelled one after the details of the other were deleted',
      'Mira_k',
      (api, id) => {
        pass(api, 2 * DAY);
        return api.db.drizzle.update(orders).set({ details: null }).where(eq(orders.id, id));
      },
    ],
    [
      'and cancelled one after we had cancelled the other',
      'Mira_k',
      (api, id) => api.db.drizzle.transaction((tx) => cancelOrder(tx, id, 'Test', api.now)),
    ],
  ])('if another account had two orders to the same place, %s', async (_, name, meanwhile) => {
    const { api, mira, jan } = await two(12_000);
    await payTo(api, jan);
    const first = (await buy(ROBUX)).order?.id ?? 0;
    await meanwhile(api, first);
    await payTo(api, jan, name);
    const key = crypto.randomUUID();
    const id = (await buy(ROBUX, key)).order?.id ?? 0;
    await request(cancelOwn, { params: { id } });
    // The same request again finds the cancelled order.
    await buy(ROBUX, key);
    await payTo(api, mira);
    expect(await outcome(api, mira, ROBUX)).toEqual(held('payout'));
  });

  test('if a reward goes to the mailbox of another account’s, whatever label or dots the address has', async () => {
    const { api, mira, jan } = await two(6000);
    const paypal = { reward: 4, amount: 401, points: 5000 };
    await api.db.drizzle.update(users).set({ birthDate: '1990-01-01' });
    for (const [player, value, state] of [
      [mira, 'mira.k@gmail.com', 'pending'],
      [jan, 'Mirak+2@googlemail.com', 'held'],
    ] as const) {
      api.actAs(player);
      await request(saveDeliveryDetail, { body: { reward_id: paypal.reward, value } });
      expect(await outcome(api, player, paypal)).toMatchObject({ state });
    }
  });

  test.each([
    [
      'a Steam account with another token',
      50,
      5001,
      STEAM('10000001', 'AbCd_123'),
      STEAM('010000001', 'ZyXw-987'),
    ],
    ['an id without the space before its zone', 33, 3301, '12345678 (1234)', '12345678(1234)'],
    ['a number with zeros before it', 35, 3501, '5123456789', '005123456789'],
    ['a name with an underscore in place of a space', 53, 5301, 'mira k', 'Mira_K'],
  ])('if a reward goes to the same place in other words: %s', async (_, reward, amount, one, other) => {
    const { api, mira, jan } = await two(6000);
    const late = await api.addPlayer(6000);
    await api.db.drizzle.update(users).set({ birthDate: '1990-01-01' });
    for (const [player, value, state] of [
      [mira, one, 'pending'],
      [jan, other, 'held'],
      // The first account's own words still match, too.
      [late, one, 'held'],
    ] as const) {
      api.actAs(player);
      await request(saveDeliveryDetail, { body: { reward_id: reward, value } });
      expect(await outcome(api, player, { reward, amount, points: 0 })).toMatchObject({ state });
    }
  });

  test('also if it is retried after the first attempt ended before its details were recorded', async () => {
    const { api, mira, jan } = await two(6000);
    for (const player of [mira, jan]) await payTo(api, player);
    const key = crypto.randomUUID();
    expect((await buy(ROBUX, key)).order).toMatchObject({ state: 'pending' });
    await api.db.drizzle.delete(accountSignals);
    expect(await outcome(api, mira, ROBUX)).toMatchObject({ state: 'pending' });
    api.actAs(jan);
    expect((await buy(ROBUX, key)).order).toMatchObject({ state: 'held', held_for: 'payout' });
  });

  test('if two accounts used one internet address within a day, and not later', async () => {
    const { api, mira, jan } = await two();
    const late = await api.addPlayer(1000);
    await at(api, mira);
    pass(api, 23 * HOUR);
    await at(api, jan);
    expect(await outcome(api, mira)).toEqual(held('address'));
    pass(api, 25 * HOUR);
    await at(api, late);
    expect(await outcome(api, late)).toEqual(free);
  });

  test('if one account invited the other, as the most serious reason', async () => {
    const { api, mira, jan } = await two();
    await api.db.drizzle.update(users).set({ invitedBy: mira.id }).where(eq(users.id, jan.id));
    for (const player of [mira, jan]) await at(api, player);
    for (const player of [jan, mira]) expect(await outcome(api, player)).toEqual(held('self_referral'));
  });

  test('if its account signed in from where another account did', async () => {
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

  test('for all accounts that are recorded at the same moment', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    const players = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
    const noted = { kind: 'device', value: DEVICE, now: api.now } as const;
    await Promise.all(players.map(({ id }) => noteSignal(api.db, testVault, { userId: id, ...noted })));
    expect(await api.db.drizzle.$count(accountMatches)).toBe(3);
    expect(await api.db.drizzle.$count(users, eq(users.reviewFor, 'device'))).toBe(3);
  });
});

describe('a redemption is not held', () => {
  test('if someone else only saves the same details, such as a public name that anyone can enter', async () => {
    const { api, mira } = await two(6000);
    await payTo(api, mira);
    expect(await outcome(api, mira, ROBUX)).toMatchObject({ state: 'pending' });
    await payTo(api, await api.addPlayer());
    expect(await endOf(buy(ROBUX))).toBe('not_enough_points');
    expect(await outcome(api, mira)).toEqual(free);
    expect(await api.db.drizzle.$count(accountMatches)).toBe(0);
  });

  test('if someone else orders to the same place and cancels, as often as they like, since that is free too', async () => {
    const { api, mira, jan } = await two(6000);
    await api.db.drizzle.update(users).set({ invitedBy: mira.id }).where(eq(users.id, jan.id));
    await payTo(api, mira);
    expect(await outcome(api, mira, ROBUX)).toMatchObject({ state: 'pending' });
    await payTo(api, jan);
    const key = crypto.randomUUID();
    const id = (await buy(ROBUX, key)).order?.id ?? 0;
    expect((await request(getOrder, { params: { id } })).order).toMatchObject({ state: 'held' });
    expect(await api.db.drizzle.$count(accountMatches)).toBe(2);
    await request(cancelOwn, { params: { id } });
    expect(await api.db.drizzle.$count(accountMatches)).toBe(0);
    // The same request again finds the cancelled order.
    await buy(ROBUX, key);
    expect(await api.db.drizzle.$count(accountMatches)).toBe(0);
    expect(await outcome(api, mira)).toEqual(free);
  });

  test('if someone else, whose earlier order’s details were deleted, orders to the same place and cancels', async () => {
    const { api, mira, jan } = await two(12_000);
    await payTo(api, jan, 'Jan_1990');
    await buy(ROBUX);
    pass(api, 2 * DAY);
    await api.db.drizzle.update(orders).set({ details: null });
    await payTo(api, jan);
    const id = (await buy(ROBUX)).order?.id ?? 0;
    await request(cancelOwn, { params: { id } });
    await payTo(api, mira);
    expect(await outcome(api, mira, ROBUX)).toMatchObject({ state: 'pending' });
  });

  test('for addresses that don’t identify a network: loopback, private networks, a proxy', () => {
    const silent = ['127.0.0.1', '::1', '::ffff:10.1.2.3', '192.168.1.4', '172.20.0.3', 'fd00::1', 'fe80::2'];
    for (const address of [...silent, 'in memory', 'unknown', ''])
      for (const one of [address, networkOf(address)]) expect(isPublicAddress(one), one).toBe(false);
    for (const address of [ADDRESS, `::ffff:${ADDRESS}`, '172.32.0.1', '2001:db8::1'])
      for (const one of [address, networkOf(address)]) expect(isPublicAddress(one), one).toBe(true);
  });

  test('for a crowd behind one address', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    const players = await Promise.all(Array.from({ length: 25 }, () => api.addPlayer()));
    for (const player of players) await at(api, player);
    const id = players.at(-1)?.id ?? 0;
    const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, id));
    expect(row).toMatchObject({ reviewFor: null });
  });

  test('for the demo account, which everyone uses', async () => {
    const api = await testApi();
    const [sample] = await api.db.drizzle.select().from(users).where(eq(users.sample, true));
    const player = await api.addPlayer(1000);
    const noted = { kind: 'device', value: DEVICE, now: api.now } as const;
    await noteSignal(api.db, testVault, { userId: sample?.id ?? 0, ...noted });
    await onDevice(api, player);
    expect(await outcome(api, player)).toEqual(free);
  });

  test('for an invalid device number', async () => {
    const { api } = await playerApi();
    expect(await endOf(request(noteDevice, { body: { device: 'mine' } }))).toBe('invalid: device');
    expect(await api.db.drizzle.$count(accountSignals)).toBe(0);
  });
});

test('the signals are stored as hashes', async () => {
  const api = await testApi();
  const player = await api.addPlayer();
  await onDevice(api, player);
  await at(api, player);
  const rows = await api.db.drizzle.select().from(accountSignals);
  const texts = rows.map(({ hash }) => Buffer.from(hash).toString('latin1'));
  expect(texts.map((text) => text.length)).toEqual([32, 32]);
  for (const sign of [ADDRESS, DEVICE]) expect(texts.join()).not.toContain(sign);
});

describe('a held order', () => {
  test('is not released while there is a match that the operator has not seen, and nothing is settled', async () => {
    const { api, mira, release, state } = await heldOrder();
    const [seen] = await api.db.drizzle.select().from(accountMatches);
    await onDevice(api, await api.addPlayer());
    api.actAs(mira);
    const unsettled = () => api.db.drizzle.$count(accountMatches, isNull(accountMatches.settledAt));
    const before = await unsettled();
    await expect(release(seen?.id)).rejects.toMatchObject({
      fields: { matched_up_to: [expect.stringContaining('A new match with another account was found')] },
    });
    expect(await unsettled()).toBe(before);
    expect(await state()).toMatchObject({ state: 'held' });
    expect(await release()).toBe(true);
  });

  test('that was released shows its code only once its player has opened it, which is recorded', async () => {
    const key = crypto.randomUUID();
    const { id, release } = await heldOrder(1000, async () => (await buy(KEY, key)).order?.id ?? 0);
    await release();
    const shown = async () => JSON.stringify([await buy(KEY, key), await request(exportAccount, {})]);
    expect(await shown()).not.toContain('SAMPLE');
    const { code } = await request(revealCode, { params: { id } });
    expect(await shown()).toContain(code);
  });

  test('reserves its points, leaves its code in stock, and says why, even if its notification was lost', async () => {
    const { api, mira } = await suspects();
    const inStock = () => api.db.drizzle.$count(codes, eq(codes.amountId, KEY.amount));
    const before = await inStock();
    expect((await request(getReward, { params: { id: KEY.reward } })).status).toBe('ready');
    const key = crypto.randomUUID();
    const { order, balance } = await buy(KEY, key);
    expect(balance).toMatchObject({ available: 500, reserved: 500 });
    expect(await inStock()).toBe(before);
    expect((await request(listOrders, {})).data).toMatchObject([
      { id: order?.id, state: 'held', held_for: 'device', has_code: false, can_cancel: true },
    ]);
    // As if the process had died between the purchase and its notification.
    await api.db.drizzle.delete(notifications).where(eq(notifications.userId, mira.id));
    for (let again = 0; again < 2; again++) expect((await buy(KEY, key)).order).toEqual(order);
    expect((await request(listNotifications, {})).data).toMatchObject([
      { title: expect.stringMatching(/^Held for review: /) },
    ]);
  });

  test('continues when it is released: the code is delivered, and these two accounts aren’t held again', async () => {
    const { api, mira, jan, release, state } = await heldOrder();
    expect(await release()).toBe(true);
    expect(await state()).toMatchObject({ state: 'delivered', held_for: 'device', has_code: true });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 500, reserved: 0 });
    expect(await release()).toBe(false);
    await onDevice(api, mira);
    for (const player of [mira, jan]) expect(await outcome(api, player)).toEqual(free);
  });

  test('released without stock waits for a code, and gets the next one', async () => {
    const { api, id, release, state } = await heldOrder();
    const [spare] = await api.db.drizzle.delete(codes).where(eq(codes.amountId, KEY.amount)).returning();
    if (!spare) throw new Error('there was no code');
    await release();
    expect(await state()).toMatchObject({ state: 'pending', has_code: false });
    expect(await deliverReleased(api.db, api.now)).toEqual([]);
    await api.db.drizzle.insert(codes).overridingSystemValue().values(spare);
    expect(await deliverReleased(api.db, api.now)).toEqual([id]);
    expect(await state()).toMatchObject({ state: 'delivered', has_code: true });
    expect(await deliverReleased(api.db, api.now)).toEqual([]);
  });

  test('released while its reward is paused waits, and gets its code when the reward is back', async () => {
    const { api, id, release, state } = await heldOrder();
    const pausedAt = (at: Date | null) => api.db.drizzle.update(rewards).set({ pausedAt: at });
    await pausedAt(api.now);
    await release();
    expect(await state()).toMatchObject({ state: 'pending', has_code: false });
    expect(await deliverReleased(api.db, api.now)).toEqual([]);
    await pausedAt(null);
    expect(await deliverReleased(api.db, api.now)).toEqual([id]);
  });

  test.each(Object.entries(badStanding))(
    'released without stock waits while its account %s',
    async (_, [begin, end]) => {
      const { api, mira, id, release } = await heldOrder();
      const [spare] = await api.db.drizzle.delete(codes).where(eq(codes.amountId, KEY.amount)).returning();
      if (!spare) throw new Error('there was no code');
      await release();
      await api.db.drizzle.insert(codes).overridingSystemValue().values(spare);
      await begin(api, mira);
      expect(await deliverReleased(api.db, api.now)).toEqual([]);
      await end(api, mira);
      expect(await deliverReleased(api.db, api.now)).toEqual([id]);
    },
  );

  test('that is sent by hand waits to be sent when it is released, whatever was found since', async () => {
    const key = crypto.randomUUID();
    const { api, mira, release, state } = await heldOrder(6000, async () => {
      await request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value: 'Mira_k' } });
      return (await buy(ROBUX, key)).order?.id ?? 0;
    });
    expect((await state()).state).toBe('held');
    await release();
    expect((await state()).state).toBe('pending');
    for (const player of [await api.addPlayer(), mira]) await at(api, player);
    expect((await buy(ROBUX, key)).order?.state).toBe('pending');
  });

  test('that is declined returns its points and says why, and the next one is held again', async () => {
    const { api, mira, id, state } = await heldOrder();
    const why = 'You have another account, player-2, which has redeemed already.';
    const refuse = () => api.db.drizzle.transaction((tx) => refuseHeld(tx, id, why, api.now));
    expect(await refuse()).toBe(true);
    expect(await state()).toMatchObject({ state: 'cancelled', ended_for: why });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 1000, reserved: 0 });
    expect(await refuse()).toBe(false);
    expect(await outcome(api, mira)).toEqual(held('device'));
  });

  test('isn’t released after its owner cancelled it', { tags: 'concurrent' }, async () => {
    const { api, id, release, state } = await heldOrder();
    const [cancelled, released] = await Promise.all([
      api.db.drizzle.transaction((tx) => cancelOrder(tx, id, 'called off', api.now)),
      release(),
    ]);
    expect(Boolean(cancelled)).toBe(!released);
    expect((await state()).state).toBe(cancelled ? 'cancelled' : 'delivered');
  });

  test('isn’t made if nothing is in stock', async () => {
    const { api, mira } = await suspects();
    await api.db.drizzle.delete(codes).where(eq(codes.amountId, KEY.amount));
    await api.db.drizzle.update(amounts).set({ hasCodes: false }).where(eq(amounts.id, KEY.amount));
    expect(await endOf(buy())).toBe('out_of_stock');
    expect(await api.db.drizzle.$count(orders, eq(orders.userId, mira.id))).toBe(0);
  });
});
