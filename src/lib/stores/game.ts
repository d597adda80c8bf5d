/** One game (spec section 3, gameInfo). */
import { getGame, getGuestGame } from '../api/games.ts';
import type { GameInfo } from '../contract/games.ts';
import { createLoader } from './load.ts';
import { $session } from './session.ts';

const loader = createLoader<GameInfo>();
export const $gameInfo = loader.$load;

/** Guests have a path of their own (spec section 6). */
export function loadGame(id: number): Promise<void> {
  return loader.run(() => ($session.get().state === 'signed-in' ? getGame(id) : getGuestGame(id)));
}
