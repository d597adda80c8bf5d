/** How fast our own games pay, calculated from the catalogue's quests and the budget, so that no page states a time by hand. */
import { asPlayStep, minutesOf, pathTo, roundsOf } from '../lib/arcade/quest-pace.ts';
import type { CatalogueGame } from '../lib/contract/catalogue/catalogue.ts';
import { PLAY_BUDGET } from '../lib/contract/limits.ts';
import type { RedemptionChecks } from '../lib/contract/redemption/redemption.ts';

/** The budget in the operator's settings, which the API uses too. Fixed at build time. */
export const playBudget = {
  welcome: Number(process.env.WELCOME_POINTS || PLAY_BUDGET.welcome),
  daily: Number(process.env.DAILY_POINTS || PLAY_BUDGET.daily),
};

type Games = readonly Pick<CatalogueGame, 'arcade' | 'quests'>[];
type Budget = Readonly<typeof playBudget>;

/** The play time per day that pages assume unless another is chosen. */
export const USUAL_MINUTES = 20;

const MOST_DAYS = 3650;
/** The longest play time per day. */
const MOST_MINUTES = 240;

/** Returns the total points at the end of each day, for a player with this many minutes a day, split evenly between the games. */
function earnedBy(games: Games, minutes: number, budget: Budget, days = MOST_DAYS): number[] {
  const players = games.map((game) => ({
    quests: roundsOf(game.arcade, game.quests),
    perDay: minutes / games.length / minutesOf(game.arcade),
    played: { once: 0, daily: 0, weekly: 0 },
    done: new Set<object>(),
  }));
  const earned = [0];
  const due = { once: 0, daily: 0, weekly: 0 };
  let welcome = budget.welcome;
  for (let day = 1; day <= days; day++) {
    const over = day % 7 === 1 ? (['daily', 'weekly'] as const) : (['daily'] as const);
    for (const period of over) due[period] = 0;
    for (const { quests, perDay, played, done } of players) {
      const today = Math.floor(day * perDay) - Math.floor((day - 1) * perDay);
      for (const period of over) played[period] = 0;
      for (const { quest } of quests) if (over.some((period) => period === quest.period)) done.delete(quest);
      for (const period of ['once', 'daily', 'weekly'] as const) played[period] += today;
      for (const { quest, rounds } of quests) {
        if (done.has(quest) || rounds > played[quest.period]) continue;
        done.add(quest);
        due[quest.period] += quest.points;
      }
    }
    const atOnce = Math.min(due.once, welcome);
    welcome -= atOnce;
    due.once -= atOnce;
    let left = budget.daily;
    for (const period of ['daily', 'weekly', 'once'] as const) {
      const paid = Math.min(due[period], left);
      due[period] -= paid;
      left -= paid;
    }
    earned.push((earned.at(-1) ?? 0) + atOnce + budget.daily - left);
  }
  return earned;
}

/** Results by the games' quests and the other inputs, cached because thousands of pages ask about the same few games. */
const known = new Map<string, number[]>();
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function sumsOf(games: Games, minutes: number, budget: Budget): number[] {
  const keys = games.map(({ quests }) => {
    const number = numbers.get(quests) ?? ++lastNumber;
    numbers.set(quests, number);
    return number;
  });
  const key = `${keys} ${minutes} ${budget.welcome} ${budget.daily}`;
  const sums = known.get(key) ?? earnedBy(games, minutes, budget);
  known.set(key, sums);
  return sums;
}

/**
 * Returns, for games and a play time, the day on which any number of points is reached, with 1 as the first day. Without `minutes`:
 * the earliest day, for a player who does all quests as fast as the budget pays. With `minutes`: an estimate for that many minutes
 * a day. Null if it takes more than ten years.
 */
export function paceOf(
  games: Games,
  minutes = 24 * 60,
  budget: Budget = playBudget,
): (points: number) => number | null {
  const sums = sumsOf(games, minutes, budget);
  return (points) => {
    let [from, to] = [0, sums.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sums[middle] ?? 0) >= points) to = middle;
      else from = middle + 1;
    }
    return from === sums.length ? null : from;
  };
}

/**
 * Returns how many minutes `points` take on the first day, in the fastest game, by the same estimate. Null if it takes longer.
 */
export function minutesTo(points: number, games: Games): number | null {
  for (let minutes = 1; minutes <= MOST_MINUTES; minutes++)
    if (games.some((game) => (earnedBy([game], minutes, playBudget, 1)[1] ?? 0) >= points)) return minutes;
  return null;
}

/**
 * Returns the most that our own games pay: the minutes to the first points and in which game, all one-time quests together, and a
 * normal week after those are done. Null without a game.
 */
export function payOf(
  games: readonly (Games[number] & { readonly name: string })[],
  budget: Budget = playBudget,
): { minutes: number; first: string; once: number; week: number } | null {
  const [first] = games
    .filter(({ arcade, quests }) => roundsOf(arcade, quests).some(({ rounds }) => rounds === 1))
    .toSorted((a, b) => minutesOf(a.arcade) - minutesOf(b.arcade));
  if (!first) return null;
  const quests = games.flatMap((game) => game.quests);
  const sum = (wanted: 'once' | 'daily' | 'weekly') =>
    quests.filter(({ period }) => period === wanted).reduce((all, { points }) => all + points, 0);
  return {
    minutes: Math.ceil(minutesOf(first.arcade)),
    first: first.name,
    once: Math.min(sum('once'), budget.welcome),
    week: Math.min(7 * sum('daily') + sum('weekly'), 7 * budget.daily),
  };
}

/** Returns a new player's quickest path to this many points, in the form and with the steps of the API. */
export function firstPath(
  games: readonly Pick<CatalogueGame, 'id' | 'name' | 'arcade' | 'quests'>[],
  missing: number,
): NonNullable<RedemptionChecks['path']> {
  const { welcome, daily } = playBudget;
  const played = games
    .toSorted((a, b) => a.id - b.id)
    .flatMap(({ id, name, arcade, quests }) => (arcade === null ? [] : [{ id, name, arcade, quests }]));
  const steps = pathTo(played, missing, { welcome, today: daily }).map(asPlayStep);
  return { steps, missing, daily };
}

/** Returns a number of days in words: (1) → 'the first day', (12) → '12 days', (45) → '7 weeks', (400) → '14 months' */
export function spanOf(day: number | null): string {
  if (day === null) return 'more than ten years';
  if (day === 1) return 'the first day';
  if (day <= 14) return `${day} days`;
  if (day <= 90) return `${Math.ceil(day / 7)} weeks`;
  const months = Math.ceil(day / 30);
  return months <= 24 ? `${months} months` : `${Math.ceil(day / 365)} years`;
}

/** The same as a figure: (1) → '1 day', (null) → '10+ years' */
export function shortSpanOf(day: number | null): string {
  if (day === null) return '10+ years';
  return day === 1 ? '1 day' : spanOf(day);
}
