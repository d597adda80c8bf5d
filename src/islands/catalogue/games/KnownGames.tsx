import type { CatalogueGame } from '../../../lib/contract/catalogue/catalogue.ts';
import type { GameCard } from '../../../lib/contract/catalogue/games.ts';
import { Known } from '../../shared/Known.tsx';
import { GameLists } from './GameLists.tsx';

type Filed = CatalogueGame & { readonly slug: string };

interface Props {
  readonly games: readonly Filed[];
  readonly area: 'user' | 'guest';
  /** The page size of the list, unless all games are on one page. */
  readonly perPage?: number;
}

/** Returns the catalogue's games in the API's order (our own first, then the newest), without what only the API knows. */
export function knownGames(games: readonly Filed[]): GameCard[] {
  return games
    .toSorted(
      (a, b) =>
        Number(b.source === 'own') - Number(a.source === 'own') ||
        b.added.localeCompare(a.added) ||
        a.id - b.id,
    )
    .map(({ id, name, slug, source, arcade, genre, summary, devices, quests }) => ({
      id,
      name,
      slug,
      source,
      arcade,
      genre,
      summary,
      devices,
      points: quests.reduce((sum, { points }) => sum + points, 0),
      rate: null,
      rate_count: null,
      quests_done: null,
      quests_total: quests.length,
    }));
}

export function KnownGames({ games, area, perPage }: Props) {
  return (
    <Known entries={knownGames(games)} {...(perPage && { perPage })}>
      {(cards) => (
        <div className="stack">
          <GameLists games={cards} area={area} whole />
        </div>
      )}
    </Known>
  );
}
