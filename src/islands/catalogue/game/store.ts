/** One game (spec section 3, gameInfo). */
import { request } from '../../../lib/client/client.ts';
import { type GameInfo, getGame, getGuestGame } from '../../../lib/contract/games.ts';
import { PER_PAGE } from '../../../lib/contract/limits.ts';
import { $session } from '../../../lib/session/session.ts';
import { createLoader } from '../../../lib/stores/load.ts';
import { showTalkedOf } from '../../../lib/stores/pages.ts';

/** What game-talk.ts changes too, which is fetched later. */
export const gameLoader = createLoader<GameInfo>();
export const $gameInfo = gameLoader.$load;

/** Guests have a path of their own (spec section 6), whose first page of opinions is asked for by its length alone (section 7). */
export function fetchGame(id: number, page = 1): Promise<GameInfo> {
  const query = { per_page: PER_PAGE, page };
  return $session.get().state === 'signed-in'
    ? request(getGame, { params: { id }, query })
    : request(getGuestGame, { params: { id }, query: page === 1 ? { per_page: PER_PAGE } : query });
}

export function loadGame(id: number): Promise<void> {
  return showTalkedOf(gameLoader, id, () => fetchGame(id));
}
