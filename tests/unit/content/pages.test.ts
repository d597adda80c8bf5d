import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { textSentences } from '../../../scripts/content-texts.ts';
import { signIn } from '../../../server/config/player-settings.ts';
import { holdHours, holdWords } from '../../../server/features/ledger/holds.ts';
import { ENDED_SESSION_DAYS, ROUND_DAYS } from '../../../server/jobs/retention.ts';
import { alikeSentences, overlap, shingles } from '../../../src/content/alike.ts';
import {
  CASE_AGE,
  DETAILS_DAYS,
  FACTOR_RECOVERY_HOLD_HOURS,
  FACTOR_RECOVERY_OPEN_DAYS,
  FACTOR_RECOVERY_WAIT_DAYS,
  GUEST_ROUND_MINUTES,
  KEPT_SIGNALS_DAYS,
  MIN_AGE,
  MIN_ORDER_POINTS,
  PROVIDER_MINUTES,
  SAVED_DETAILS_DAYS,
  SESSION_DAYS,
} from '../../../src/lib/contract/limits.ts';
import type { HoldStep } from '../../../src/lib/contract/offers/offer-files.ts';
import { POINTS_PER_DOLLAR } from '../../../src/lib/site.ts';

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

/** A page's text, with single spaces. */
const pageText = (file: string) => read(file).replaceAll(/\s+/g, ' ');
const DAY_HOURS = 24;
/** As the pages write small numbers. */
const inWords = (count: number) => ['no', 'a', 'two', 'three', 'four', 'five'][count] ?? String(count);
/** From the report to the last possible end of the hold on orders. */
const recoveryDays =
  FACTOR_RECOVERY_WAIT_DAYS + FACTOR_RECOVERY_OPEN_DAYS + FACTOR_RECOVERY_HOLD_HOURS / DAY_HOURS;

test.each([
  ['signs of a deleted account', KEPT_SIGNALS_DAYS, 'that we keep as keyed hashes for N days'],
  ['signs of a deleted account, in the table', KEPT_SIGNALS_DAYS, 'some for N days more'],
  ['delivery details', DETAILS_DAYS, 'the copy in an order for N days after it is settled'],
  ['saved delivery details', inWords(SAVED_DETAILS_DAYS / 365), 'or N year after their last use'],
  ['a session in use', SESSION_DAYS, 'or N days in total'],
  ['a session without use', v.getDefault(signIn.SESSION_IDLE_DAYS), 'after N days without use'],
  ['an ended session', SESSION_DAYS + ENDED_SESSION_DAYS, 'At most N days after login'],
  ['a device with notifications', ENDED_SESSION_DAYS, 'or N days after you log out there'],
  ['a lost second factor', inWords(Math.ceil(recoveryDays / 7)), 'a report for at most N weeks'],
  ['rounds', (ROUND_DAYS / 365) * 12, "play that isn't human | N months at most"],
  ['a guest’s best round', inWords(GUEST_ROUND_MINUTES / 60), 'when you sign up within N hours'],
  ['the cookie of a provider', PROVIDER_MINUTES, 'a cookie lasts N minutes'],
])('the privacy page says how long we keep %s', (_, time, words) => {
  expect(pageText('src/content/legal/privacy.md')).toContain(words.replace('N', String(time)));
});

test('the legal pages name the youngest age for an account, and for what is 18+', () => {
  expect(read('src/content/legal/terms.md')).toContain(`at least ${MIN_AGE} years old`);
  expect(read('src/content/legal/terms.md')).toContain(`are ${CASE_AGE}+`);
  const privacy = read('src/content/legal/privacy.md');
  expect(privacy).toContain(`Nobody under ${MIN_AGE} may have an account`);
  expect(privacy).toContain(`Players under ${CASE_AGE},`);
});

test('the terms name the smallest order, and the usual times for which points are held', () => {
  const terms = read('src/content/legal/terms.md');
  expect(terms).toContain(`The smallest order is ${MIN_ORDER_POINTS} points.`);
  const demo: { readonly holds: readonly HoldStep[] } = JSON.parse(
    read('src/content/catalogue/partners/demo.json'),
  );
  const wordsFor = (cents: number) => holdWords(holdHours(demo.holds, (cents * POINTS_PER_DOLLAR) / 100));
  const [least, middle, most] = [100, 1000, 1001].map(wordsFor);
  expect(terms).toContain(`${least} for up to one dollar, ${middle} for up to ten and ${most} above that`);
});
