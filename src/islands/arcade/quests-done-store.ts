/** How many quests of each game the player has done. It is optional on screen, so a failure only leaves it unknown. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import { type GameCard, listGames } from '../../lib/contract/catalogue/games.ts';
import { PER_PAGE } from '../../lib/contract/limits.ts';

/** The first games of the list, which begins with our own. */
export const $cards = atom<readonly GameCard[]>([]);

export async function loadCards(): Promise<void> {
  const page = await request(listGames, { query: { page: 1, per_page: PER_PAGE } }).catch(() => undefined);
  $cards.set(page?.data ?? []);
}
