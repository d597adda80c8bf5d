import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseFrontmatter } from 'astro/markdown';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { rewardListSchema } from '../../../src/content/rules.ts';
import { rewardKinds } from '../../../src/lib/contract/catalogue.ts';

const { rewards, games, articles } = readCatalogue();
const root = new URL('../../../src/content/', import.meta.url);

function pagesOf(folder: string) {
  const dir = fileURLToPath(new URL(`${folder}/`, root));
  return readdirSync(dir).map((file) => {
    const [, frontmatter = '', body = ''] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(`${dir}${file}`, 'utf8')) ?? [];
    return { slug: file.replace(/\.md$/, ''), frontmatter, body };
  });
}
const rewardPages = pagesOf('rewards');
const allPages = [
  ...['rewards', 'reward-lists', 'pages', 'legal', 'games'].flatMap(pagesOf),
  ...articles.map(({ id, body }) => ({ slug: `article ${id}`, body })),
];
const quests = games
  .filter(({ source }) => source === 'own')
  .flatMap((game) => game.quests.map(({ name }) => name));

/** The quests of our own games that a text names in italics. */
const questsIn = (body: string) =>
  [...body.matchAll(/(?<!\*)\*((?:Finish|Score|Make|Play)\s[^*]+)\*(?!\*)/g)].map(([, name = '']) =>
    name.replace(/\s+/g, ' '),
  );

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/** All runs of five words. */
function shingles(text: string): Set<string> {
  const list = words(text);
  return new Set(list.slice(4).map((_, at) => list.slice(at, at + 5).join(' ')));
}

/** How much two texts share: 0 nothing, 1 all (Jaccard, over runs of five words). */
function overlap(a: Set<string>, b: Set<string>): number {
  const both = [...a].filter((shingle) => b.has(shingle)).length;
  return both / (a.size + b.size - both);
}

const similarity = (one: string, other: string) => overlap(shingles(one), shingles(other));

test('the measure of similarity sees a copy, a rewrite and a half', () => {
  const text = 'one two three four five six seven eight nine ten';
  expect(similarity(text, text)).toBe(1);
  expect(similarity(text, [...text.split(' ')].reverse().join(' '))).toBe(0);
  expect(
    similarity(
      text,
      `${text} ${text
        .split(' ')
        .map((word) => `${word}x`)
        .join(' ')}`,
    ),
  ).toBeCloseTo(0.375);
});

describe.each(rewardPages.map(({ slug, ...page }) => ({ slug, ...page })))(
  '$slug',
  ({ slug, frontmatter, body }) => {
    test('is about a reward of the catalogue', () => {
      const reward = Number(/^reward: (\d+)$/m.exec(frontmatter)?.[1]);
      expect(rewards.map(({ id }) => id)).toContain(reward);
    });

    test('names related pages that exist', () => {
      const related = [...frontmatter.matchAll(/^ {2}- (\S+)$/gm)].map(([, name]) => name);
      expect(related.length).toBeGreaterThanOrEqual(3);
      expect(related.length).toBeLessThanOrEqual(5);
      for (const name of related) {
        expect(name).not.toBe(slug);
        expect(rewardPages.map((page) => page.slug)).toContain(name);
      }
    });

    test('has substance, and leaves points to the catalogue', () => {
      expect(words(body).length).toBeGreaterThanOrEqual(600);
      expect(words(body).length).toBeLessThanOrEqual(1200);
      expect(body).not.toMatch(/\d\s*(points|pts)\b/i);
    });

    test('speaks of quests by the names that they have', () => {
      const named = questsIn(body);
      expect(named.length).toBeGreaterThan(2);
      for (const name of named) expect(quests).toContain(name);
    });
  },
);

test.each(articles)('the article $id has substance, and names quests as they are', ({ body }) => {
  expect(words(body).length).toBeGreaterThanOrEqual(600);
  expect(words(body).length).toBeLessThanOrEqual(1200);
  for (const name of questsIn(body)) expect(quests).toContain(name);
});

test('the hubs by kind list each reward once, and any hub says enough and names what is there', () => {
  const hubs = pagesOf('reward-lists').map(({ slug, frontmatter, body }) => {
    const { frontmatter: fields } = parseFrontmatter(`---\n${frontmatter}\n---\n`);
    return { slug, body, ...rewardListSchema.parse(fields) };
  });
  expect(hubs.flatMap(({ kinds }) => kinds ?? []).sort()).toEqual([...rewardKinds].sort());
  const told = rewards.map(({ game }) => game);
  for (const { slug, body, games: named = [], works = [] } of hubs) {
    expect(words(body).length, slug).toBeGreaterThanOrEqual(90);
    expect(told, slug).toEqual(expect.arrayContaining([...named]));
    for (const text of works)
      expect(
        rewards.some(({ regions }) => regions.includes(text)),
        `${slug}: ${text}`,
      ).toBe(true);
  }
});

test('any two pages share little', () => {
  const told = allPages.map(({ slug, body }) => ({ slug, of: shingles(body) }));
  const pairs = told.flatMap((one, at) => told.slice(at + 1).map((other) => ({ one, other })));
  expect(pairs.length).toBeGreaterThanOrEqual(21);
  const alike = pairs
    .map(({ one, other }) => ({ pair: `${one.slug} · ${other.slug}`, shared: overlap(one.of, other.of) }))
    .filter(({ shared }) => shared >= 0.1);
  expect(alike).toEqual([]);
});

test.each(allPages.map(({ slug, body }) => [slug, body]))('%s keeps to plain words', (_slug, body) => {
  expect(body).not.toMatch(/!(?!\[)|\bfree money\b|\{\{|TODO|lorem/i);
});
