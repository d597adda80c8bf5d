import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { ROUND_MINUTES } from '../../../src/islands/arcade/store.ts';
import type { Rules } from '../../../src/lib/arcade/arcade.ts';
import { rarityFrom } from '../../../src/lib/arcade/creatures.ts';
import { expectedOf } from '../../../src/lib/arcade/draw.ts';
import { arcadeGame, arcadeGames } from '../../../src/lib/arcade/games.ts';
import { MIN_ORDER_POINTS, PLAY_BUDGET } from '../../../src/lib/contract/limits.ts';
import { formatNumber } from '../../../src/lib/format/numbers.ts';
import { POINTS_PER_DOLLAR } from '../../../src/lib/site.ts';

const content = join(import.meta.dirname, '../../../src/content');
const { rewards, games, articles, contests, cases } = readCatalogue();

function rulesOf(name: string | null): Rules {
  const rules = arcadeGame(name ?? '');
  if (!rules) throw new Error(`There is no game ${name}`);
  return rules;
}

const named = <T extends { name: string }>(list: readonly T[]) =>
  list.map((entry): [string, T] => [entry.name, entry]);

describe('the catalogue', () => {
  test('is large enough for lists with several pages', () => {
    expect(rewards.length).toBeGreaterThanOrEqual(40);
    expect(games.length).toBeGreaterThanOrEqual(24);
    expect(articles.length).toBeGreaterThanOrEqual(3);
  });

  test('has Robux at 84, where the redirect leads', () => {
    expect(rewards.find(({ id }) => id === 84)?.name).toBe('Robux');
  });

  test('has no reward for adults that the rules and answers about age leave out', () => {
    const namesIt = (kind: string) =>
      ({ crypto: /crypto/i, money: /PayPal money/ })[kind] ?? /mature-rated games|games rated for adults/;
    const kinds = new Set(rewards.flatMap(({ kind, min_age }) => (min_age >= 18 ? [kind] : [])));
    expect(kinds).toContain('money');
    for (const [file, saysWho] of [
      ['legal/terms.md', /^.*18\+.*$/m],
      ['legal/privacy.md', /^.*Players under 18.*$/m],
      ['landing/home.md', /^13 to join.*$/m],
      ['pages/help.md', /^.*13 to join.*$/m],
      ['catalogue/articles/codes-or-top-up.json', /[^.]*are 18\+/],
    ] as const) {
      const [sentence = ''] = saysWho.exec(readFileSync(join(content, file), 'utf8')) ?? [];
      for (const kind of kinds) expect(sentence, `${file}, ${kind}`).toMatch(namesIt(kind));
    }
  });

  test('has the random Steam key as its cheapest reward', () => {
    const cheapest = Math.min(...rewards.flatMap(({ amounts }) => amounts.map(({ points }) => points)));
    expect(rewards.find(({ id }) => id === 12)).toMatchObject({
      delivery: { kind: 'code' },
      amounts: [{ points: cheapest, cents: 50 }],
    });
  });

  test('has no duplicate names', () => {
    for (const list of [games, contests, cases])
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  });
});

describe('delivery details', () => {
  const patterns = new Map<string, string>();
  for (const { delivery } of rewards)
    if (delivery.kind !== 'code' && delivery.pattern) patterns.set(delivery.field, delivery.pattern);
  /** Like a form's `pattern` attribute: the whole value, with the v flag. */
  const fits = (field: string, value: string) =>
    new RegExp(`^(?:${patterns.get(field) ?? ''})$`, 'v').test(value);

  test('share one pattern where they share a field', () => {
    for (const { delivery } of rewards)
      if (delivery.kind !== 'code') expect(delivery.pattern).toBe(patterns.get(delivery.field));
  });

  const right: [string, string][] = [
    ['roblox_username', 'Dragon_lee9'],
    ['paypal_email', 'name@example.com'],
    ['zcash_address', `t1${'Z'.repeat(33)}`],
    ['zcash_address', `zs1${'q'.repeat(75)}`],
    ['zcash_address', `u1${'q'.repeat(139)}`],
    ['cardano_address', `addr1${'q'.repeat(98)}`],
    ['steam_trade_url', 'https://steamcommunity.com/tradeoffer/new/?partner=123456&token=aB3_x-9Z'],
    ['ethereum_address', `0x${'aB'.repeat(20)}`],
    ['imvu_avatar_name', 'Nightfox22'],
    ['monero_address', `4${'A'.repeat(94)}`],
    ['monero_address', `8${'A'.repeat(94)}`],
    ['xrp_address', `r${'N'.repeat(33)}`],
    ['genshin_uid', '712345678'],
    ['star_rail_uid', '1312345678'],
    ['mlbb_user_id', '12345678 (1234)'],
    ['free_fire_id', '1234567890'],
    ['pubg_mobile_id', '5123456789'],
    ['bitcoin_address', `bc1q${'q'.repeat(38)}`],
    ['bitcoin_address', `1${'B'.repeat(33)}`],
    ['litecoin_address', `ltc1q${'q'.repeat(38)}`],
    ['litecoin_address', `L${'b'.repeat(33)}`],
    ['dogecoin_address', `D${'b'.repeat(33)}`],
    ['osu_username', '[ name ]_1'],
  ];
  test.each(right)('%s takes %s', (field, value) => {
    expect(fits(field, value)).toBe(true);
  });

  test('every pattern has a valid example above', () => {
    expect(new Set(right.map(([field]) => field))).toEqual(new Set(patterns.keys()));
  });

  test.each([...patterns.keys()])('%s rejects invalid values', (field) => {
    for (const value of ['', ' ', 'no', `x${'1'.repeat(200)}`, 'https://example.com/', '<b>hi</b>'])
      expect(fits(field, value)).toBe(false);
  });

  test('a Roblox username has at most one underscore, and not at an end', () => {
    for (const value of ['_lee', 'lee_', 'a_b_c', 'ab', 'a'.repeat(21)])
      expect(fits('roblox_username', value)).toBe(false);
  });
});

describe('games', () => {
  const own = games.filter(({ source }) => source === 'own');
  const guideOf = (name: string) => readFileSync(join(content, `games/${name}.md`), 'utf8');

  test.each(Object.entries(arcadeGames))(
    '%s says which of its rounds count for quests: those by the rules of Classic',
    (name, [classic]) => {
      const others =
        classic.untimed === undefined
          ? 'the daily challenge and the tournament'
          : 'the daily challenge, the tournament and rounds with no timer';
      expect(guideOf(name)).toContain(
        `Classic rounds count for quests, and so do ${others}. The other modes don’t pay points.`,
      );
    },
  );

  test('Rungs says how long a round without its timer can last', () => {
    const rungs = games.find(({ arcade }) => arcade === 'rungs');
    expect(rungs?.description).toContain(`or up to ${ROUND_MINUTES} minutes with the timer off`);
  });

  test('Hatch says from which odds a creature is common, uncommon or rare', () => {
    const from = Object.fromEntries(rarityFrom);
    expect(guideOf('hatch')).toContain(
      `common from ${from.common} in 1,000 creatures of its size, uncommon from ${from.uncommon}, rare from ${from.rare}, and epic below that`,
    );
  });

  test.each(Object.entries(arcadeGames).filter(([, { length }]) => length > 1))(
    '%s describes its variants, their level and their medals as the rules have them',
    (name, variants) => {
      const text = guideOf(name).replaceAll(/ +/g, ' ');
      for (const { variant } of variants) {
        const row = text
          .split('\n')
          .find((line) => line.startsWith(`| **${variant.name}**, ${variant.difficulty}: `));
        expect(row).toContain(`| ${variant.medals.map(formatNumber).join(' | ')} |`);
      }
    },
  );

  test('run here if they are our own, and are otherwise marked as a demo', () => {
    expect(own.map(({ arcade }) => arcade).toSorted()).toEqual(Object.keys(arcadeGames).toSorted());
    expect(own.every(({ slug, arcade }) => slug === arcade)).toBe(true);
    for (const { source, arcade, frame, description, quests } of games) {
      if (source !== 'demo-partner') continue;
      expect(arcade).toBeNull();
      expect(description).toMatch(
        frame === undefined
          ? /demo listing.*can’t play it\.$/
          : /demo listing.*can’t earn anything from it\.$/,
      );
      expect(quests.every(({ metric }) => metric === 'event')).toBe(true);
    }
  });

  test.each(named(own))('%s counts only what its replay reports', (_name, { arcade, quests }) => {
    const rules = rulesOf(arcade);
    const reported = Object.keys(rules.metricsOf(rules.start(1)));
    for (const { metric } of quests) expect(reported).toContain(metric);
  });

  const sum = (quests: readonly { points: number }[]) =>
    quests.reduce((total, { points }) => total + points, 0);
  const ownQuests = (period: string) =>
    own.flatMap(({ quests }) => quests.filter((quest) => quest.period === period));

  test('our own repeating quests pay no more than a week’s limits allow', () => {
    const daily = sum(ownQuests('daily'));
    expect(daily).toBeLessThan(PLAY_BUDGET.daily);
    expect(7 * daily + sum(ownQuests('weekly'))).toBeLessThanOrEqual(7 * PLAY_BUDGET.daily);
    for (const { points } of ownQuests('weekly')) expect(points).toBeLessThanOrEqual(PLAY_BUDGET.daily);
  });

  test('a first evening of Merge earns the smallest order, and the welcome pays it', () => {
    const reached: Record<string, number> = { rounds: 2, score: 600, best_tile: 128 };
    const easy = own
      .filter(({ arcade }) => arcade === 'merge')
      .flatMap(({ quests }) =>
        quests.filter(({ period, metric, goal }) => period === 'once' && goal <= (reached[metric] ?? 0)),
      );
    expect(sum(easy)).toBeGreaterThanOrEqual(MIN_ORDER_POINTS);
    expect(sum(easy)).toBeLessThanOrEqual(PLAY_BUDGET.welcome);
  });

  test('begin with an easy quest', () => {
    for (const { quests, registration_quest } of games)
      expect(quests.find(({ id }) => id === registration_quest)).toMatchObject({ period: 'once', goal: 1 });
  });
});

describe('contests', () => {
  test.each(named(contests))('%s says that it’s free, once and at random', (_name, { rules, prizes }) => {
    const text = rules.join(' ');
    for (const words of ['One entry per mailbox', 'Free', 'at random', 'SHA-256', 'UTC'])
      expect(text).toContain(words);
    expect(prizes).toEqual(prizes.toSorted((a, b) => b - a));
  });

  test('have a limited cost per week', () => {
    const all = contests.flatMap(({ prizes }) => prizes);
    expect(all.reduce((sum, points) => sum + points, 0)).toBeLessThanOrEqual(6 * POINTS_PER_DOLLAR);
  });
});

describe.each(named(cases))('%s', (_name, { points, items, description }) => {
  test('pays back 90 to 96 percent of its price on average', () => {
    expect(expectedOf(items) / points).toBeGreaterThanOrEqual(0.9);
    expect(expectedOf(items) / points).toBeLessThanOrEqual(0.96);
  });

  test('has odds that can be shown in tenths of a percent', () => {
    expect(items.reduce((sum, { weight }) => sum + weight, 0)).toBe(1000);
  });

  test('says that most openings pay less than they cost, which is true', () => {
    expect(description).toContain('Most openings pay less than they cost');
    const below = items.filter((item) => item.points < points).reduce((sum, { weight }) => sum + weight, 0);
    expect(below).toBeGreaterThan(500);
  });
});
