/** What pages say about our own games is computed from the catalogue and the budget, never written by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { minutesThenWeeks } from '../../../src/components/minutes-then-weeks.ts';
import { minutesTo, paceOf, payOf, shortSpanOf, spanOf } from '../../../src/content/own-games-pace.ts';
import { DOWN, LEFT, RIGHT, UP } from '../../../src/lib/arcade/directions.ts';
import { merge as mergeRules } from '../../../src/lib/arcade/merge-variants.ts';
import { minutesOf, roundsOf } from '../../../src/lib/arcade/quest-pace.ts';
import {
  DELIVERY_DAYS,
  DISPUTE_ANSWER_DAYS,
  DISPUTE_DAYS,
  MIN_ORDER_POINTS,
  PLAY_BUDGET,
  REFERRAL_CAP,
  REFERRAL_PERCENT,
  REVIEW_DAYS,
} from '../../../src/lib/contract/limits.ts';
import { POINTS_PER_DOLLAR } from '../../../src/lib/site.ts';

const DAY = 24 * 60;
const src = join(import.meta.dirname, '../../../src');
const own = readCatalogue().games.filter(({ source }) => source === 'own');
const merge = own.filter(({ arcade }) => arcade === 'merge');

test.each([
  ['the smallest reward by Merge alone', MIN_ORDER_POINTS, merge, 'the first day'],
  ['2,000 points by Merge alone', 2000, merge, '8 weeks'],
  ['5,000 points by Merge alone', 5000, merge, '6 months'],
  ['2,000 points by all games', 2000, own, '3 weeks'],
  ['5,000 points by all games', 5000, own, '8 weeks'],
  ['10,000 points by all games', 10_000, own, '4 months'],
  ['10,000 points without a game', 10_000, [], 'more than ten years'],
])('%s take at least as long as the budget allows', (_, points, games, span) => {
  expect(spanOf(paceOf(games)(points))).toBe(span);
});

test('a span of a day or of decades is short as a figure', () => {
  expect([1, 12, 45, null].map(shortSpanOf)).toEqual(['1 day', '12 days', '7 weeks', '10+ years']);
});

test('the smallest reward takes one round of Merge, and without games it is never reached', () => {
  expect(minutesTo(MIN_ORDER_POINTS, own)).toBe(minutesOf('merge'));
  expect(minutesTo(10_000, own)).toBeNull();
});

test('half of the rounds of Merge that only try “down, left, right, up” reach the marks of a first round', () => {
  const played = Array.from({ length: 51 }, (_, seed) => {
    let game = mergeRules.start(seed);
    for (let at = 0; !mergeRules.isOver(game); at += 1000) {
      const moved = [DOWN, LEFT, RIGHT, UP].map((direction) => mergeRules.act(game, direction, at));
      game = moved.find((next) => next !== game) ?? game;
    }
    return mergeRules.metricsOf(game);
  });
  const marks = merge.flatMap(({ quests }) => quests).filter(({ mode }) => mode === 'best');
  const first = roundsOf('merge', marks).filter(({ rounds }) => rounds === 1);
  expect(first.length).toBeGreaterThan(1);
  for (const { quest } of first)
    expect(
      played.map((metrics) => metrics[quest.metric] ?? 0).sort((a, b) => a - b)[25],
    ).toBeGreaterThanOrEqual(quest.goal);
});

test('pages say what our games pay according to the catalogue’s quests, within the budget', () => {
  const [shortest] = own.toSorted((a, b) => minutesOf(a.arcade) - minutesOf(b.arcade));
  expect(payOf(own)).toEqual({ minutes: 2, first: shortest?.name, once: 600, week: 555 });
  expect(payOf(own, { welcome: 10_000, daily: 10 })).toMatchObject({ once: 1750, week: 70 });
  expect(payOf([])).toBeNull();
});

test('a sentence says why the first reward takes minutes and others take weeks', () => {
  expect(minutesThenWeeks(MIN_ORDER_POINTS, own)).toBe(
    'One-time quests pay a welcome bonus of up to 600 points, so your first 500 can take 6 minutes of Merge. After that, our games pay up to 555 a week.',
  );
  expect(minutesThenWeeks(10_000, own)).toBe(
    'One-time quests pay a welcome bonus of up to 600 points. After that, our games pay up to 555 a week.',
  );
  expect(minutesThenWeeks(MIN_ORDER_POINTS, [])).toBe('');
});

test('no player is faster than the budget', () => {
  const much = merge.map((game) => ({
    ...game,
    quests: game.quests.map((quest) => ({ ...quest, points: 10_000, period: 'once' as const })),
  }));
  const budget = { welcome: 600, daily: 80 };
  expect(paceOf(much, DAY, budget)(680)).toBe(1);
  expect(paceOf(much, DAY, budget)(681)).toBe(2);
  expect(paceOf(much, DAY, budget)(3000)).toBe(30);
});

test('playing less or fewer games never gets there sooner, and no one finishes a week in a day', () => {
  const plans = [DAY, 60, 30, 20, 10, 5];
  for (const points of [500, 1000, 2000, 5000, 10_000])
    for (const games of [own, merge]) {
      const days = plans.map((minutes) => paceOf(games, minutes)(points) ?? Number.POSITIVE_INFINITY);
      expect(days).toEqual(days.toSorted((a, b) => a - b));
      expect(days[0]).toBeGreaterThanOrEqual(paceOf(own)(points) ?? 0);
    }
  // Ten rounds of six minutes complete Merge's weekly quest, which is worth more than all daily ones.
  const week = [
    {
      ...merge[0],
      arcade: 'merge',
      quests: (merge[0]?.quests ?? []).filter(({ name }) => name === 'Play 10 rounds'),
    },
  ];
  expect(paceOf(week, 12)(60)).toBe(5);
  expect(paceOf(week, 12)(61)).toBe(12);
  expect(paceOf(week, 6)(60)).toBeNull();
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
    sentences: readFileSync(join(src, 'content/rewards', file), 'utf8').split(/^---$|(?<=[.!?])\s+/m),
  }));
  /** Sentences about earning and its duration, which only the page's calculation may state. */
  const earning =
    /\b(?:merge|our games|own games|quests?|rounds?|goal|smallest|smaller|smaller card|lower amount|points)\b/i;
  const duration =
    /(?<!two )\b(?:weeks|months|years|a season|a month|half a year|a year|half of|no single day)\b/;

  test.each(guides)(
    '$file leaves the time that our own games take to “How long does it take”',
    ({ sentences }) => {
      const found = sentences.filter((text) => earning.test(text) && duration.test(text));
      expect(found).toEqual([]);
    },
  );

  test('leaves the time that our team takes to “How long orders have taken”, which is measured', () => {
    const sending = /\b(?:our team|a person|we (?:can )?send|how long does it take)\b/i;
    const time = /\b(?:hours?|minutes?|(?:a|one|two|few) days?)\b/i;
    // The answer to a question is the next sentence.
    const found = guides.flatMap(({ file, sentences }) =>
      sentences.flatMap((text, at) => {
        const said = `${text} ${text.includes('?') ? (sentences[at + 1] ?? '') : ''}`;
        return sending.test(said) && time.test(said) ? [`${file}: ${said}`] : [];
      }),
    );
    expect(found).toEqual([]);
  });

  test('names no quest that the catalogue doesn’t have', () => {
    const names = new Set(own.flatMap(({ quests }) => quests).map(({ name }) => name));
    const text = guides.flatMap(({ sentences }) => sentences).join(' ');
    const named = [...text.matchAll(/\*((?:Finish your first|Score|Make a|Play a|Play 10)[^*]*)\*/g)];
    expect(named.length).toBeGreaterThan(50);
    for (const [, name = ''] of named) expect(names, name).toContain(name.replaceAll('\n', ' '));
  });
});

test('the terms name the time limits for a delivery, a review, and reporting and answering a problem', () => {
  const terms = readFileSync(join(src, 'content/legal/terms.md'), 'utf8');
  expect(terms).toContain(`within ${DISPUTE_DAYS} days`);
  expect(terms).toContain(`within ${DISPUTE_ANSWER_DAYS} days`);
  expect(terms).toContain(`within ${DELIVERY_DAYS} days, not counting a review,`);
  expect(terms).toContain(`A review takes ${REVIEW_DAYS} days at most.`);
});
