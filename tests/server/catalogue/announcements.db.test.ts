/** What is new in the catalogue, and which players are notified. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { amounts, notificationSettings } from '../../../server/db/schema.ts';
import { type Catalogue, readCatalogue } from '../../../server/features/catalogue/files.ts';
import { importCatalogue } from '../../../server/features/catalogue/import.ts';
import { saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { request, testApi } from '../../support/api.ts';
import { untilWaiting, waitingIn } from '../../support/locks.ts';

const catalogue = readCatalogue();
const [article] = catalogue.articles;
const [reward] = catalogue.rewards;
const own = catalogue.games.find(({ source }) => source === 'own');
const listed = catalogue.games.find(({ source }) => source === 'demo-partner');
if (!article || !reward || !own || !listed)
  throw new Error('The catalogue has nothing to make something new of.');

/** Sent by hand, with a stock. */
const ROBUX = { reward: 84, amount: 8401 };

const withArticle: Catalogue = {
  ...catalogue,
  articles: [...catalogue.articles, { ...article, id: 900, title: 'How the books are kept' }],
};
const newAmounts = reward.amounts.map((amount) => ({ ...amount, id: amount.id + 900_000 }));
const withMore: Catalogue = {
  ...withArticle,
  rewards: [
    ...catalogue.rewards,
    { ...reward, id: 901, slug: 'stamps', name: 'Stamps', amounts: newAmounts },
  ],
  games: [
    ...catalogue.games,
    { ...own, id: 902, slug: 'ferry', name: 'Ferry', quests: [], registration_quest: null },
    { ...listed, id: 903, slug: 'listed', name: 'Listed', quests: [], registration_quest: null },
  ],
};

test('a new reward is announced once, in one notification, and only to players who want news', async () => {
  const api = await testApi();
  const reader = await api.addPlayer();
  const other = await api.addPlayer();
  await api.db.drizzle
    .insert(notificationSettings)
    .values({ userId: reader.id, kind: 'news', site: true, mail: false });
  api.actAs(reader);
  const found = async () =>
    (await request(listNotifications, {})).data.map(({ title, body, href }) => [title, body, href]);

  await importCatalogue(api.db, catalogue, api.now);
  expect(await found()).toEqual([]);

  const first = ['A new article: How the books are kept', '', '/user/article/900/How-the-books-are-kept'];
  for (let start = 0; start < 2; start++) await importCatalogue(api.db, withArticle, api.now);
  expect(await found()).toEqual([first]);

  // Demo listings and returning items aren't announced.
  await importCatalogue(api.db, withMore, api.now);
  await importCatalogue(api.db, catalogue, api.now);
  await importCatalogue(api.db, withMore, api.now);
  expect(await found()).toEqual([['2 new things to check out', 'Stamps, Ferry.', null], first]);

  api.actAs(other);
  expect(await found()).toEqual([]);
});

test('buyers don’t wait while its readers are notified', { tags: 'postgres' }, async () => {
  const api = await testApi();
  const { drizzle } = api.db;
  const player = await api.addPlayer(6000);
  await drizzle
    .insert(notificationSettings)
    .values({ userId: player.id, kind: 'news', site: true, mail: false });
  api.actAs(player);
  await request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value: 'Mira_k' } });
  await drizzle.update(amounts).set({ stock: 1 }).where(eq(amounts.id, ROBUX.amount));
  const { imported, bought } = await drizzle.transaction(async (tx) => {
    // Notifying takes as long as this.
    await tx.execute(sql`LOCK TABLE notifications IN SHARE MODE`);
    const imported = Promise.allSettled([importCatalogue(api.db, withArticle, api.now)]);
    await untilWaiting(api.db, 1);
    let isOver = false;
    const bought = request(buyAmount, {
      params: { id: ROBUX.reward },
      body: { amount_id: ROBUX.amount },
    }).finally(() => {
      isOver = true;
    });
    while (!isOver) expect(await waitingIn(api.db), 'only the import waits').toBe(1);
    return { imported, bought };
  });
  expect((await bought).order).toMatchObject({ state: 'pending' });
  expect(await imported).toMatchObject([{ status: 'fulfilled' }]);
  expect((await request(listNotifications, {})).data).toHaveLength(1);
});
