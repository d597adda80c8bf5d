/** The texts of the home page and the lists: their rules, and how they are rendered. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFrontmatter } from 'astro/markdown';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import {
  copyProblems,
  FIGURES,
  homeSchema,
  hubSchema,
  sumOf,
  withFigures,
} from '../../../src/content/copy-rules.ts';
import { questionProblems, questionsIn } from '../../../src/content/questions.ts';
import { fieldProblems } from '../../../src/content/rules.ts';
import { formatPoints } from '../../../src/lib/format/points.ts';

test('a figure replaces its name, and nothing else does', () => {
  const all = {
    name: 'P',
    rate: '',
    rateMoney: '',
    minutes: '6',
    least: '500',
    leastMoney: '',
    leastName: 'A & B',
    rewards: '',
    games: '',
    gameCount: '',
    welcome: '',
    daily: '',
    week: '',
  };
  expect(withFigures('{name}: from {least} points {else}', all)).toBe('P: from 500 points {else}');
  expect(withFigures('{leastName}', all, (figure) => figure.replace('&', '&amp;'))).toBe('A &amp; B');
  expect(FIGURES).toEqual(Object.keys(all));
});

test.each<[string, object, string, string[]]>([
  ['all is well', { lead: 'Up to {daily} points' }, 'And {games}.', []],
  [
    'an unknown figure',
    { steps: [{ text: 'From {lest}' }] },
    '',
    ["steps.0.text has {lest}, which isn't a figure"],
  ],
  ['a figure in the text', {}, 'Up to \\{dayly} a day', ["text has {dayly}, which isn't a figure"]],
  [
    'points written out',
    { lead: 'Up to 1,500 points a day' },
    '',
    ['lead has "1,500 points". Leave points out'],
  ],
  ['hype', { lead: 'Free money' }, 'Now!', ['lead has "Free money"', 'text has "!"']],
])('%s', (_what, fields, body, found) => {
  const seen = copyProblems(fields, body).map(({ field, words }) => `${field} ${words}`);
  expect(seen).toEqual(found.map((start) => expect.stringContaining(start)));
});

test.each<[string, string[]]>([
  ['### Why?\n\nBecause.\n\n### How?\n\nSo.', []],
  ['### Why?\n\n### How?\n\nSo.', ['has no answer to "Why?"']],
  ['Before.\n\n### Why?\n\nBecause.', ['must consist of questions']],
  ['## Why?\n\nBecause.', ['must consist of questions']],
  ['', ['must consist of questions']],
])('questions as %j', (body, found) => {
  expect(questionProblems(body).map(({ words }) => words)).toEqual(
    found.map((words) => expect.stringContaining(words)),
  );
});

test('questions are taken out of their HTML', () => {
  expect(
    questionsIn('<h3 id="why">Why?</h3>\n<p>Because.</p>\n<p>So.</p>\n<h3 id="b">How?</h3>\n<p>So.</p>'),
  ).toEqual([
    { heading: 'Why?', answer: '<p>Because.</p>\n<p>So.</p>' },
    { heading: 'How?', answer: '<p>So.</p>' },
  ]);
});

test('a missing or long field is reported by name', () => {
  const seen = fieldProblems(homeSchema, { title: 'Short', steps: [], colour: 'red' }).map(
    ({ field, words }) => `${field} ${words}`,
  );
  expect(seen).toEqual(
    expect.arrayContaining([
      'title has 5 characters; it must have 15 to 60',
      'lead is missing',
      'steps must have 3 steps',
      'receipt is missing',
      "colour isn't a field of this page. Remove it, or correct its name",
    ]),
  );
  const line = { what: 'A round', why: 'confirmed', points: '1200' };
  const receipt = { heading: 'An example', total: 'All of it', lines: [line, line, line] };
  expect(fieldProblems(homeSchema, { receipt })).toEqual(
    expect.arrayContaining([
      { field: 'receipt.lines.0.points', words: 'must be points, such as +1,200 or −150' },
      { field: 'receipt.lines', words: 'must have 4 lines' },
    ]),
  );
  expect(fieldProblems(hubSchema, { lead: 'x'.repeat(241) })).toContainEqual({
    field: 'lead',
    words: 'has 241 characters; it must have 20 to 240',
  });
});

test('amounts of an example add up', () => {
  expect(sumOf(['+1,200', '−150', '+0'])).toBe(1050);
});

test('the example on the home page pays what the catalogue’s quests pay', () => {
  const home = readFileSync(join(import.meta.dirname, '../../../src/content/landing/home.md'), 'utf8');
  const { lines, total } = homeSchema.parse(parseFrontmatter(home).frontmatter).receipt;
  const merge = readCatalogue().games.find(({ arcade }) => arcade === 'merge');
  const questOf = (period: string, metric: string, goal: number) => {
    const found = merge?.quests.find(
      (quest) => quest.period === period && quest.metric === metric && quest.goal === goal,
    );
    if (!found) throw new Error(`Merge has no ${period} quest for ${metric} ${goal}`);
    return found;
  };
  const [scored, daily, weekly, offer] = lines;
  const { points: first, goal } = questOf('once', 'score', 600);
  const { points: second } = questOf('daily', 'rounds', 1);
  // The row shows 7 of 10 rounds (Receipt.astro).
  questOf('weekly', 'rounds', 10);
  expect(scored).toMatchObject({ why: `quest “score ${goal}”, checked and confirmed`, points: `+${first}` });
  expect(daily).toMatchObject({ why: 'daily quest, confirmed', points: `+${second}` });
  expect(weekly).toMatchObject({ why: 'weekly quest, 3 rounds to go', points: '+0' });
  expect(total).toBe(`${formatPoints(first + second)} now, ${offer?.points.slice(1)} on Friday`);
});
