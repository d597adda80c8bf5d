/** One game (spec section 3, gameInfo). */
import { request } from '../../../lib/client/client.ts';
import { type GameInfo, getGame, getGuestGame } from '../../../lib/contract/games.ts';
import { $session } from '../../../lib/session/session.ts';
import { createLoader } from '../../../lib/stores/load.ts';
import { showTalkedOf } from '../../../lib/stores/pages.ts';

/** What game-talk.ts changes too, which is fetched later. */
export const gameLoader = createLoader<GameInfo>();
export const $gameInfo = gameLoader.$load;

/** Guests have a path of their own (spec section 6). */
export function fetchGame(id: number, page?: number): Promise<GameInfo> {
  const query = page === undefined ? {} : { page };
  return $session.get().state === 'signed-in'
    ? request(getGame, { params: { id }, query })
    : request(getGuestGame, { params: { id }, query });
}

export function loadGame(id: number): Promise<void> {
  return showTalkedOf(gameLoader, id, () => fetchGame(id));
}
