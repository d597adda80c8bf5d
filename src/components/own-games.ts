/** What reward pages say about our own games. It is calculated once for all pages of a build. */
import { getCollection } from 'astro:content';
import { minutesTo, paceOf, payOf, USUAL_MINUTES } from '../content/own-games-pace.ts';
import { minutesOf } from '../lib/arcade/quest-pace.ts';
import { minutesThenWeeks } from './minutes-then-weeks.ts';
import { perBuild } from './per-build.ts';
import { ticketOf } from './showcase.ts';

/** Minutes of play a day that visitors can choose from. */
const MINUTES = [5, 10, 20, 30, 60];
/** The columns of the table that gives the times if no script runs. */
const COLUMNS = [10, 30, 60];

export const ownGamesNow = perBuild(async () => {
  const own = (await getCollection('catalogueGames'))
    .map(({ data }) => data)
    .filter(({ source }) => source === 'own');
  const least = Math.min(
    ...(await getCollection('catalogueRewards')).map(({ data }) => ticketOf(data).points),
  );
  const choices = [
    { name: `All ${own.length} games`, games: own },
    ...own.map((game) => ({ name: `Only ${game.name}`, games: [game] })),
  ];
  return {
    own,
    choices: choices.map(({ name }) => name),
    minutes: MINUTES,
    columns: COLUMNS.map((minutes) => ({ minutes, pace: paceOf(own, minutes) })),
    /** For each choice of games, for each choice of minutes. */
    paces: choices.flatMap(({ games }) => MINUTES.map((minutes) => paceOf(games, minutes))),
    usual: paceOf(own, USUAL_MINUTES),
    quickest: kept((points) => minutesTo(points, own)),
    pay: payOf(own),
    minutesThenWeeks: minutesThenWeeks(least, own),
    rounds: new Intl.ListFormat('en').format(
      own.map((game, at) => `${minutesOf(game.arcade)}${at === 0 ? ' minutes' : ''} in ${game.name}`),
    ),
  };
});

/** Keeps results, because many rewards cost the same. */
function kept<T>(find: (points: number) => T): (points: number) => T {
  const found = new Map<number, T>();
  return (points) => {
    const known = found.get(points);
    if (known !== undefined) return known;
    const result = find(points);
    found.set(points, result);
    return result;
  };
}
