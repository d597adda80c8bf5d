import { sql } from 'drizzle-orm';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../server/db/database.ts';
import {
  amounts,
  articles,
  cases,
  codes,
  contestPlans,
  games,
  offers,
  partnerSecrets,
  partners,
  quests,
  rewards,
  users,
} from '../../../server/db/schema.ts';
import { seed } from '../../../server/db/seed.ts';
import { type Catalogue, readCatalogue } from '../../../server/features/catalogue/files.ts';
import { importCatalogue, rewardTexts } from '../../../server/features/catalogue/import.ts';
import { getGuestGame } from '../../../src/lib/contract/catalogue/game.ts';
import { listGames } from '../../../src/lib/contract/catalogue/games.ts';
import { checkReward, getReward, listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { listOrders } from '../../../src/lib/contract/redemption/orders.ts';
import { playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { testVault } from '../../support/vault.ts';

/** The code that tests buy, and the game that they play. */
const REWARD = 12;
const GAME = 1;

const tables = [rewards, amounts, games, quests, articles, contestPlans, cases] as const;
const everything = (api: TestApi) =>
  Promise.all(tables.map((table) => api.db.drizzle.select().from(table).orderBy(sql`id`)));

/** The catalogue's files with one reward changed. */
function changed(
  id: number,
  change: (reward: Catalogue['rewards'][number]) => Catalogue['rewards'][number],
): Catalogue {
  const catalogue = readCatalogue();
  return {
    ...catalogue,
    rewards: catalogue.rewards.map((reward) => (reward.id === id ? change(reward) : reward)),
  };
}

/** Starts like a server with these files, and returns its API. */
async function restart(before: TestApi, catalogue: Catalogue): Promise<TestApi> {
  await importCatalogue(before.db, catalogue);
  return testApi({ db: before.db, texts: rewardTexts(catalogue) });
}

function without(rewardId: number, gameId: number): Catalogue {
  const { articles: texts, ...catalogue } = readCatalogue();
  return {
    ...catalogue,
    articles: texts.slice(1),
    rewards: catalogue.rewards.filter(({ id }) => id !== rewardId),
    games: catalogue.games.filter(({ id }) => id !== gameId),
  };
}

describe('the import', () => {
  test('of the same files changes nothing', async () => {
    const api = await testApi();
    const before = await everything(api);
    await seed(api.db, readCatalogue(), { demo: true, vault: testVault, now: api.now });
    expect(await everything(api)).toEqual(before);
  });

  test('applies changes and leaves stock, orders and ratings alone', async () => {
    const api = await testApi();
    await api.db.drizzle.update(rewards).set({ rateSum: 9, rateCount: 2, popularity: 7 }).where(sql`id = 84`);
    await api.db.drizzle.update(amounts).set({ stock: 3 }).where(sql`id = 8401`);
    await importCatalogue(
      api.db,
      changed(84, (reward) => ({
        ...reward,
        name: 'Robux renamed',
        amounts: reward.amounts.map((amount) => ({ ...amount, points: amount.points + 1 })),
      })),
    );
    const [row] = await api.db.drizzle.select().from(rewards).where(sql`id = 84`);
    expect(row).toMatchObject({
      name: 'Robux renamed',
      points: 5001,
      rateSum: 9,
      rateCount: 2,
      popularity: 7,
    });
    const [amount] = await api.db.drizzle.select().from(amounts).where(sql`id = 8401`);
    expect(amount).toMatchObject({ points: 5001, stock: 3, active: true });
  });

  test('retires entries without a file: they leave the lists and stay in the orders', async () => {
    const { api, player } = await playerApi(1000);
    const { order } = await request(buyReward, { params: { id: REWARD }, body: {} });
    const after = await restart(api, without(REWARD, GAME));
    after.actAs(player);
    const { code: _, ...kept } = order ?? { code: null };
    expect((await request(listOrders, {})).data).toMatchObject([kept]);
    expect((await request(listRewards, { query: { per_page: 100 } })).data.map(({ id }) => id)).not.toContain(
      REWARD,
    );
    await expect(request(getReward, { params: { id: REWARD } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
    await expect(request(buyReward, { params: { id: REWARD }, body: {} })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
    await expect(request(checkReward, { params: { id: REWARD } })).rejects.toMatchObject({ status: 404 });
    expect((await request(listGames, { query: { per_page: 100 } })).data.map(({ id }) => id)).not.toContain(
      GAME,
    );
    await expect(request(getGuestGame, { params: { id: GAME } })).rejects.toMatchObject({ status: 404 });
    for (const { id } of (await request(listRewards, { query: { per_page: 100 } })).data)
      expect(
        (await request(getReward, { params: { id } })).similarRewards.map((other) => other.id),
      ).not.toContain(REWARD);
  });

  test('brings back retired entries', async () => {
    const api = await testApi();
    await restart(await restart(api, without(REWARD, GAME)), readCatalogue());
    expect((await request(getReward, { params: { id: REWARD } })).reward.id).toBe(REWARD);
    expect((await request(getGuestGame, { params: { id: GAME } })).game.slug).toBe('merge');
  });

  test('retires an amount that its reward no longer has', async () => {
    const api = await testApi();
    const [, removed] = (await request(getReward, { params: { id: 84 } })).reward.amounts;
    await restart(
      api,
      changed(84, (reward) => ({
        ...reward,
        amounts: reward.amounts.filter(({ id }) => id !== removed?.id),
      })),
    );
    const [row] = await api.db.drizzle.select().from(amounts).where(sql`id = ${removed?.id}`);
    expect(row).toMatchObject({ active: false });
    expect(
      (await request(getReward, { params: { id: 84 } })).reward.amounts.map(({ id }) => id),
    ).not.toContain(removed?.id);
  });

  test('gives a slug to its new owner, if a file returns with another id or two files swap names', async () => {
    const api = await testApi();
    await importCatalogue(api.db, without(REWARD, GAME));
    const again = changed(REWARD, (reward) => ({
      ...reward,
      id: 9012,
      amounts: reward.amounts.map((amount) => ({ ...amount, id: amount.id + 900_000 })),
    }));
    await importCatalogue(api.db, again);
    const slug = again.rewards.find(({ id }) => id === 9012)?.slug;
    const [row] = await api.db.drizzle.select().from(rewards).where(sql`id = 9012`);
    expect(row).toMatchObject({ slug, active: true });
    const [one, two] = again.rewards;
    const swapped = again.rewards.map((reward) =>
      reward === one
        ? { ...reward, slug: two?.slug ?? '' }
        : reward === two
          ? { ...reward, slug: one?.slug ?? '' }
          : reward,
    );
    await importCatalogue(api.db, { ...again, rewards: swapped });
    const [first] = await api.db.drizzle.select().from(rewards).where(sql`id = ${one?.id}`);
    expect(first?.slug).toBe(two?.slug);
  });

  test('rejects another kind of delivery for an existing amount, and accepts it for new amounts', async () => {
    const api = await testApi();
    const catalogue = readCatalogue();
    const isCode = ({ delivery }: (typeof catalogue.rewards)[number]) => delivery.kind === 'code';
    const [one, other] = [catalogue.rewards.find(isCode), catalogue.rewards.find((given) => !isCode(given))];
    if (!one || !other) throw new Error('one kind of delivery is missing');
    const before = await everything(api);
    const withNew = (reward: typeof one, delivery: typeof one.delivery, amounts = reward.amounts) => ({
      ...catalogue,
      rewards: catalogue.rewards.map((given) =>
        given === reward ? { ...reward, delivery, amounts } : given,
      ),
    });
    for (const [reward, { delivery }] of [
      [one, other],
      [other, one],
    ] as const)
      await expect(importCatalogue(api.db, withNew(reward, delivery))).rejects.toThrow(
        `rewards/${reward.slug}.json has a value`,
      );
    expect(await everything(api), 'nothing of it was imported').toEqual(before);
    const renumbered = one.amounts.map((amount, at) => ({ ...amount, id: 990_001 + at }));
    await importCatalogue(api.db, withNew(one, other.delivery, renumbered));
  });

  test('rejects other odds or another price for an existing case, and accepts new texts', async () => {
    const api = await testApi();
    const catalogue = readCatalogue();
    const [first] = catalogue.cases;
    if (!first) throw new Error('there is no case');
    const withFirst = (change: Partial<typeof first>) => ({
      ...catalogue,
      cases: [{ ...first, ...change }, ...catalogue.cases.slice(1)],
    });
    const before = await everything(api);
    const named = new RegExp(`cases/${first.slug}\\.json has a value`);
    const [item, ...others] = first.items;
    if (!item) throw new Error('there is no item');
    for (const change of [
      { points: first.points + 1 },
      { items: [{ ...item, weight: item.weight + 1 }, ...others] },
      { items: [{ ...item, points: item.points - 1 }, ...others] },
      { items: others },
    ])
      await expect(importCatalogue(api.db, withFirst(change))).rejects.toThrow(named);
    expect(await everything(api), 'nothing of it was imported').toEqual(before);
    await importCatalogue(api.db, { ...catalogue, cases: [] });
    await expect(importCatalogue(api.db, withFirst({ points: 1 })), 'retired or not').rejects.toThrow(named);
    await importCatalogue(
      api.db,
      withFirst({ name: 'Renamed', items: [{ ...item, name: 'New' }, ...others] }),
    );
    const [row] = await api.db.drizzle.select().from(cases).where(sql`id = ${first.id}`);
    expect(row).toMatchObject({
      name: 'Renamed',
      active: true,
      items: [{ ...item, name: 'New' }, ...others],
    });
  });

  test('works without articles, contests and cases', async () => {
    const api = await testApi();
    await importCatalogue(api.db, { ...readCatalogue(), articles: [], contests: [], cases: [] });
    for (const table of [articles, contestPlans, cases])
      expect(await api.db.drizzle.$count(table, sql`active`)).toBe(0);
  });
});

describe('the demo data', () => {
  test('stays out of a database that isn’t for trying out the product', async () => {
    const api = await testApi();
    const before = await api.db.drizzle.$count(codes);
    await seed(api.db, readCatalogue(), { demo: true, vault: testVault, now: api.now });
    expect(await api.db.drizzle.$count(codes), 'and comes once').toBe(before);
  });
});

describe('processes on one PostgreSQL', () => {
  const server = inject('template');

  test('that start concurrently on an empty database take turns, and add no demo account, codes or partner', {
    tags: 'postgres',
  }, async () => {
    const name = `test_start_${process.pid}`;
    const admin = await openPostgres(server);
    await admin.drizzle.execute(sql.raw(`CREATE DATABASE ${name}`));
    await admin.close();
    const address = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    const opened = await Promise.all(Array.from({ length: 4 }, () => openPostgres(address)));
    onTestFinished(async () => {
      await Promise.all(opened.map((db) => db.close()));
    });
    await Promise.all(
      opened.map(async (db) => {
        await db.migrate();
        await seed(db, readCatalogue(), { demo: false, vault: testVault, now: new Date() });
      }),
    );
    const [first] = opened;
    expect(await first?.drizzle.$count(rewards)).toBeGreaterThanOrEqual(40);
    for (const table of [users, codes, partners, offers, partnerSecrets])
      expect(await first?.drizzle.$count(table)).toBe(0);
  });
});
