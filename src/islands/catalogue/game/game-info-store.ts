/** One game (spec section 3, gameInfo). */
import { request } from '../../../lib/client/client.ts';
import { type GameInfo, getGame, getGuestGame } from '../../../lib/contract/catalogue/game.ts';
import { PER_PAGE } from '../../../lib/contract/limits.ts';
import { extensions } from '../../../lib/host.ts';
import { $session } from '../../../lib/session/session.ts';
import { createLoader } from '../../shared/stores/load.ts';
import { showWithOpinions } from '../../shared/stores/pages.ts';

/** Exported because the opinions store, which is loaded lazily, changes it too. */
export const gameLoader = createLoader<GameInfo>();
export const $gameInfo = gameLoader.$load;

/**
 * Fetches a game. Guests have their own path (spec section 6), whose call has no pages (section 7): for more opinions, the page
 * is larger.
 */
export async function fetchGame(id: number, page = 1): Promise<GameInfo> {
  if ($session.get().state === 'signed-in')
    return request(getGame, { params: { id }, query: { per_page: PER_PAGE, page } });
  const query = extensions && page > 1 ? { per_page: PER_PAGE, page } : { per_page: PER_PAGE * page };
  const info = await request(getGuestGame, { params: { id }, query });
  return { ...info, opinions: { ...info.opinions, current_page: page } };
}

export function loadGame(id: number): Promise<void> {
  return showWithOpinions(gameLoader, id, () => fetchGame(id));
}
