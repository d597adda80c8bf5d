/** One game (spec section 3, gameInfo). */
import { getGame, getGuestGame } from '../api/games.ts';
import type { GameInfo } from '../contract/games.ts';
import { createLoader, shown } from './load.ts';
import { $session } from './session.ts';

const loader = createLoader<GameInfo>();
export const $gameInfo = loader.$load;

/** Guests have a path of their own (spec section 6). */
function fetchGame(id: number, page?: number): Promise<GameInfo> {
  const query = page === undefined ? {} : { page };
  return $session.get().state === 'signed-in' ? getGame(id, query) : getGuestGame(id, query);
}

export function loadGame(id: number): Promise<void> {
  return loader.run(() => fetchGame(id));
}

/** Appends the next page of opinions (spec section 4); does nothing at the end. */
export async function loadMoreOpinions(): Promise<void> {
  const before = shown($gameInfo.get());
  if (!before?.opinions.next_page_url || $gameInfo.get().state === 'loading') return;
  await loader.run(async () => {
    const next = await fetchGame(before.game.id, before.opinions.current_page + 1);
    const known = new Set(before.opinions.data.map(({ id }) => id));
    // An opinion written meanwhile moves the pages by one: what is shown already isn't shown twice.
    const data = [...before.opinions.data, ...next.opinions.data.filter(({ id }) => !known.has(id))];
    return { ...next, opinions: { ...next.opinions, data } };
  }, true);
}
