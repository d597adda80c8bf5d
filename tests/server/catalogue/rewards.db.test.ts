import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codes, opinions, rewards } from '../../../server/db/schema.ts';
import type { RewardSort } from '../../../server/features/catalogue/rewards.ts';
import { addCodes } from '../../../server/features/redemption/code-stock.ts';
import { checkReward, getReward, listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { endOf } from '../../support/ends.ts';
import { untilWaiting } from '../../support/locks.ts';
import { testVault } from '../../support/vault.ts';

type Row = typeof rewards.$inferSelect;

/** Gives a few rewards values to sort by, two of them equal, and returns all rows. */
async function spread(api: TestApi): Promise<Row[]> {
  const set = (id: number, change: Partial<Row>) =>
    api.db.drizzle.update(rewards).set(change).where(eq(rewards.id, id));
  await set(84, { popularity: 9, rateSum: 9, rateCount: 2 });
  await set(12, { popularity: 9, rateSum: 10, rateCount: 2 });
  await set(13, { popularity: 4, rateSum: 1, rateCount: 1 });
  return api.db.drizzle.select().from(rewards).where(eq(rewards.active, true));
}

const rating = (row: Row) => (row.rateCount > 0 ? row.rateSum / row.rateCount : -1);
const byDate = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** The meaning of each sort, with the smaller id first among equals. */
const orders: Record<RewardSort, (a: Row, b: Row) => number> = {
  popular: (a, b) => b.popularity - a.popularity || a.points - b.points,
  newest: (a, b) => byDate(b.added, a.added),
  'price-asc': (a, b) => a.points - b.points,
  'price-desc': (a, b) => b.points - a.points,
  rating: (a, b) => rating(b) - rating(a),
};

describe('the list', () => {
  test('is sorted in each way, consistently across pages', async () => {
    const api = await testApi();
    const rows = await spread(api);
    for (const [sort, order] of Object.entries(orders)) {
      const expected = rows.toSorted((a, b) => order(a, b) || a.id - b.id).map(({ id }) => id);
      const seen: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 7); page++)
        seen.push(
          ...(await request(listRewards, { query: { 'sort-by': sort, page, per_page: 7 } })).data.map(
            ({ id }) => id,
          ),
        );
      expect(seen, sort).toEqual(expected);
    }
    const first = await request(listRewards, { query: { 'sort-by': '' } });
    expect(first.data[0]?.id, 'the first value is the default').toBe(12);
    expect(first.data.find(({ id }) => id === 84)).toMatchObject({ rate: 4.5, rate_count: 2 });
  });

  test('is as long as its total says, and ends in an empty page', async () => {
    const api = await testApi();
    const total = await api.db.drizzle.$count(rewards);
    expect(total).toBeGreaterThanOrEqual(40);
    const first = await request(listRewards, {});
    expect(first).toMatchObject({
      current_page: 1,
      per_page: 20,
      total,
      last_page: Math.ceil(total / 20),
      prev_page_url: null,
    });
    expect(first.data).toHaveLength(20);
    const past = await request(listRewards, { query: { page: 1_000_000, per_page: 100 } });
    expect(past).toMatchObject({ data: [], total, next_page_url: null, last_page: 1 });
    expect(await request(listRewards, { query: { page: '', per_page: '' } })).toEqual(first);
  });

  test('links to its neighbouring pages', async () => {
    const api = await testApi();
    const first = await request(listRewards, {
      query: { 'game-name': 's', 'sort-by': 'price-asc', per_page: 5 },
    });
    const second = await (await api.raw(first.next_page_url ?? '')).json();
    expect(second).toEqual(
      await request(listRewards, {
        query: { 'game-name': 's', 'sort-by': 'price-asc', per_page: 5, page: 2 },
      }),
    );
    expect(await (await api.raw(second.prev_page_url)).json()).toEqual(first);
  });

  test.each([
    [{ per_page: 0 }, 'per_page', '1 to 100'],
    [{ per_page: 101 }, 'per_page', '1 to 100'],
    [{ per_page: 'abc' }, 'per_page', '1 to 100'],
    [{ per_page: '2.5' }, 'per_page', '1 to 100'],
    [{ per_page: -1 }, 'per_page', '1 to 100'],
    [{ page: 0 }, 'page', '1 to 1,000,000'],
    [{ page: 'abc' }, 'page', '1 to 1,000,000'],
    [{ page: 1_000_001 }, 'page', '1 to 1,000,000'],
    [{ page: 'Infinity' }, 'page', '1 to 1,000,000'],
    [{ 'sort-by': 'cheapest' }, 'sort-by', 'popular, newest, price-asc, price-desc, rating'],
    [{ 'sort-by': 'constructor' }, 'sort-by', 'popular, newest'],
    [{ 'game-name': 'x'.repeat(81) }, 'game-name', '80'],
    [{ 'game-name': 'a\u0000b' }, 'game-name', 'character'],
  ])('rejects %j with an explanation', async (query, field, words) => {
    const api = await testApi();
    await expect(request(listRewards, { query })).rejects.toMatchObject({
      status: 422,
      fields: { [field]: expect.stringContaining(words) },
    });
    expect(api.logged).toEqual([]);
  });
});

describe('the search', () => {
  test("finds part of a game's or the reward's own name in any case", async () => {
    await testApi();
    const ids = async (name: string) =>
      (await request(listRewards, { query: { 'game-name': name, per_page: 100 } })).data.map(({ id }) => id);
    const found = await ids('roblox');
    expect(found).toContain(84);
    for (const written of ['ROBLOX', ' oBlO ', 'RobLOX'])
      expect(await ids(written)).toEqual(expect.arrayContaining(found));
    expect(await ids('robux')).toContain(84);
    expect(await ids('no game is called so')).toEqual([]);
  });

  test('treats %, _ and \\ as plain characters', async () => {
    const api = await testApi();
    const ids = async (name: string) =>
      (await request(listRewards, { query: { 'game-name': name, per_page: 100 } })).data.map(({ id }) => id);
    for (const literal of ['%', '_', '\\', '%%', 'R_blox', 'R%x'])
      expect(await ids(literal), literal).toEqual([]);
    await api.db.drizzle.update(rewards).set({ game: '100%_sure\\' }).where(eq(rewards.id, 12));
    for (const literal of ['100%', '%_', '_sure', '\\', '100%_SURE\\'])
      expect(await ids(literal), literal).toEqual([12]);
  });
});

describe('one reward', () => {
  test('shows its amounts, smallest first, with their stock', async () => {
    await testApi();
    const { reward, similarRewards } = await request(getReward, { params: { id: 12 } });
    const prices = reward.amounts.map(({ points }) => points ?? 0);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(reward.points).toBe(reward.amounts[0]?.points);
    expect(reward.amounts[0]?.stock).toBeGreaterThan(0);
    expect(similarRewards.length).toBeLessThanOrEqual(4);
    expect(similarRewards.map(({ id }) => id)).not.toContain(12);
    for (const other of similarRewards) expect(other.kind).toBe(reward.kind);
    expect((await request(getReward, { params: { id: 84 } })).reward.amounts[0]?.stock).toBeNull();
  });

  test('pages its opinions, newest first, each once', async () => {
    const api = await testApi();
    const buyer = await api.addPlayer(5000);
    const userId = buyer.id;
    await api.db.drizzle.insert(opinions).values(
      Array.from({ length: 44 }, (_, at) => ({
        userId,
        rewardId: 12,
        opinion: `opinion ${at}`,
        createdAt: api.now,
      })),
    );
    const pages = [
      await request(getReward, { params: { id: 12 } }),
      await request(getReward, { params: { id: 12 }, query: { page: 2 } }),
      await request(getReward, { params: { id: 12 }, query: { page: 3 } }),
      await request(getReward, { params: { id: 12 }, query: { page: 4 } }),
    ];
    expect(pages.map(({ opinions }) => opinions.data.length)).toEqual([20, 20, 5, 0]);
    const ids = pages.flatMap((page) => page.opinions.data.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    expect(pages[0]?.opinions).toMatchObject({
      total: 45,
      last_page: 3,
      next_page_url: '/api/user/rewards/12?page=2&per_page=20',
    });
    api.actAs(buyer);
    const bought = await request(buyReward, { params: { id: 12 }, body: {} });
    expect(bought.opinions.next_page_url).toBe(pages[0]?.opinions.next_page_url);
    expect(pages[0]?.opinions.data[0]).toMatchObject({
      opinion: 'opinion 43',
      verified: false,
      user: { id: userId, sample: false },
    });
  });

  test('that was retired, or never existed, isn’t found', async () => {
    const api = await testApi();
    await api.db.drizzle.update(rewards).set({ active: false }).where(eq(rewards.id, 12));
    for (const id of [12, 999_999])
      expect(await endOf(request(getReward, { params: { id } }))).toBe('not_found');
  });
});

describe('stock of codes', () => {
  test('disappears from list and page with the last code', async () => {
    const { api } = await playerApi(5000);
    await api.db.drizzle
      .delete(codes)
      .where(sql`amount_id = 1201 AND id NOT IN (SELECT id FROM codes WHERE amount_id = 1201 LIMIT 1)`);
    const listed = async () =>
      (await request(listRewards, { query: { per_page: 100 } })).data.find(({ id }) => id === 12)?.in_stock;
    expect(await listed()).toBe(true);
    await request(buyReward, { params: { id: 12 }, body: {} });
    expect(await listed()).toBe(false);
    expect(await request(getReward, { params: { id: 12 } })).toMatchObject({
      status: 'out_of_stock',
      reward: { in_stock: false, amounts: [{ stock: 0 }] },
    });
    await api.db.drizzle.transaction((tx) =>
      addCodes(tx, testVault, { amountId: 1201, codes: [{ code: 'NEW-1' }], now: api.now }),
    );
    expect(await listed()).toBe(true);
  });

  test('that arrives while the last buyer finds none is noticed', { tags: 'postgres' }, async () => {
    const { api } = await playerApi(5000);
    await api.db.drizzle.delete(codes).where(sql`amount_id = 1201`);
    const buy = () => request(buyReward, { params: { id: 12 }, body: {} });
    let buyer: Promise<unknown> = Promise.resolve();
    await api.db.drizzle.transaction(async (tx) => {
      await addCodes(tx, testVault, { amountId: 1201, codes: [{ code: 'LATE-1' }], now: api.now });
      buyer = buy().catch((error) => error.code);
      await untilWaiting(api.db, 1);
    });
    await buyer;
    expect((await request(getReward, { params: { id: 12 } })).status).toBe('ready');
    await expect(buy()).resolves.toMatchObject({ order: { code: 'LATE-1' } });
  });
});

describe('the completion check', () => {
  test('makes the reward the goal and returns what is missing', async () => {
    const { api } = await playerApi(499);
    expect(await request(checkReward, { params: { id: 12 } })).toEqual({
      completed: false,
      missing_points: 1,
      myreward: 12,
    });
    api.actAs(await api.addPlayer(500));
    expect(await request(checkReward, { params: { id: 12 } })).toEqual({
      completed: true,
      missing_points: 0,
      myreward: 12,
    });
  });

  test('of an unknown reward keeps the goal', async () => {
    await playerApi(500);
    await request(checkReward, { params: { id: 84 } });
    expect(await endOf(request(checkReward, { params: { id: 999_999 } }))).toBe('not_found');
    expect((await request(checkReward, { params: { id: 84 } })).myreward).toBe(84);
  });
});
