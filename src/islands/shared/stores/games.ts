/** The paged list of games (spec section 3: games_data and the total count). */
import { request } from '../../../lib/client/client.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import { type GameCard, listGames } from '../../../lib/contract/catalogue/games.ts';
import { MAX_PER_PAGE, PER_PAGE } from '../../../lib/contract/limits.ts';
import { createLoader } from './load.ts';
import { showPage } from './pages.ts';

const loader = createLoader<Answer<typeof listGames>>();
export const $gamesData = loader.$load;

export function loadGames(page: number): Promise<void> {
  return showPage(loader, () => request(listGames, { query: { page, per_page: PER_PAGE } }), { page });
}

const all = createLoader<readonly GameCard[]>();
export const $allGames = all.$load;

/** Loads every game, in as few pages as the host allows. */
export function loadAllGames(): Promise<void> {
  return all.run(async () => {
    const games: GameCard[] = [];
    for (let page = 1; ; page += 1) {
      const { data, next_page_url: next } = await request(listGames, {
        query: { page, per_page: MAX_PER_PAGE },
      });
      const more = data.filter(({ id }) => !games.some((game) => game.id === id));
      games.push(...more);
      // Stop if a host returns no new games, or the loop would never end.
      if (next === null || more.length === 0) return games;
    }
  }, true);
}
