import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { $games, loadGames } from '../../lib/stores/games.ts';
import { shown } from '../../lib/stores/load.ts';
import { Failed } from '../ui/Failed.tsx';
import { Pages } from '../ui/Pager.tsx';
import { changeAddress, useQuery, withQuery } from '../ui/use-address.ts';
import { GameLists } from './GameLists.tsx';
import { GamesSkeleton } from './GamesSkeleton.tsx';
import { NoGames } from './NoGames.tsx';
import { pageIn } from './page-in.ts';

interface Props {
  /** Which area the cards lead on in. */
  area: 'guest' | 'user';
}

const places = {
  user: { list: routes.userGames.pattern, rewards: routes.userRewards.pattern },
  guest: { list: routes.guestGames.pattern, rewards: routes.guestRewards.pattern },
} as const;

/** The paged catalogue of games: our own first, then the demo partner's listings. The page stands in the address. */
export function GamesIsland({ area }: Props) {
  const load = useStore($games, { ssr: 'initial' });
  const query = useQuery(places[area].list);
  const page = query === null ? null : pageIn(query);
  // The store keeps what another screen loaded: until this one has its answer, that may be another page.
  const [answered, setAnswered] = useState(false);
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (page === null) return;
    void loadGames(page).then(() => setAnswered(true));
  }, [page]);

  function turnTo(next: number) {
    changeAddress(withQuery(location.pathname, next === 1 ? {} : { page: String(next) }), 'push');
    // The new page is read from its beginning, by keyboard as well.
    top.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  const known = shown(load);
  const games = answered || known?.current_page === page ? known : undefined;
  if (page !== null && answered && load.state === 'failed')
    return (
      <Failed
        level={2}
        title="The games could not be loaded"
        reason={load.error.message}
        onRetry={() => loadGames(page)}
      />
    );
  if (!games) return <GamesSkeleton />;
  if (games.data.length === 0) return <NoGames games={games} {...places[area]} />;
  const busy = load.state === 'loading';
  return (
    <div className="stack games" ref={top} tabIndex={-1} aria-busy={busy}>
      <GameLists games={games.data} area={area} />
      <div>
        <Pages page={games.current_page} lastPage={games.last_page} busy={busy} onPage={turnTo} />
        {games.current_page >= games.last_page && (
          <p className="end-line">That is the end of the list of {games.total} games.</p>
        )}
      </div>
    </div>
  );
}
