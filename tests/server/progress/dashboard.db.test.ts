import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { articles, questProgress } from '../../../server/db/schema.ts';
import { reverse } from '../../../server/features/ledger/ledger.ts';
import { cancelOrder } from '../../../server/features/redemption/fulfilment.ts';
import { saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import { ARTICLE_TYPES, TRANSACTION_TYPES } from '../../../src/lib/contract/limits.ts';
import {
  getWeeklyQuests,
  listDashboardArticles,
  listTransactions,
  type Transaction,
} from '../../../src/lib/contract/progress/dashboard.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { type Player, playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { give } from '../../support/points.ts';

const DAY = 86_400_000;

const pay = (api: TestApi, { id }: Player, points: number, title: string, releasesAt?: Date) =>
  give(api, id, points, { title, detail: 'a test', ...(releasesAt && { releasesAt }) });

/** One entry of each kind. */
async function history(api: TestApi): Promise<Player> {
  const player = await api.addPlayer();
  api.actAs(player);
  await pay(api, player, 12_000, 'earned');
  await pay(api, player, 300, 'waits', new Date(api.now.getTime() + 7 * DAY));
  const wrong = await pay(api, player, 200, 'taken back');
  await api.db.drizzle.transaction((tx) => reverse(tx, wrong, 'the partner took it back', api.now));
  await request(buyReward, { params: { id: 12 }, body: {} });
  await request(saveDeliveryDetail, { body: { reward_id: 84, value: 'Mira_k' } });
  await request(buyReward, { params: { id: 84 }, body: {} });
  const { order } = await request(buyReward, { params: { id: 84 }, body: {} });
  await api.db.drizzle.transaction((tx) => cancelOrder(tx, order?.id ?? 0, 'no such account', api.now));
  return player;
}

const line = ({ title, points, state }: Pick<Transaction, 'title' | 'points' | 'state'>) =>
  `${title.split(',')[0]} ${points} ${state}`;

describe('transactions', () => {
  test('are listed by type, each with its state', async () => {
    const api = await testApi();
    await history(api);
    const shown = async (type: (typeof TRANSACTION_TYPES)[number]) =>
      (await request(listTransactions, { query: { type, order: 'oldest' } })).data.map(line);
    const earned = ['earned 12000 confirmed', 'waits 300 pending', 'taken back 200 reversed'];
    const [code, held, back] = (await shown('spent')).map((text) => text.split(' -')[0]);
    const spent = [
      `${code} -500 redeemed`,
      `${held} -5000 reserved`,
      `${back} -5000 returned`,
      `${back} 5000 returned`,
    ];
    expect(await shown('earned')).toEqual(earned);
    expect(await shown('spent')).toEqual(spent);
    expect(await shown('pending')).toEqual(['waits 300 pending']);
    expect(await shown('reversed')).toEqual(['taken back 200 reversed', 'taken back -200 reversed']);
    expect(await shown('all')).toEqual([...earned, 'taken back -200 reversed', ...spent]);
  });

  test('are newest first, or oldest first on request', async () => {
    const api = await testApi();
    await history(api);
    const newest = (await request(listTransactions, {})).data.map(({ id }) => id);
    const oldest = (await request(listTransactions, { query: { order: 'oldest' } })).data.map(({ id }) => id);
    expect(newest).toEqual(oldest.toReversed());
    expect(newest).toEqual(newest.toSorted((a, b) => b - a));
  });

  test('fill their pages without gaps or duplicates, even for the same moment', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    for (let at = 0; at < 25; at++) await pay(api, player, 1 + at, `credit ${at}`);
    api.actAs(player);
    const points: number[] = [];
    for (let page = 1; page <= 3; page++) {
      const answer = await request(listTransactions, { query: { page, per_page: 10, order: 'oldest' } });
      points.push(...answer.data.map((entry) => entry.points ?? 0));
      expect(answer).toMatchObject({ total: 25 + Math.min(page, 2) - 1, last_page: 3 });
      // New entries are at the end of this order, so that a reader who pages through misses nothing.
      if (page < 3) await pay(api, player, 1000 + page, 'meanwhile');
      if (page === 2) break;
    }
    expect(points).toEqual(Array.from({ length: 20 }, (_, at) => 1 + at));
    expect(
      (await request(listTransactions, { query: { page: 3, per_page: 10, order: 'oldest' } })).data.map(
        (entry) => entry.points,
      ),
    ).toEqual([21, 22, 23, 24, 25, 1001, 1002]);
    expect((await request(listTransactions, { query: { page: 4, per_page: 10 } })).data).toEqual([]);
  });

  test("are only the caller's own", async () => {
    const api = await testApi();
    await history(api);
    api.actAs(await api.addPlayer());
    for (const type of TRANSACTION_TYPES)
      expect((await request(listTransactions, { query: { type } })).total).toBe(0);
  });

  test.each([
    [{ type: 'won' }, 'type', 'all, earned, spent, pending, reversed'],
    [{ order: 'random' }, 'order', 'newest, oldest'],
    [{ per_page: 101 }, 'per_page', '1 to 100'],
  ])('reject %j with an explanation', async (query, field, words) => {
    await playerApi();
    await expect(request(listTransactions, { query })).rejects.toMatchObject({
      status: 422,
      fields: { [field]: expect.stringContaining(words) },
    });
  });
});

describe('weekly quests', () => {
  test('are only the weekly ones, with the end of the week', async () => {
    await playerApi();
    const { weekly_quests: quests } = await request(getWeeklyQuests, {});
    expect(quests.map(({ id }) => id)).toEqual(expect.arrayContaining([110, 111]));
    for (const quest of quests)
      expect(quest).toMatchObject({ period: 'weekly', ends_at: '2026-11-23T00:00:00.000Z' });
  });

  test('start over on Monday', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    await api.db.drizzle
      .insert(questProgress)
      .values({ userId: player.id, questId: 110, period: '2026-11-16', progress: 10, completedAt: api.now });
    api.actAs(player);
    const status = async () =>
      (await request(getWeeklyQuests, {})).weekly_quests.find(({ id }) => id === 110)?.completionStatus;
    api.now = new Date('2026-11-22T23:59:59.999Z');
    expect(await status()).toBe('completed');
    api.now = new Date('2026-11-23T00:00:00Z');
    expect(await status()).toBe('not_started');
  });
});

describe('articles', () => {
  test('are newest first, by type, without retired ones', async () => {
    const { api } = await playerApi();
    const body = 'x'.repeat(200);
    const article = { summary: 'what it says', body, publishedAt: api.now };
    await api.db.drizzle.insert(articles).values([
      { ...article, id: 9001, title: 'first', type: 'news', publishedAt: new Date(api.now.getTime() + DAY) },
      { ...article, id: 9002, title: 'second', type: 'guide' },
      { ...article, id: 9003, title: 'third', type: 'review' },
      { ...article, id: 9004, title: 'gone', type: 'news', active: false },
    ]);
    const all = (await request(listDashboardArticles, { query: { per_page: 100 } })).data;
    expect(all.map(({ id }) => id)).not.toContain(9004);
    expect(all.map(({ published_at }) => published_at)).toEqual(
      all
        .map(({ published_at }) => published_at)
        .sort()
        .reverse(),
    );
    for (const type of ARTICLE_TYPES.filter((name) => name !== 'all')) {
      const some = (await request(listDashboardArticles, { query: { type, per_page: 100 } })).data;
      expect(some.map(({ id }) => id)).toEqual(all.filter((one) => one.type === type).map(({ id }) => id));
    }
    const pages = [
      await request(listDashboardArticles, { query: { per_page: 2 } }),
      await request(listDashboardArticles, { query: { per_page: 2, page: 2 } }),
    ];
    expect(pages.flatMap(({ data }) => data)).toEqual(all.slice(0, 4));
    await api.db.drizzle.delete(articles).where(eq(articles.id, 9001));
    expect((await request(listDashboardArticles, { query: { per_page: 100 } })).total).toBe(all.length - 1);
  });

  test('of an unknown type are rejected with the list of types', async () => {
    await playerApi();
    // @ts-expect-error a type that the contract doesn't have
    await expect(request(listDashboardArticles, { query: { type: 7 } })).rejects.toMatchObject({
      status: 422,
      fields: { type: expect.stringContaining('news, guide, review') },
    });
  });
});
