/** How a week's tournament ends: places, and who changes leagues. */
import { LEAGUE_GROUP, LEAGUES, type League } from '../../../src/lib/contract/tournament.ts';

/** From the lowest to the highest, as the database has them. */
export const leagueName = (league: number): League => LEAGUES[clamp(league)] ?? 'bronze';

const clamp = (league: number) => Math.min(LEAGUES.length - 1, Math.max(0, league));

/** The group of a league in which the player of that number plays; both count from 1 and 0. */
export const groupOf = (number: number): number => Math.floor((number - 1) / LEAGUE_GROUP);

/** How many of a group are in its top quarter, and so in its bottom one: seven of thirty, none of three. */
const quarterOf = (players: number): number => Math.floor(players / 4);

/** How many of a group move up and down: nobody leaves the highest league upward, or the lowest downward. */
export function movers(league: number, players: number): { up: number; down: number } {
  const quarter = quarterOf(players);
  return { up: league < LEAGUES.length - 1 ? quarter : 0, down: league > 0 ? quarter : 0 };
}

/** The league after a week. */
export const leagueAfter = (league: number, move: number): number => clamp(league + move);

interface Scored {
  readonly userId: number;
  readonly score: number;
  readonly scoredAt: Date;
}

/** A group from the first place on: the higher score, of equal ones the earlier. */
export function ranked<T extends Scored>(group: readonly T[]): (T & { place: number; move: number })[] {
  const quarter = quarterOf(group.length);
  return group
    .toSorted(
      (a, b) => b.score - a.score || a.scoredAt.getTime() - b.scoredAt.getTime() || a.userId - b.userId,
    )
    .map((one, at) => ({
      ...one,
      place: at + 1,
      move: at < quarter ? 1 : at >= group.length - quarter ? -1 : 0,
    }));
}
