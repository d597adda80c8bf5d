/** What pages say of our own games: reckoned from the catalogue and the budget, never written by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { soonestDay, spanOf } from '../../../src/content/own-games-pace.ts';
import {
  MIN_ORDER_POINTS,
  PLAY_BUDGET,
  REFERRAL_CAP,
  REFERRAL_PERCENT,
} from '../../../src/lib/contract/limits.ts';
import { POINTS_PER_DOLLAR } from '../../../src/lib/site.ts';

const src = join(import.meta.dirname, '../../../src');
const own = readCatalogue().games.filter(({ source }) => source === 'own');
const all = own.flatMap(({ quests }) => quests);
const merge = own.filter(({ arcade }) => arcade === 'merge').flatMap(({ quests }) => quests);

test.each([
  ['the smallest reward by Merge alone', MIN_ORDER_POINTS, merge, 'the first day'],
  ['2,000 points by Merge alone', 2000, merge, '8 weeks'],
  ['5,000 points by Merge alone', 5000, merge, '6 months'],
  ['2,000 points by all games', 2000, all, '3 weeks'],
  ['5,000 points by all games', 5000, all, '8 weeks'],
  ['10,000 points by all games', 10_000, all, '4 months'],
  ['10,000 points without a game', 10_000, [], 'more than ten years'],
])('%s take at the soonest what the budget lets through', (_, points, quests, span) => {
  expect(spanOf(soonestDay(points, quests))).toBe(span);
});

test('nobody is faster than the budget', () => {
  const much = [{ points: 10_000, period: 'once' as const }];
  expect(soonestDay(680, much, { welcome: 600, daily: 80 })).toBe(1);
  expect(soonestDay(681, much, { welcome: 600, daily: 80 })).toBe(2);
  expect(soonestDay(3000, much, { welcome: 600, daily: 80 })).toBe(30);
});

test('decision 24 says what a player costs at most by the settings’ defaults', () => {
  const record = readFileSync(join(src, '../docs/decisions/0024-own-games-are-a-welcome.md'), 'utf8')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(',', '');
  const { welcome, daily, siteDaily } = PLAY_BUDGET;
  const dollars = (points: number) => `$${(points / POINTS_PER_DOLLAR).toFixed(2).replace('.00', '')}`;
  const after = (days: number) => `$${((welcome + days * daily) / POINTS_PER_DOLLAR).toFixed(2)}`;
  const draws = readCatalogue()
    .contests.flatMap(({ prizes }) => prizes)
    .reduce((sum, points) => sum + points, 0);
  for (const sentence of [
    `| \`WELCOME_POINTS\` | ${welcome} |`,
    `enough for the smallest reward (${MIN_ORDER_POINTS})`,
    `| \`DAILY_POINTS\` | ${daily} |`,
    `| \`SITE_DAILY_POINTS\` | ${siteDaily} |`,
    `${after(1)} on the first day ${after(30)} in the first 30 days ${after(365)} in a year of 365 days`,
    `A thousand accounts could earn ${dollars(1000 * (welcome + daily))} on their first day and ${dollars(1000 * daily)} on each day after`,
    `pays ${dollars(siteDaily)} a day or ${dollars(365 * siteDaily)} a year`,
    `An inviter gets ${REFERRAL_PERCENT} % of what a friend earns in our own games up to ${REFERRAL_CAP} points per friend. That adds at most ${REFERRAL_PERCENT} % to the site's budget (${dollars((siteDaily * REFERRAL_PERCENT) / 100)} a day)`,
    `${draws} points (${dollars(draws)}) a week`,
  ])
    expect(record).toContain(sentence);
});

describe('a guide', () => {
  const guides = readdirSync(join(src, 'content/rewards')).map((file) => ({
    file,
    sentences: readFileSync(join(src, 'content/rewards', file), 'utf8').split(/(?<=[.!?])\s+/),
  }));
  /** Of earning, and how long it takes: which only the page's own reckoning may say. */
  const earning =
    /\b(?:merge|our games|own games|quests?|rounds?|goal|smallest|smaller|smaller card|lower amount|points)\b/i;
  const duration =
    /(?<!two )\b(?:weeks|months|years|a season|a month|half a year|a year|half of|no single day)\b/;

  test.each(guides)('$file leaves it to “At a glance” how long our own games take', ({ sentences }) => {
    const told = sentences.filter((text) => earning.test(text) && duration.test(text));
    expect(told).toEqual([]);
  });

  test('names no quest that the catalogue doesn’t have', () => {
    const names = new Set(all.map(({ name }) => name));
    const text = guides.flatMap(({ sentences }) => sentences).join(' ');
    const named = [...text.matchAll(/\*((?:Finish your first|Score|Make a|Play a|Play 10)[^*]*)\*/g)];
    expect(named.length).toBeGreaterThan(50);
    for (const [, name = ''] of named) expect(names, name).toContain(name.replaceAll('\n', ' '));
  });
});

test('the line that the home page shows of a ledger is what its quest pays', () => {
  const example = readFileSync(join(src, 'components/LedgerExample.astro'), 'utf8');
  const points = /10 rounds in a week'.*?points: '\+(\d+)'/s.exec(example)?.[1];
  expect(Number(points)).toBe(merge.find(({ name }) => name === 'Play 10 rounds')?.points);
});
