/** Our own drawings: each item without a logo has one, and each drawing is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { parseFrontmatter } from 'astro/markdown';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { readOffers } from '../../../server/features/offers/files.ts';
import { drawings, glyphFile, scenes } from '../../../src/content/glyph-files.ts';
import { REWARD_PAGES } from '../../../src/content/reward-page-check.ts';
import { rewardPageFields } from '../../../src/content/rules.ts';
import { artOf } from '../../../src/lib/format/art.ts';

const { rewards, games, cases, contests } = readCatalogue();
const { offers } = readOffers();
const others = ['passkey', 'gamepad', 'chest', 'raffle', 'gift-card'] as const;

test('each reward has its own glyph, and each game one of its kind', () => {
  const marks = rewards.map(({ glyph }) => glyph);
  expect(marks.filter((mark) => mark === null || !glyphFile(process.cwd(), mark))).toEqual([]);
  const ours = drawings();
  const drawn = marks.filter((mark) => ours.includes(mark ?? ''));
  expect(drawn).toEqual([...new Set(drawn)]);
  for (const { name, genre } of games) expect(artOf([name, genre], 'chest'), name).not.toBe('chest');
});

test('each case and each giveaway has its own glyph', () => {
  const marks = [
    ...cases.map(({ slug }) => artOf([slug], 'chest')),
    ...contests.map(({ slug }) => artOf([slug], 'raffle')),
  ];
  expect(marks).toEqual([...new Set(marks)]);
});

test('each drawing is used, and each used drawing exists', () => {
  const shown = [
    ...others,
    ...rewards.flatMap(({ glyph }) => glyph ?? []),
    ...games.map(({ name, genre }) => artOf([name, genre], 'gamepad')),
    ...cases.map(({ slug }) => artOf([slug], 'chest')),
    ...contests.map(({ slug }) => artOf([slug], 'raffle')),
    ...offers.map(({ slug, kind }) => artOf([slug, kind], 'gamepad')),
  ];
  expect(drawings().filter((name) => !shown.includes(name))).toEqual([]);
  expect(shown.filter((name) => !glyphFile(process.cwd(), name))).toEqual([]);
});

test('each guide has pictures of its steps, and each picture is used in one', () => {
  const guides = readdirSync(REWARD_PAGES).filter((file) => file.endsWith('.md'));
  const shown = guides.map((file) => ({
    file,
    names:
      rewardPageFields.parse(parseFrontmatter(readFileSync(`${REWARD_PAGES}/${file}`, 'utf8')).frontmatter)
        .scenes ?? [],
  }));
  expect(shown.filter(({ names }) => names.length === 0)).toEqual([]);
  // These two begin every guide (components/RedeemSteps.astro).
  expect([...new Set(['play', 'ticket', ...shown.flatMap(({ names }) => names)])].sort()).toEqual(scenes());
});
