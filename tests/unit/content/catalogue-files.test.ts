import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { catalogueCopy } from '../../support/catalogue-copy.ts';

const { dir, change } = catalogueCopy();

test('gives every entry with the slug of its file', () => {
  const { rewards, games, contests, cases } = readCatalogue(dir);
  expect(rewards.find(({ id }) => id === 84)?.slug).toBe('robux');
  expect(games.find(({ id }) => id === 1)?.slug).toBe('merge');
  expect(contests.find(({ id }) => id === 1)?.slug).toBe('monday-lanterns');
  expect(cases.find(({ id }) => id === 1)?.slug).toBe('tile-drawer');
});

test('names file and field of a wrong value', () => {
  change('rewards/robux.json', '"points": 5000', '"points": 499');
  expect(() => readCatalogue(dir)).toThrow(
    /robux\.json has a value that can't be used:\n {2}the first amount's points: /,
  );
});

test('rejects an unknown field', () => {
  change('games/merge.json', '"genre"', '"gender": "x", "genre"');
  expect(() => readCatalogue(dir)).toThrow(/merge\.json[\s\S]*gender/);
});

test('names the file that is not JSON', () => {
  writeFileSync(join(dir, 'rewards/robux.json'), '{ "id": 84, ');
  expect(() => readCatalogue(dir)).toThrow(/robux\.json is not JSON/);
});

test.each([
  ['reward', 'rewards/zcash.json', '"id": 7,', '"id": 84,'],
  ['amount', 'rewards/zcash.json', '"id": 701', '"id": 8401'],
  ['game', 'games/tidewarden-hollow.json', '"id": 101,', '"id": 1,'],
  ['quest', 'games/tidewarden-hollow.json', '"id": 10102', '"id": 101'],
  ['article', 'articles/merge-past-512.json', '"id": 7,', '"id": 1,'],
  ['contest', 'contests/merge-sevens.json', '"id": 2,', '"id": 1,'],
  ['case', 'cases/lighthouse-chest.json', '"id": 3,', '"id": 1,'],
])('rejects the same %s id in two files and names both', (kind, file, from, to) => {
  change(file, from, to);
  expect(() => readCatalogue(dir)).toThrow(
    new RegExp(`\\.json has a value.*\\n.*id: .*\\.json already has the ${kind} id \\d+`),
  );
});

test('rejects a first quest that isn’t the game’s own', () => {
  change('games/merge.json', '"registration_quest": 101', '"registration_quest": 10101');
  expect(() => readCatalogue(dir)).toThrow(
    /merge\.json[\s\S]*registration_quest: this game has no quest 10101/,
  );
});

test('rejects points for the quests of a partner’s game, which nothing pays, and none for those of another', () => {
  const game = 'games/boltwhistle-works.json';
  change(game, '"demo-partner"', '"partner"');
  expect(() => readCatalogue(dir)).toThrow(
    /boltwhistle-works\.json[\s\S]*quests: nothing pays quest 12101\./,
  );
  for (const points of ['60', '400', '1800']) change(game, `"points": ${points},`, '"points": 0,');
  expect(readCatalogue(dir).games.find(({ source }) => source === 'partner')?.quests).toHaveLength(3);
  change(game, '"partner"', '"demo-partner"');
  expect(() => readCatalogue(dir)).toThrow(/quests: quest 12101 pays at least 1 point/);
});

test('rejects an article about a missing game', () => {
  change('articles/merge-past-512.json', '"game_id": 1', '"game_id": 999');
  expect(() => readCatalogue(dir)).toThrow(/merge-past-512\.json[\s\S]*game_id: the catalog has no game 999/);
});

describe('a contest', () => {
  const file = 'contests/merge-sevens.json';
  const dates = (from: string, to: string) => `"every": null, "starts_at": "${from}", "ends_at": "${to}"`;

  test('repeats every week, or happens once at its dates', () => {
    change(file, '"every": "week"', dates('2026-12-01T00:00:00Z', '2026-12-08T00:00:00Z'));
    expect(readCatalogue(dir).contests.map(({ every }) => every)).toEqual([null, 'week']);
  });

  test.each([
    [
      'an end before its start',
      dates('2026-12-08T00:00:00Z', '2026-12-01T00:00:00Z'),
      /ends_at: a giveaway ends after/,
    ],
    [
      'an end at its start',
      dates('2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z'),
      /ends_at: a giveaway ends after/,
    ],
    ['a date that is none', dates('1 December', '2026-12-01T00:00:00Z'), /starts_at: /],
    ['no dates', '"every": null', /starts_at: /],
    ['dates and a week', '"every": "week", "starts_at": "2026-12-08T00:00:00Z"', /starts_at: /],
    ['another period', '"every": "day"', /every: /],
  ])('with %s is rejected', (_, text, words) => {
    change(file, '"every": "week"', text);
    expect(() => readCatalogue(dir)).toThrow(words);
  });

  test('without places is rejected', () => {
    change(file, '[700, 500, 400, 300, 200, 200, 200]', '[]');
    expect(() => readCatalogue(dir)).toThrow(/merge-sevens\.json[\s\S]*prizes: /);
  });
});

describe('a case', () => {
  const file = 'cases/tile-drawer.json';

  test.each([
    [
      'pays more than it costs on average',
      '"points": 250',
      '"points": 236',
      /items: they return 236\.8 points on average.* 236\./,
    ],
    ['has an item that pays nothing', '"points": 64', '"points": 0', /first item's points: /],
    ['has an item that can’t be drawn', '"weight": 10 ', '"weight": 0 ', /sixth item's weight: /],
    ['has a weight that isn’t whole', '"weight": 10 ', '"weight": 0.5 ', /sixth item's weight: /],
  ])('that %s is rejected', (_, from, to, words) => {
    change(file, from, to);
    expect(() => readCatalogue(dir)).toThrow(words);
  });

  test('can pay its price on average', () => {
    change(file, '"points": 64', '"points": 108');
    expect(readCatalogue(dir).cases).toHaveLength(3);
  });
});
