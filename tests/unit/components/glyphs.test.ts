/** Our own drawings: items without a logo have one. Those that nothing uses are offered to the writers of pages. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseFrontmatter } from 'astro/markdown';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { readOffers } from '../../../server/features/offers/files.ts';
import { boards as boardFiles, drawings, glyphFile, scenes } from '../../../src/content/glyph-files.ts';
import { REWARD_PAGES } from '../../../src/content/reward-page-check.ts';
import { rewardPageFields } from '../../../src/content/rules.ts';
import { arcadeGames } from '../../../src/lib/arcade/games.ts';
import { artOf, boards } from '../../../src/lib/format/art.ts';
import { articleArt, gamePicture } from '../../../src/lib/format/article-art.ts';

const { rewards, games, cases, contests, articles } = readCatalogue();
const { offers } = readOffers();
const others = ['passkey', 'gamepad', 'chest', 'raffle', 'gift-card', 'library'] as const;
const pictureOf = (article: Parameters<typeof articleArt>[0]) => artOf(articleArt(article));

test('nearly every reward has its own glyph, and each game one of its kind', () => {
  const own = new Set(rewards.map(({ glyph }) => glyph ?? 'gift-card'));
  expect(own.size).toBeGreaterThan(rewards.length * 0.8);
  for (const { name, genre } of games)
    expect(artOf({ names: [name, genre], other: 'chest' }), name).not.toBe('chest');
});

test('no two rewards share one of our own drawings', () => {
  const ours = new Set(drawings());
  const shown = rewards
    .map(({ glyph }) => glyph ?? 'gift-card')
    .filter((name) => ours.has(name))
    .map((name) => readFileSync(glyphFile(process.cwd(), name) ?? '', 'utf8'));
  expect(shown.length).toBeGreaterThan(10);
  expect(shown).toEqual([...new Set(shown)]);
});

test('sprites show people and their creatures, and nothing else', () => {
  const users = globSync('src/**/*.{tsx,astro}').filter((file) =>
    /^import .*\bSprite\b/m.test(readFileSync(file, 'utf8')),
  );
  expect(users.map((file) => basename(file)).sort()).toEqual([
    'Board.tsx',
    'Creatures.tsx',
    'ErrorPage.astro',
    'Friends.tsx',
    'MenuIsland.tsx',
    'OpinionItem.tsx',
    'Prizes.tsx',
    'ProfileForm.tsx',
    'ProfileIsland.tsx',
    'SignedIn.tsx',
  ]);
});

test('each of our own games shows its board, found by its address and by its name', () => {
  const own = Object.keys(arcadeGames).sort();
  expect(boardFiles()).toEqual(own);
  expect([...boards].sort()).toEqual(own);
  for (const { name, slug, arcade } of games) {
    const shown = [slug, name].map((called) => artOf({ names: [called], other: 'gamepad' }));
    if (arcade !== null) expect(shown, name).toEqual([arcade, arcade]);
    else expect(boards, name).not.toContain(shown[0]);
  }
});

test('each case and each giveaway has its own glyph', () => {
  const marks = [
    ...cases.map(({ slug }) => artOf({ names: [slug], other: 'chest' })),
    ...contests.map(({ slug }) => artOf({ names: [slug], other: 'raffle' })),
  ];
  expect(marks).toEqual([...new Set(marks)]);
});

test('each article shows its game, or else what it is about, and any other one books', () => {
  const subjects = articles.flatMap(({ title, game_id: about, glyph }) => {
    const game = games.find((one) => one.id === about);
    const shown = pictureOf({ title, picture: gamePicture(game), glyph });
    if (!game) return [shown];
    expect(shown, title).toBe(glyph ?? game.arcade ?? artOf({ names: [game.genre], other: 'gamepad' }));
    return [];
  });
  expect(subjects.length).toBeGreaterThan(2);
  expect(subjects).toEqual([...new Set(subjects)]);
  expect(subjects).not.toContain('library');
  expect(pictureOf({ title: 'By a player', picture: null })).toBe('library');
});

test('each drawing that is used exists', () => {
  const shown = [
    ...others,
    ...rewards.flatMap(({ glyph }) => glyph ?? []),
    ...games.flatMap(({ name, genre, arcade }) =>
      arcade === null ? artOf({ names: [name, genre], other: 'gamepad' }) : [],
    ),
    ...cases.map(({ slug }) => artOf({ names: [slug], other: 'chest' })),
    ...contests.map(({ slug }) => artOf({ names: [slug], other: 'raffle' })),
    ...offers.map(({ slug, kind }) => artOf({ names: [slug, kind], other: 'gamepad' })),
    ...articles.flatMap((article) => (article.game_id === null ? pictureOf(article) : [])),
  ];
  expect(shown.filter((name) => !glyphFile(process.cwd(), name))).toEqual([]);
});

test('nearly every guide has pictures of its steps', () => {
  const guides = readdirSync(REWARD_PAGES).filter((file) => file.endsWith('.md'));
  const shown = guides.filter((file) => {
    const { frontmatter } = parseFrontmatter(readFileSync(`${REWARD_PAGES}/${file}`, 'utf8'));
    return (rewardPageFields.parse(frontmatter).scenes ?? []).length > 0;
  });
  expect(shown.length).toBeGreaterThan(guides.length * 0.8);
  // These two begin every guide (components/RedeemSteps.astro).
  expect(scenes()).toEqual(expect.arrayContaining(['play', 'ticket']));
});
