import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { parseFrontmatter } from 'astro/markdown';
import satori from 'satori';
import { describe, expect, test } from 'vitest';
import { pngSize } from '../../../scripts/checks/metadata.ts';
import { filesUnder } from '../../../scripts/files.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import {
  CARD_SIZE,
  type Card,
  type CardTicket,
  cardName,
  cardWords,
} from '../../../src/components/cards/card.ts';
import { cardPicture, drawCards } from '../../../src/components/cards/files.ts';
import { hexOf, inkColours } from '../../../src/components/cards/ink.ts';
import {
  drawCard,
  fonts,
  headingSize,
  words,
  wordsHeight,
  wordsRoom,
} from '../../../src/components/cards/picture.ts';
import { encodePng } from '../../../src/components/cards/png.ts';
import { folderWith } from '../scripts/temp.ts';

const ticket: CardTicket = {
  id: 84,
  name: 'Robux',
  kind: 'game credit',
  summary: '400, 800 or 1,700',
  glyph: 'roblox',
  colour: '#2a2d34',
  points: 5000,
  cents: 500,
};
const card: Card = { heading: 'Earn free Robux', under: 'Play games and redeem.', tickets: [ticket] };
const amount = { label: 'W'.repeat(60), points: 1_000_000, cents: 100_000 };

describe('the name of a card', () => {
  test('identifies its page, and changes with the card’s content', () => {
    expect(cardName('/rewards/earn-free-robux', card)).toMatch(/^rewards-earn-free-robux-[0-9a-f]{10}$/);
    expect(cardName('/', card)).toMatch(/^home-[0-9a-f]{10}$/);
    const dearer = { ...card, tickets: [{ ...ticket, points: 5001 }] };
    expect(cardName('/', dearer)).not.toBe(cardName('/', card));
    expect(cardName('/', { ...card })).toBe(cardName('/', card));
  });
});

test('a card has a text alternative', () => {
  expect(cardWords(card)).toBe('Earn free Robux: Play games and redeem.');
  const prices = { ...card, heading: 'Robux', under: [{ label: '400 Robux', points: 5000, cents: 500 }] };
  expect(cardWords(prices)).toBe('Robux: 400 Robux 5,000 pts');
});

describe('the picture', () => {
  test('is a PNG of the stated size, and the same each time', async () => {
    const drawn = await drawCard(card);
    expect(pngSize(drawn)).toBe(`${CARD_SIZE.width}×${CARD_SIZE.height}`);
    expect(drawn.length).toBeLessThan(60 * 1024);
    expect((await drawCard(card)).equals(drawn)).toBe(true);
    expect((await drawCard({ ...card, heading: 'Earn free Robvx' })).equals(drawn)).toBe(false);
  });

  test('a glyph that simple-icons lacks is reported by name', async () => {
    await expect(drawCard({ ...card, tickets: [{ ...ticket, glyph: 'nosuch' }] })).rejects.toThrow('nosuch');
  });
});

describe('room for text', () => {
  test.each<[string, Card]>([
    [
      'the longest heading of a page',
      { ...card, heading: 'Earn free things of many kinds '.repeat(3).slice(0, 80) },
    ],
    ['one endless word', { ...card, heading: 'W'.repeat(80) }],
    [
      'the longest name with all its amounts',
      { heading: `${'W'.repeat(29)} `.repeat(2), under: Array(4).fill(amount), tickets: [] },
    ],
  ])('is enough for %s', async (_, long) => {
    expect(await wordsHeight(long, await headingSize(long))).toBeLessThanOrEqual(wordsRoom);
  });

  test('is enough for every reward of the catalogue, without its heading getting small', async () => {
    for (const { name: heading, amounts: under } of readCatalogue().rewards) {
      const size = await headingSize({ heading, under, tickets: [] });
      expect(size, heading).toBeGreaterThanOrEqual(64);
      expect(await wordsHeight({ heading, under, tickets: [] }, size), heading).toBeLessThanOrEqual(
        wordsRoom,
      );
    }
  });
});

test('a page’s heading is drawn without breaking words', async () => {
  const content = join(import.meta.dirname, '../../../src/content');
  const files = (await filesUnder(content)).filter((file) => file.endsWith('.md'));
  const headings = files.flatMap((file) => {
    const { heading } = parseFrontmatter(readFileSync(join(content, file), 'utf8')).frontmatter;
    return typeof heading === 'string' ? [heading] : [];
  });
  expect(headings.length).toBeGreaterThan(70);
  const broken: string[] = [];
  for (const heading of headings) {
    const one: Card = { heading, under: [], tickets: [] };
    const svg = await satori(words(one, await headingSize(one)), { width: 600, fonts, embedFont: false });
    // A broken word is drawn letter by letter.
    if (/>\p{L}<\/text><text[^>]*>\p{L}</u.test(svg)) broken.push(heading);
  }
  expect(broken).toEqual([]);
});

describe('the picture cache', () => {
  test('reads a picture that was drawn before', async () => {
    const folder = folderWith({});
    const drawn = await cardPicture('robux-1', card, folder);
    const file = join(folder, 'robux-1.png');
    expect(readFileSync(file).equals(drawn)).toBe(true);
    writeFileSync(file, 'kept');
    expect((await cardPicture('robux-1', card, folder)).toString()).toBe('kept');
  });

  test('draws several concurrently, each under its name', async () => {
    const folder = folderWith({});
    const cards = new Map(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, { ...card, heading: name, tickets: [] }] as const),
    );
    await drawCards(cards, folder);
    for (const name of cards.keys()) expect(statSync(join(folder, `${name}.png`)).size).toBeGreaterThan(1000);
  });
});

test('a packed picture unpacks to the same pixels', async () => {
  const pixels = new Uint8Array([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 8, 7, 255]);
  const png = await encodePng({ width: 2, height: 2, pixels });
  expect(pngSize(png)).toBe('2×2');
  const start = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  expect([...rows]).toEqual([0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255, 9, 8, 7]);
});

describe('colours', () => {
  test.each([
    ['white', [1, 0, 0], '#ffffff'],
    ['black', [0, 0, 0], '#000000'],
    ['red', [0.62796, 0.25768, 29.2339], '#ff0000'],
    ['blue', [0.45201, 0.31321, 264.052], '#0000ff'],
  ] as const)('OKLCH %s', (_, [lightness, chroma, hue], hex) => {
    expect(hexOf(lightness, chroma, hue)).toBe(hex);
  });

  test('come from the tokens of the ink theme, and one that is missing is named', () => {
    expect(inkColours('bg').bg).toMatch(/^#0[0-9a-f]{5}$/);
    expect(() => inkColours('nosuch')).toThrow('--nosuch');
  });
});
