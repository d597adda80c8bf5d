/** The catalogue in a production database: no demo entries. */
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { siteEnv } from '../../../server/config/config.ts';
import { seed } from '../../../server/db/seed.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { withoutDemo } from '../../../server/features/catalogue/import.ts';
import { readEntries } from '../../../src/content/catalogue-loader.ts';
import { listArticles } from '../../../src/lib/contract/articles/articles.ts';
import { catalogueGameSchema } from '../../../src/lib/contract/catalogue/catalogue.ts';
import { getGuestGame } from '../../../src/lib/contract/catalogue/game.ts';
import { listGames } from '../../../src/lib/contract/catalogue/games.ts';
import { listOffers } from '../../../src/lib/contract/offers/offers.ts';
import { request, testApi } from '../../support/api.ts';
import { endOf } from '../../support/ends.ts';
import { testVault } from '../../support/vault.ts';

const root = pathToFileURL(`${process.cwd()}/`);
const files = readCatalogue();
const invented = files.games.filter(({ source }) => source === 'demo-partner');

test('has no invented game, article or offer, even if they were there before', async () => {
  const api = await testApi();
  const isShown = async () => {
    const { data, total } = await request(listGames, { query: { per_page: 100 } });
    return [total, data.some(({ source }) => source === 'demo-partner')];
  };
  expect(await isShown()).toEqual([files.games.length, true]);
  await seed(api.db, withoutDemo(files), { demo: false, vault: testVault, now: api.now });
  expect(await isShown()).toEqual([files.games.length - invented.length, false]);
  for (const { id } of invented)
    expect(await endOf(request(getGuestGame, { params: { id } }))).toBe('not_found');
  const articles = JSON.stringify(await request(listArticles, { query: { per_page: 100 } }));
  expect(articles).not.toMatch(/demo listing/i);
  api.actAs(await api.addPlayer());
  expect((await request(listOffers, {})).total).toBe(0);
});

test('a real partner’s game is a game like any other', async () => {
  const api = await testApi();
  const [game] = invented;
  if (!game) throw new Error('no game is invented');
  const catalogue = { ...withoutDemo(files), games: [{ ...game, source: 'partner' as const }] };
  await seed(api.db, catalogue, { demo: false, vault: testVault, now: api.now });
  expect((await request(listGames, {})).data).toMatchObject([{ id: game.id, source: 'partner' }]);
});

test.each([
  [{}, 'on'],
  [{ NODE_ENV: 'production' }, 'off'],
  [{ NODE_ENV: 'production', DEMO_LISTINGS: 'on' }, 'on'],
  [{ DEMO_LISTINGS: 'off' }, 'off'],
])('a site built with %j contains them: %s', (env, listings) => {
  expect(siteEnv(env).DEMO_LISTINGS).toBe(listings);
});

test('a site built without them has no page of an invented game', () => {
  const idsNow = () => [...readEntries(catalogueGameSchema, root, 'games').entries.keys()];
  expect(idsNow()).toEqual(expect.arrayContaining(invented.map(({ id }) => id)));
  vi.stubEnv('DEMO_LISTINGS', 'off');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(idsNow().toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
});
