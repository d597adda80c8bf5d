/** Who did best on the seed that everyone shares today, in the game that is on the screen. */
import { request } from '../../lib/client/client.ts';
import { getDailyLeaderboard, type Leaderboard } from '../../lib/contract/rounds.ts';
import { createLoader } from '../shared/stores/load.ts';

const loader = createLoader<Leaderboard>();
export const $daily = loader.$load;

let shownGame = 0;

/** Asks for today's leaderboard of a game; one of the same game stays on the screen until the answer is there. */
export function loadDaily(gameId: number): Promise<void> {
  const again = shownGame === gameId;
  shownGame = gameId;
  return loader.run(() => request(getDailyLeaderboard, { params: { id: gameId } }), again);
}
