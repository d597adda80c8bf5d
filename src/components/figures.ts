import { getCollection } from 'astro:content';
import type { Figures } from '../content/copy-rules.ts';
import { minutesTo, payOf, playBudget } from '../content/own-games-pace.ts';
import { formatMoney, formatPoints, pointsInMoney } from '../lib/format/points.ts';
import { POINTS_PER_DOLLAR, site } from '../lib/site.ts';
import { perBuild } from './per-build.ts';
import { ticketOf } from './showcase.ts';

/** Returns the values of the content's placeholders, from the catalogue and the build's settings. */
export const figuresNow = perBuild(async (): Promise<Figures> => {
  const rewards = (await getCollection('catalogueRewards')).map(({ data }) => ticketOf(data));
  const games = (await getCollection('catalogueGames')).map(({ data }) => data);
  const [least] = rewards.toSorted((a, b) => a.points - b.points);
  if (!least) throw new Error('The catalog holds no reward.');
  const own = games.filter(({ source }) => source === 'own');
  return {
    name: site.name,
    rate: formatPoints(POINTS_PER_DOLLAR),
    rateMoney: pointsInMoney(POINTS_PER_DOLLAR),
    minutes: String(minutesTo(least.points, own) ?? ''),
    least: formatPoints(least.points),
    leastMoney: formatMoney(least.cents),
    leastName: least.name,
    rewards: String(rewards.length),
    games: new Intl.ListFormat('en').format(own.map(({ name }) => name)),
    gameCount: String(games.length),
    welcome: formatPoints(playBudget.welcome),
    daily: formatPoints(playBudget.daily),
    week: formatPoints(payOf(own)?.week ?? 0),
  };
});
