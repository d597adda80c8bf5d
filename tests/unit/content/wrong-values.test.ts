/** Mistakes in a file that its schema alone can't see. The whole sentence is what someone reads who writes the file by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { contentSentences } from '../../../src/content/kinds.ts';

const ROOT = join(import.meta.dirname, '../../..');
const GUIDE = 'src/content/rewards/earn-free-robux.md';
const LIST = 'src/content/reward-lists/pc.md';
const ROBUX = 'src/content/catalogue/rewards/robux.json';
const STEAM = 'src/content/catalogue/rewards/steam-wallet-code.json';
const ARTICLE = 'src/content/catalogue/articles/codes-or-top-up.json';
const CONTEST = 'src/content/catalogue/contests/merge-sevens.json';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

function sentences(file: string, text: string): string[] {
  expect(text).not.toBe(read(file));
  return contentSentences(pathToFileURL(`${ROOT}/`), new Map([[file, text]]));
}

test.each<[string, RegExp | string, string, string]>([
  [GUIDE, /^reviewed: .*$/m, 'reviewed: 2026-02-30', "reviewed is 2026-02-30, a day that doesn't exist"],
  [GUIDE, / {2}- date: .*$/m, '  - date: 2026-11-31', "date is 2026-11-31, a day that doesn't exist"],
  [
    GUIDE,
    /^title: .*$/m,
    'title: Robux: how to earn some',
    "the part between the --- lines can't be read: bad indentation of a mapping entry (2:13). A value with a colon in it needs quotes around it",
  ],
  [GUIDE, /\n---\n/, '\n', 'the file must begin with its fields between two lines of ---'],
  [
    GUIDE,
    /$/,
    '\n![Roblox](https://www.roblox.com/logo.png)\n',
    'text shows "https://www.roblox.com/logo.png", but readers only see pictures of our own site',
  ],
])('%s with %s', (file, from, to, words) => {
  expect(sentences(file, read(file).replace(from, to))).toEqual([`${file}: ${words}.`]);
});

test('a file that begins with a byte order mark is read like any other', () => {
  expect(sentences(GUIDE, `\uFEFF${read(GUIDE)}`)).toEqual([]);
});

/** With other values in an entry of the catalogue. */
const inEntry = (file: string, values: object) =>
  sentences(file, JSON.stringify({ ...JSON.parse(read(file)), ...values }));

test('the number of an amount is used once in the whole catalogue', () => {
  const [first, second, third] = JSON.parse(read(ROBUX)).amounts;
  expect(inEntry(ROBUX, { amounts: [first, { ...second, id: first.id }, third] })).toEqual([
    `${ROBUX}: the second amount's id is ${first.id}, which another amount already has. Choose another number.`,
  ]);
  expect(inEntry(ROBUX, { amounts: [first, { ...second, id: 101 }, third] })).toEqual([
    `${STEAM}: the first amount's id is 101, which ${ROBUX} already has. Choose another number.`,
  ]);
});

test.each([
  [ARTICLE, { published_at: '2026-02-30' }, 'published_at must be a date such as 2026-11-20'],
  [ARTICLE, { game_id: 12_345 }, 'game_id is 12345, but the catalog has no such game'],
  [
    CONTEST,
    { every: null, starts_at: '2026-12-08T00:00:00Z', ends_at: '2026-12-01T00:00:00Z' },
    'ends_at must be after starts_at',
  ],
  [
    CONTEST,
    { every: null, starts_at: 'tomorrow', ends_at: '2026-12-01T00:00:00Z' },
    'starts_at must be a time such as 2026-12-01T12:00:00Z',
  ],
  [
    ROBUX,
    { delivery: { kind: 'account', pattern: '(' } },
    'delivery.pattern must be a valid regular expression',
  ],
])('%s with %j', (file, values, words) => {
  const found = inEntry(file, values);
  expect(found).toContain(`${file}: ${words}.`);
  expect(new Set(found).size).toBe(found.length);
});

test('a list that ends below where it begins is rejected', () => {
  const text = read(LIST).replace(/^---\n/, '---\nfrom: 9000\nup_to: 10\n');
  expect(sentences(LIST, text)).toContain(`${LIST}: up_to must not be less than from.`);
});
