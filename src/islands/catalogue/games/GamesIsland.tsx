import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { extensions } from '../../../lib/host.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { Empty } from '../../shared/Empty.tsx';
import { KnownPlace } from '../../shared/Known.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { $gamesData, loadGames } from '../../shared/stores/games.ts';
import { asList } from '../../shared/stores/load.ts';
import { pageIn, useQuery } from '../../shared/use-address.ts';
import { useList } from '../../shared/use-list.ts';
import { GameLists } from './GameLists.tsx';
import { GamesSkeleton } from './GamesSkeleton.tsx';

interface Props {
  /** The area that the cards link to. */
  area: 'guest' | 'user';
  /** `KnownGames`, if the host's catalogue is the build's. */
  known?: ReactNode;
}

const places = {
  user: { list: routes.userGames.pattern, rewards: routes.userRewards.pattern },
  guest: { list: routes.guestGames.pattern, rewards: routes.guestRewards.pattern },
} as const;

/** The paged list of games: our own first, then the demo partner's listings. The page is in the address. */
export function GamesIsland({ area, known }: Props) {
  const load = useStore($gamesData, { ssr: 'initial' });
  const query = useQuery(places[area].list);
  const page = query === null ? null : pageIn(query);
  const states = useList(asList(load, page === null ? null : { page }), ({ page }) => loadGames(page));
  return (
    <PagedList
      what="the games"
      {...states}
      skeleton={
        extensions && known && (page ?? 1) === 1 ? <KnownPlace>{known}</KnownPlace> : <GamesSkeleton />
      }
      nothing={
        <Empty level={2} title="No games yet">
          <p>
            Games show up here as soon as you can play them. Until then, see what you can get for your points.
          </p>
          <a className="button small" href={places[area].rewards}>
            See rewards
          </a>
        </Empty>
      }
    >
      {(games) => (
        <div className="stack">
          <GameLists games={games} area={area} />
        </div>
      )}
    </PagedList>
  );
}
