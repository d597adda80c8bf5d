import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { readEntries } from '../../../src/content/catalogue-loader.ts';
import { framedIds, ownGames, partnerGames } from '../../../src/content/played-here.ts';
import { catalogueGameSchema } from '../../../src/lib/contract/catalogue/catalogue.ts';

const root = pathToFileURL(`${process.cwd()}/`);
const file = 'src/content/catalogue/games/ruffle-and-roost.json';
/** A game whose name, "Ruffle & Roost", would make a different address from its file's. */
const ruffle = { ...JSON.parse(readFileSync(new URL(file, root), 'utf8')), frame: 'https://ruffle.example/' };
const texts = new Map([[file, JSON.stringify(ruffle)]]);
const all = [...readEntries(catalogueGameSchema, root, 'games', texts).entries.values()];

test('a partner’s game is played at the address that the API returns', () => {
  const slugs = new Map(readCatalogue().games.map((game) => [game.id, game.slug]));
  const partners = partnerGames(all);
  expect(partners.find((game) => game.id === ruffle.id)?.slug).toBe('ruffle-and-roost');
  for (const game of partners) expect(game.slug).toBe(slugs.get(game.id));
  expect(framedIds(all)).toEqual(partners.map((game) => game.id));
});

test('a page contains only the quest fields that it shows', () => {
  for (const { quests } of [...ownGames(all), ...partnerGames(all)])
    for (const quest of quests) expect(quest).not.toHaveProperty('description');
});
