import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { textSentences } from '../../../scripts/content-texts.ts';
import { alikeSentences, overlap, shingles } from '../../../src/content/alike.ts';
import { DETAILS_DAYS, KEPT_SIGNALS_DAYS } from '../../../src/lib/contract/limits.ts';

const ROOT = join(import.meta.dirname, '../../..');
const root = pathToFileURL(`${ROOT}/`);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('the measure of similarity sees a copy, a rewrite and a half', () => {
  const text = 'one two three four five six seven eight nine ten';
  const similarity = (other: string) => overlap(shingles(text), shingles(other));
  expect(similarity(text)).toBe(1);
  expect(similarity([...text.split(' ')].reverse().join(' '))).toBe(0);
  expect(
    similarity(
      `${text} ${text
        .split(' ')
        .map((word) => `${word}x`)
        .join(' ')}`,
    ),
  ).toBeCloseTo(0.375);
});

test('the build finds no problem in the texts', async () => {
  expect(await textSentences(root)).toEqual([]);
});

test('a text that sounds translated is reported to its writer', async () => {
  const file = 'src/content/rewards/a-new-one.md';
  expect(
    await textSentences(root, new Map([[file, '---\ntitle: x\n---\n\nThe code stands below.\n']])),
  ).toEqual([`${file}:5 says “stands” in “The code stands below.”\n  Better: “is shown”, “is”, or “see …”.`]);
});

test('a text copied from another page is reported with both pages', () => {
  const [one, other] = ['src/content/rewards/a-copy.md', 'src/content/rewards/earn-free-robux.md'];
  const copied = new Map([[one, read(other)]]);
  expect(alikeSentences(root, copied)).toEqual([
    `${one}: title is the same as in ${other}; it must differ.`,
    `${one}: description is the same as in ${other}; it must differ.`,
    `${one}: text shares 100% with ${other}; it must share less than 10%.`,
  ]);
  // A page moves to another address by a copy that replaces it.
  const retired = read(other).replace(/^reviewed/m, 'retired: a-copy\nreviewed');
  expect(alikeSentences(root, copied.set(other, retired))).toEqual([]);
  const article = 'src/content/catalogue/articles/a-copy.json';
  const [taken = ''] = /## [\s\S]*/.exec(read('src/content/legal/terms.md')) ?? [];
  expect(alikeSentences(root, new Map([[article, JSON.stringify({ body: taken })]]))).toEqual([
    expect.stringMatching(/a-copy\.json: text shares \d+% with src\/content\/legal\/terms\.md/),
  ]);
});

test.each([
  ['signs of a deleted account', KEPT_SIGNALS_DAYS, 'that we keep as keyed hashes for N days'],
  ['delivery details', DETAILS_DAYS, 'the copy in an order for N days after it is settled'],
])('the privacy page says how long we keep %s', (_, days, words) => {
  expect(read('src/content/legal/privacy.md')).toContain(words.replace('N', String(days)));
});
