import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  accountMatches,
  accountSignals,
  budgetDays,
  orders,
  playDays,
  rewards,
  users,
} from '../../../server/db/schema.ts';
import { noteSignal } from '../../../server/features/fraud/signals.ts';
import { credit } from '../../../server/features/ledger/ledger.ts';
import { keepFirstOrderRules, releaseFirstOrders } from '../../../server/features/redemption/first-orders.ts';
import { adjustBalance } from '../../../src/lib/contract/operators/operator-users.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { getOperatorOrder, releaseOrder } from '../../../src/lib/contract/redemption/operator-orders.ts';
import { listOrders } from '../../../src/lib/contract/redemption/orders.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { exportAccount } from '../../../src/lib/contract/settings/settings.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { badStanding } from '../../support/bad-standing.ts';
import { testVault } from '../../support/vault.ts';

/** All matches were seen. */
const SEEN = 999_999;

const KEY = { reward: 12, amount: 1201 };
const rules = { playDays: 3, playMinutes: 3, siteDaily: 20_000 };

let api: TestApi;
let me: Player;

beforeEach(async () => {
  api = await testApi();
  await keepFirstOrderRules(api.db.drizzle, rules);
  me = await clean();
});

const earn = (userId: number, points: number, key = `quest:1:${userId}:1970-01-01`) =>
  api.db.drizzle.transaction((tx) =>
    credit(tx, { key, userId, points, title: 'Merge: a quest', detail: '', at: api.now }),
  );

const played = (userId: number, day: string, minutes: number) =>
  api.db.drizzle.insert(playDays).values({ userId, day, playedMs: minutes * 60_000 });

/** A player whose first order our own games paid for, with nothing suspicious. */
async function clean(): Promise<Player> {
  const player = await api.addPlayer();
  await noteSignal(api.db, testVault, {
    userId: player.id,
    kind: 'device',
    value: crypto.randomUUID(),
    now: api.now,
  });
  await played(player.id, '2026-11-18', 5);
  await earn(player.id, 600);
  api.actAs(player);
  return player;
}

const buy = async () =>
  (await request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } })).order ??
  expect.fail('no order');
const found = async () =>
  (await request(checkRedemption, { query: { reward_id: KEY.reward, amount_id: KEY.amount } })).blocks.find(
    ({ name }) => name === 'first_order',
  );

describe('a first order that our own games paid for', () => {
  test('goes out immediately if nothing is suspicious', async () => {
    expect(await found()).toBeUndefined();
    expect(await buy()).toMatchObject({ state: 'delivered', held_for: null });
  });

  const unclean: Record<string, { sign: string; make: () => Promise<unknown> }> = {
    'no browser sent its ID': {
      sign: 'no_device',
      make: () => api.db.drizzle.delete(accountSignals).where(eq(accountSignals.kind, 'device')),
    },
    'the address is a crowd’s': {
      sign: 'crowd',
      async make() {
        const crowd = [me];
        for (let at = 0; at < 21; at++) crowd.push(await api.addPlayer());
        api.actAs(me);
        for (const { id } of crowd.toReversed())
          await noteSignal(api.db, testVault, {
            userId: id,
            kind: 'address',
            value: '203.0.113.7',
            now: api.now,
          });
        const matches = await api.db.drizzle.$count(
          accountMatches,
          sql`reason = 'crowd' AND ${me.id} IN (user_id, other_id)`,
        );
        expect(matches).toBe(20);
      },
    },
    'no person plays that fast': {
      sign: 'pace',
      make: () => api.db.drizzle.update(playDays).set({ playedMs: 60_000 }),
    },
    'the site’s budget of the day is used up': {
      sign: 'budget',
      async make() {
        // All that quests pay in this test.
        await keepFirstOrderRules(api.db.drizzle, { ...rules, siteDaily: 1100 });
        await api.db.drizzle.insert(budgetDays).values({ day: '2026-11-18', paid: 1100 });
      },
    },
  };

  test.for(Object.entries(unclean))(
    'waits if %s, and its owner reads so before ordering and sees until when',
    async ([, { sign, make }]) => {
      await make();
      // The first accounts of the crowd came before it was one: their matches still hold them.
      const [row] = await api.db.drizzle
        .select({ for: users.reviewFor })
        .from(users)
        .where(eq(users.id, me.id));
      expect(row?.for).toBeNull();
      const before = await found();
      expect(before).toMatchObject({ effect: 'holds', title: expect.stringContaining('3 days') });
      expect(before?.advice).toContain('You’ve played on 1 day so far');
      const { id, ...order } = await buy();
      expect(order).toMatchObject({ state: 'held', held_for: 'first_order', code: null });
      expect((await request(listOrders, {})).data).toMatchObject([
        { id, play_days: { played: 1, needed: 3 } },
      ]);
      expect(JSON.stringify(await request(exportAccount, {}))).not.toContain(`"${sign}"`);
      api.operateAs(await api.addOperator());
      expect((await request(getOperatorOrder, { params: { id } })).order.held_signs).toEqual([sign]);
      expect(await releaseFirstOrders(api.db, api.now)).toEqual([]);
      expect((await buy().catch((error: unknown) => error)) as object).toMatchObject({
        code: 'not_enough_points',
      });
      await request(releaseOrder, {
        params: { id },
        body: { reason: 'It is a person, who wrote to us.', matched_up_to: SEEN },
      });
      expect((await request(listOrders, {})).data).toMatchObject([{ state: 'delivered', play_days: null }]);
      await earn(me.id, 500, `quest:2:${me.id}:1970-01-01`);
      expect(await found()).toBeUndefined();
      expect(await buy()).toMatchObject({ state: 'delivered' });
    },
  );

  const lookedAt =
    (reviewFor: 'device' | null) =>
    (given: TestApi, { id }: Player) =>
      given.db.drizzle.update(users).set({ reviewFor }).where(eq(users.id, id));
  const paused =
    (pausedAt: Date | null) =>
    (given: TestApi, _: Player): Promise<unknown> =>
      given.db.drizzle.update(rewards).set({ pausedAt });
  const waits = {
    ...badStanding,
    'is looked at': [lookedAt('device'), lookedAt(null)] as const,
    'is fine but the reward is paused': [paused(new Date('2026-11-18')), paused(null)] as const,
  };

  test.for(Object.entries(waits))(
    'goes out automatically after enough days of play, once, but not while its account %s',
    { tags: 'concurrent' },
    async ([how, [begin, end]]) => {
      await unclean['no person plays that fast']?.make();
      const { id } = await buy();
      await played(me.id, '2026-11-19', 2);
      await played(me.id, '2026-11-20', 2);
      await begin(api, me);
      expect(await releaseFirstOrders(api.db, api.now)).toEqual([]);
      if (how === 'is looked at')
        expect((await request(listOrders, {})).data, 'what holds it now').toMatchObject([
          { id, held_for: 'device', play_days: null },
        ]);
      await end(api, me);
      const runs = await Promise.all([1, 2, 3].map(() => releaseFirstOrders(api.db, api.now)));
      expect(runs.flat()).toEqual([id]);
      expect((await request(listOrders, {})).data).toMatchObject([
        { id, state: 'delivered', has_code: true },
      ]);
    },
  );

  test('that other sources paid for goes out immediately', async () => {
    await api.db.drizzle.delete(playDays);
    await earn(me.id, 500, 'test:paid');
    expect(await buy()).toMatchObject({ state: 'delivered' });
  });

  test('that our team’s points would have paid for waits once they were taken back', async () => {
    await api.db.drizzle.delete(playDays);
    api.operateAs(await api.addOperator());
    const adjust = (points: number) =>
      request(adjustBalance, { body: { user_id: me.id, points, reason: 'Meant for another player.' } });
    await adjust(500);
    expect(await found()).toBeUndefined();
    await adjust(-500);
    expect(await found()).toMatchObject({ effect: 'holds' });
    expect(await buy()).toMatchObject({ state: 'held', held_for: 'first_order' });
  });
});

test('only a first order is held for such signals', async () => {
  const { id } = await buy();
  const change = api.db.drizzle
    .update(orders)
    .set({ heldSigns: ['pace'] })
    .where(eq(orders.id, id));
  await expect(change).rejects.toThrow();
});
