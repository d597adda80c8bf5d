/** How a week's tournament ends: the places, and the moves between leagues. */
import { LEAGUE_GROUP, LEAGUES, type League } from '../../../src/lib/contract/arcade/tournament.ts';

/** Returns the name of a league. The database numbers leagues from 0, the lowest. */
export const leagueName = (league: number): League => LEAGUES[clamp(league)] ?? 'bronze';

const clamp = (league: number) => Math.min(LEAGUES.length - 1, Math.max(0, league));

/** Returns the group, from 0, in which a player plays. `number` is the player's number in the league, from 1. */
export const groupOf = (number: number): number => Math.floor((number - 1) / LEAGUE_GROUP);

/** Returns how many players the top quarter of a group has, and the bottom quarter: seven of thirty, none of three. */
const quarterOf = (players: number): number => Math.floor(players / 4);

/** Returns how many players of a group move up and down. The highest league has no way up, and the lowest no way down. */
export function movers(league: number, players: number): { up: number; down: number } {
  const quarter = quarterOf(players);
  return { up: league < LEAGUES.length - 1 ? quarter : 0, down: league > 0 ? quarter : 0 };
}

export const leagueAfter = (league: number, move: number): number => clamp(league + move);

interface Scored {
  readonly userId: number;
  readonly score: number;
  readonly scoredAt: Date;
}

/** Ranks a group by score. On a tie the earlier score wins. */
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
