import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { MAX_SEARCH } from '../../../lib/contract/limits.ts';
import { extensions } from '../../../lib/host.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { Empty } from '../../shared/Empty.tsx';
import { Failed, Stale } from '../../shared/Failed.tsx';
import { Field } from '../../shared/Field.tsx';
import { KnownPlace } from '../../shared/Known.tsx';
import { $allGames, loadAllGames } from '../../shared/stores/games.ts';
import { shown } from '../../shared/stores/load.ts';
import { changeAddress, useQuery, withQuery } from '../../shared/use-address.ts';
import { filterIn, filterQuery, fits, type GameFilter } from './filter.ts';
import { GameLists } from './GameLists.tsx';
import { GamesSkeleton } from './GamesSkeleton.tsx';

const { pattern } = routes.userGamesAll;

const deviceWords = new Map([
  ['mobile', 'Phone or tablet'],
  ['desktop', 'Computer'],
]);

interface Props {
  /** `KnownGames`, if the host's catalogue is the build's. */
  known?: ReactNode;
  /** The genres of its games. */
  kinds?: readonly string[];
}

/** Every game on one page, filtered by the address. */
export function AllGamesIsland({ known, kinds = [] }: Props) {
  const load = useStore($allGames, { ssr: 'initial' });
  const query = useQuery(pattern);
  const games = shown(load);
  useEffect(() => {
    void loadAllGames();
  }, []);

  if (load.state === 'failed' && !games)
    return <Failed level={2} title="We couldn’t load the games" reason={load.error} onRetry={loadAllGames} />;

  const filter = filterIn(query ?? '');
  const found = games?.filter((game) => fits(game, filter));
  // Another host may omit it for some games.
  const genres = games
    ? [...new Set(games.map(({ genre }) => genre).filter((genre) => genre !== ''))].sort()
    : kinds;
  const change = (by: Partial<GameFilter>) =>
    changeAddress(withQuery(pattern, filterQuery({ ...filter, ...by })), 'replace');

  return (
    <div className="stack games">
      <search>
        <form className="toolbar bare" onSubmit={(event) => event.preventDefault()}>
          <Field label="Search games" kind="search">
            {(control) => (
              <input
                {...control}
                type="search"
                name="game-name"
                placeholder="Search"
                maxLength={MAX_SEARCH}
                value={filter.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label="Kind">
            {(control) => (
              <select
                {...control}
                value={filter.genre}
                onChange={(event) => change({ genre: event.target.value })}
              >
                <option value="">All kinds</option>
                {genres.map((genre) => (
                  <option key={genre} value={genre}>
                    {genre}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Plays on">
            {(control) => (
              <select
                {...control}
                value={filter.device}
                onChange={(event) => change({ device: event.target.value })}
              >
                <option value="">Any device</option>
                {[...deviceWords].map(([device, words]) => (
                  <option key={device} value={device}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </form>
      </search>
      {load.state === 'failed' && <Stale reason={load.error} onRetry={loadAllGames} />}
      <p className="muted num" role="status">
        {found && games ? countWords(found.length, games.length) : '\u00a0'}
        {/* So that a filter is announced that finds as many as the one before. */}
        <span className="unseen">
          {[filter.name.trim(), filter.genre, deviceWords.get(filter.device)]
            .flatMap((words) => (words ? `, ${words}` : []))
            .join('')}
        </span>
      </p>
      {!found ? (
        extensions && known && Object.keys(filterQuery(filter)).length === 0 ? (
          <KnownPlace>{known}</KnownPlace>
        ) : (
          <GamesSkeleton />
        )
      ) : found.length === 0 ? (
        <Empty level={2} title="No games match">
          <p>Try fewer filters.</p>
          <button
            type="button"
            className="button quiet small"
            onClick={() => change({ name: '', genre: '', device: '' })}
          >
            Show all games
          </button>
        </Empty>
      ) : (
        <GameLists games={found} area="user" />
      )}
    </div>
  );
}

function countWords(found: number, all: number): string {
  if (found < all) return `${found} of ${all} games`;
  return all === 1 ? '1 game' : `All ${all} games`;
}
