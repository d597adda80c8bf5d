/** All texts give the same time to report a faulty code or a missing order, and none promises a second code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DELIVERY_DAYS, DISPUTE_DAYS } from '../../../src/lib/contract/limits.ts';

const content = join(import.meta.dirname, '../../../src/content');

const NUMBERS = ['two', 'three', 'four', 'five', 'seven', 'ten', 'fourteen', 'thirty', 'sixty', 'ninety'];
const TIME = new RegExp(`\\b(\\d+|${NUMBERS.join('|')})[ -](hour|day|week|month|year)s?\\b`, 'gi');
/** What a player does about a faulty code or a missing order. */
const REPORTING =
  /\breport(?:ed|ing|s)?\b|\b(?:contact|send|show|tell)(?:ing)? us\b|\bwrit(?:e|ing) to us\b|\bcomplain/i;
/** What is wrong with a code: 'a code that fails', 'an unused key'. */
const FAULTY =
  /\b(?:cards?|codes?|keys?|ones?|pins?)\b[^.]*\b(?:bad|dead|doesn['’]t work|fail(?:s|ed)?|faulty|invalid|refused|unused)\b|\b(?:dead|faulty|unused) (?:card|code|key|one|pin)\b/i;
/** Sentences whose time is another one: ours to answer, or that of an order which we couldn't deliver. */
const ANSWERING = /\bwe (?:aim to )?answer\b/i;
const ENDING = /\bcancel|\border ends\b/i;
const ANOTHER = '(?:another|a (?:fresh|new|second))';
const REPLACING = [
  /\bwe\b[^.;,]*? replace\b/i,
  /\b(?:code|key|one|unused|it)\b[^.;,]*?(?:['’]s| is| was| will be) replaced\b/i,
  new RegExp(`\\b${ANOTHER}(?: code| key| one)? or (?:its|the|your) points\\b`, 'i'),
  new RegExp(`\\bwe\\b[^.;]*? (?:find|give you|look for|owe you|send you) ${ANOTHER}\\b`, 'i'),
];

/** Returns the sentences of a text, each after the one before it in its paragraph. A row of a table is a paragraph. */
const sentencesIn = (text: string): (readonly [before: string, sentence: string])[] =>
  text.split(/\n\s*\n|\n(?=[-|#*]|\d+\. )/).flatMap((paragraph) => {
    const list = paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+/);
    return list.map((sentence, at) => [list[at - 1] ?? '', sentence] as const);
  });

/** Returns the sentences that give another time, or promise a second code. */
const wrongIn = (text: string): string[] =>
  sentencesIn(text).flatMap(([before, sentence]) => {
    const times = [...sentence.matchAll(TIME)].map(([, count = '', unit = '']) => `${count} ${unit}`);
    const isReport = [before, sentence].some((one) => REPORTING.test(one) || FAULTY.test(one));
    const isOther =
      ANSWERING.test(sentence) ||
      (ENDING.test(sentence) &&
        times.every((time) => [`${DELIVERY_DAYS} day`, 'fourteen day'].includes(time)));
    const hasWrongTime = isReport && !isOther && times.some((time) => time !== `${DISPUTE_DAYS} day`);
    return hasWrongTime || REPLACING.some((words) => words.test(sentence)) ? [sentence] : [];
  });

/** Returns each text of a file: a whole page, and every string of an entry. */
function textsOf(file: string): string[] {
  const text = readFileSync(join(content, file), 'utf8');
  if (!file.endsWith('.json')) return [text];
  const found: string[] = [];
  JSON.parse(text, (_key, value) => {
    if (typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}

test.each([
  'Tell us within 14 days.',
  'The code must be unused.\nYou have fourteen days.',
  'Use it soon, since you can report a code that fails for two weeks only.',
  '| Used by someone else | [Report it](/contact) within 30 days |',
  'If nobody has used it, we’ll replace it or give you back its points.',
  "If it wasn't used, it's replaced or your points come back.",
  "A code that's really dead is replaced.",
  'You get another one or your points back.',
  'For a dead code that nobody has used we look for another.',
])('“%s” is wrong', (text) => {
  expect(wrongIn(text)).toHaveLength(1);
});

test.each([
  `Report it within ${DISPUTE_DAYS} days of delivery. If nobody has used it, your points come back.`,
  `Write to us. What we can't deliver within ${DELIVERY_DAYS} days is cancelled.`,
  'You can report a problem there. We aim to answer within 5 days.',
  "A lost or stolen code isn't replaced by Nintendo.",
  'A purchase can be returned within fourteen days.',
])('“%s” is right', (text) => {
  expect(wrongIn(text)).toEqual([]);
});

test('no text gives another time to report a problem than orders do, or promises a second code', () => {
  const files = readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:md|json)$/.test(name))
    // It names reports among the data that we keep, each with its own time.
    .filter((name) => name !== 'legal/privacy.md');
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) =>
    textsOf(file)
      .flatMap(wrongIn)
      .map((sentence) => `${file}: ${sentence}`),
  );
  expect(found).toEqual([]);
});
