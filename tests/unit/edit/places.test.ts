import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collections, documents, hubs, placeOf, singles } from '../../../scripts/edit/places.ts';
import { filesUnder } from '../../../scripts/files.ts';

const CONTENT = join(import.meta.dirname, '../../../src/content');

test.each([
  ['', { page: '/' }],
  ['/collection/rewards', { page: '/rewards' }],
  [
    '/collection/rewards/item/earn-free-robux',
    {
      file: 'src/content/rewards/earn-free-robux.md',
      page: '/rewards/earn-free-robux',
      draftKey: ['collection', 'rewards', 'earn-free-robux'],
    },
  ],
  [
    '/collection/catalogue/item/robux',
    { file: 'src/content/catalogue/rewards/robux.json', draftKey: ['collection', 'catalogue', 'robux'] },
  ],
  [
    '/singleton/terms',
    { file: 'src/content/legal/terms.md', page: '/terms', draftKey: ['singleton', 'terms'] },
  ],
  ['/singleton/home', { file: 'src/content/landing/home.md', page: '/', draftKey: ['singleton', 'home'] }],
  [
    '/singleton/hub-games',
    { file: 'src/content/hubs/games.md', page: '/games', draftKey: ['singleton', 'hub-games'] },
  ],
  ['/singleton/site', { file: 'src/content/site.json', page: '/', draftKey: ['singleton', 'site'] }],
  [
    '/branch/content%2Fhelp/singleton/help',
    { file: 'src/content/pages/help.md', page: '/help', draftKey: ['singleton', 'help'] },
  ],
  ['/collection/toString/item/x', { page: '/' }],
])('knows the files of /keystatic%s', (path, place) => {
  expect(placeOf(`/keystatic${path}`, '')).toEqual(place);
});

test('a new page has a file as soon as it has an address, and a copy has its own draft', () => {
  const create = '/keystatic/collection/rewards/create';
  expect(placeOf(create, '').file).toBeUndefined();
  expect(placeOf(create, '', 'earn-free-mice')).toMatchObject({
    file: 'src/content/rewards/earn-free-mice.md',
    page: '/rewards/earn-free-mice',
    isNew: true,
    draftKey: ['collection-create', 'rewards'],
  });
  expect(placeOf(create, '?duplicate=earn-free-robux').draftKey).toEqual([
    'collection-create',
    'rewards',
    'earn-free-robux',
  ]);
});

/** What was announced to players or is counted by the server. It is only changed in the files, by someone who knows both. */
const NOT_IN_THE_EDITOR = /^catalogue\/(?:cases|contests|games|offers|partners|social)\//;

test('everything that marketers own can be edited', async () => {
  const files = (await filesUnder(CONTENT)).filter(
    (file) => /\.(?:md|json)$/.test(file) && !NOT_IN_THE_EDITOR.test(file),
  );
  const single = Object.values({ ...documents, ...hubs, ...singles }).map(({ file }) => file);
  const folders = Object.values(collections).map(({ folder }) => `${folder}/`);
  const left = files
    .map((file) => `src/content/${file}`)
    .filter((file) => !folders.some((folder) => file.startsWith(folder)));
  expect(left.sort()).toEqual(single.sort());
});
