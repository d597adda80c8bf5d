/** Today's leaderboard for the game on screen. */
import { request } from '../../lib/client/client.ts';
import { getDailyLeaderboard, type Leaderboard } from '../../lib/contract/arcade/rounds.ts';
import { createLoader } from '../shared/stores/load.ts';

const loader = createLoader<Leaderboard>();
export const $daily = loader.$load;

let shownGame = 0;

/** Fetches today's leaderboard of a game. If it is already on screen, it stays there until the new one arrives. */
export function loadDaily(gameId: number): Promise<void> {
  const again = shownGame === gameId;
  shownGame = gameId;
  return loader.run(() => request(getDailyLeaderboard, { params: { id: gameId } }), again);
}
