/** The paged list of games (spec section 3: games_data and the total count). */
import { listGames } from '../api/games.ts';
import type { Answer } from '../contract/call.ts';
import type { listGames as listCall } from '../contract/games.ts';
import { createLoader } from './load.ts';

const loader = createLoader<Answer<typeof listCall>>();
export const $games = loader.$load;

export function loadGames(page: number): Promise<void> {
  return loader.run(() => listGames({ page }), true);
}
