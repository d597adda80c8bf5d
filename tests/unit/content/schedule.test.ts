/** Drafts, and what is published later or expires. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { stampOf } from '../../../scripts/build.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { shownOn } from '../../../server/features/catalogue/import.ts';
import { catalogues, contentSentences, pages } from '../../../src/content/kinds.ts';
import { knownLinks } from '../../../src/content/known-links.ts';
import { checkFolder } from '../../../src/content/pages-loader.ts';
import { retiredPages } from '../../../src/content/retired.ts';
import { isShown } from '../../../src/lib/contract/catalogue/schedule.ts';
import { folderWith } from '../scripts/temp.ts';

const ROOT = join(import.meta.dirname, '../../..');
const root = pathToFileURL(`${ROOT}/`);
const GUIDE = 'src/content/rewards/earn-free-robux.md';
const guide = readFileSync(join(ROOT, GUIDE), 'utf8');

test.each([
  [{}, true],
  [{ draft: true }, false],
  [{ publish_on: '2026-11-20' }, true],
  [{ publish_on: new Date('2026-11-21') }, false],
  [{ expires_on: '2026-11-20' }, false],
  [{ expires_on: new Date('2026-11-21') }, true],
])('%j on 20 November: %s', (schedule, expected) => {
  expect(isShown(schedule, '2026-11-20')).toBe(expected);
});

test.each([
  ['draft: true', true],
  ['publish_on: 2999-01-01', true],
  ['expires_on: 2020-01-01', true],
  ['publish_on: 2020-01-01\nexpires_on: 2999-01-01', false],
])('a reward page with %s', (fields, isHidden) => {
  const texts = new Map([[GUIDE, guide.replace('reviewed:', `${fields}\nreviewed:`)]]);
  expect(contentSentences(root, texts)).toEqual([]);
  const page = checkFolder(pages.rewards, root, texts).pages.get('earn-free-robux');
  expect(page && pages.rewards.isUnpublished?.(page.fields)).toBe(isHidden);
});

test('a wrong day is reported', () => {
  const texts = new Map([[GUIDE, guide.replace('reviewed:', 'publish_on: soon\ndraft: maybe\nreviewed:')]]);
  expect(contentSentences(root, texts)).toEqual([
    `${GUIDE}: draft must be true, or left out.`,
    `${GUIDE}: publish_on must be a date such as 2026-11-20.`,
  ]);
});

test('the address of an expired guide or article redirects to the list, and no page links to an unpublished one', () => {
  const files = {
    'src/content/rewards/gone.md': '---\nexpires_on: 2020-01-01\n---\n',
    'src/content/rewards/later.md': '---\npublish_on: 2999-01-01\n---\n',
    'src/content/rewards/now.md': '---\npublish_on: 2020-01-01\n---\n',
    'src/content/catalogue/articles/gone.json': '{ "expires_on": "2020-01-01" }',
    'src/content/catalogue/articles/now.json': '{ "expires_on": "2999-01-01" }',
    'src/content/other-sites.json': '{ "sites": [] }',
  };
  const folder = folderWith(files);
  expect(retiredPages(folder)).toEqual({ '/rewards/gone': '/rewards', '/articles/gone': '/articles' });
  const { pages: known } = knownLinks(pathToFileURL(`${folder}/`));
  expect(['gone', 'later', 'now'].filter((slug) => known.has(`/rewards/${slug}`))).toEqual(['gone', 'now']);
});

test('articles appear and disappear on site and API on the same day', () => {
  const catalogue = readCatalogue();
  const [article] = catalogue.articles;
  if (!article) throw new Error('no articles');
  const { isUnpublished } = catalogues.catalogueArticles;
  for (const [change, isThere] of [
    [{}, true],
    [{ draft: true }, false],
    [{ published_at: '2999-01-01' }, false],
    [{ expires_on: '2020-01-01' }, false],
  ] as const) {
    const changed = { ...article, ...change };
    expect(shownOn({ ...catalogue, articles: [changed] }).articles).toEqual(isThere ? [changed] : []);
    expect(isUnpublished?.(changed)).toBe(!isThere);
  }
});

test('yesterday’s build is stale once something is published', async () => {
  const folder = folderWith({ 'src/content/rewards/a.md': '---\npublish_on: 2026-11-20\n---\n' });
  const on = (day: string) => stampOf(folder, {}, ['src'], day);
  expect(await on('2026-11-18')).toBe(await on('2026-11-19'));
  expect(await on('2026-11-19')).not.toBe(await on('2026-11-20'));
  expect(await on('2026-11-20')).toBe(await on('2026-11-21'));
});
