/** Who did best on the seed that everyone shares today, in the game that is on the screen. */
import { getDailyLeaderboard } from '../../lib/api/games.ts';
import type { Leaderboard } from '../../lib/contract/games.ts';
import { createLoader } from '../../lib/stores/load.ts';

const loader = createLoader<Leaderboard>();
export const $daily = loader.$load;

let shownGame = 0;

/** Asks for today's leaderboard of a game; one of the same game stays on the screen until the answer is there. */
export function loadDaily(gameId: number): Promise<void> {
  const again = shownGame === gameId;
  shownGame = gameId;
  return loader.run(() => getDailyLeaderboard(gameId), again);
}
