import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { LEADERBOARD_SPANS } from '../../../lib/contract/limits.ts';
import { extensions } from '../../../lib/host.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { Chips } from '../../shared/Chips.tsx';
import { Failed, Stale } from '../../shared/Failed.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { asList } from '../../shared/stores/load.ts';
import { Time } from '../../shared/Time.tsx';
import { changeAddress, useQuery, withQuery } from '../../shared/use-address.ts';
import { useList } from '../../shared/use-list.ts';
import { useTurn } from '../../shared/use-turn.ts';
import { Board } from './Board.tsx';
import { Mine } from './Mine.tsx';
import { $leaderboard, type BoardView, followLeaderboard, loadLeaderboard } from './store.ts';
import './leaderboard.css';

const { pattern } = routes.userLeaderboard;

const spans = { week: 'This week', month: 'This month', all: 'All time' } as const;

const WeekTournament = lazy(async () => (await import('./WeekTournament.tsx')).WeekTournament, Waiting);

/** The leaderboard of points, or the weekly tournament. The address says which. */
export function LeaderboardIsland() {
  const query = useQuery(pattern);
  const tournament = new URLSearchParams(query ?? '').get('show') === 'tournament';
  const tabs = extensions && (
    <Chips
      legend="Show"
      values={['points', 'tournament']}
      words={{ points: 'Points', tournament: 'Tournament' }}
      value={tournament ? 'tournament' : 'points'}
      onChoose={(what) =>
        changeAddress(what === 'points' ? pattern : withQuery(pattern, { show: what }), 'push')
      }
    />
  );
  return (
    <div className="leaderboard">
      {tournament ? (
        <>
          <div className="board-tools">{tabs}</div>
          <WeekTournament />
        </>
      ) : (
        <Points query={query}>{tabs}</Points>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className="board-size">
      <RowSkeleton count={8} />
    </div>
  );
}

interface PointsProps {
  readonly query: string | null;
  /** What is next to the choice of span and game. */
  readonly children: ReactNode;
}

/** The leaderboard of points, with the span and the game from the address. */
function Points({ query, children }: PointsProps) {
  const view = viewOf(query ?? '');
  const load = useStore($leaderboard, { ssr: 'initial' });
  useEffect(() => followLeaderboard(), []);

  function show(change: Partial<BoardView>) {
    const { span, game } = { ...view, ...change };
    const asked = {
      ...(span === 'week' ? {} : { span }),
      ...(game === null ? {} : { game: String(game) }),
    };
    changeAddress(withQuery(location.pathname, asked), 'push');
  }

  const { list: info, onRetry: retry } = useList(asList(load, query === null ? null : view), loadLeaderboard);
  useTurn(info, info?.ends_at ?? null, retry);
  const gone = load.state === 'failed' && load.error.code === 'not_found';
  // After a failure, the kept answer may be to another query.
  const fits = info !== undefined && info.span === view.span && (info.game?.id ?? null) === view.game;
  return (
    <>
      <div className="board-tools">
        {children}
        <select
          className="input"
          aria-label="Period"
          value={view.span}
          onChange={({ target }) =>
            show({ span: LEADERBOARD_SPANS.find((one) => one === target.value) ?? 'week' })
          }
        >
          {LEADERBOARD_SPANS.map((span) => (
            <option key={span} value={span}>
              {spans[span]}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label="Game"
          value={view.game ?? ''}
          onChange={({ target }) => show({ game: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">All games</option>
          {info?.games.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {view.game !== null && !info?.games.some(({ id }) => id === view.game) && (
            <option value={view.game}>Game {view.game}</option>
          )}
        </select>
      </div>
      <p className="unseen" role="status">
        {fits && load.state === 'ready' && `${spans[info.span]}, ${info.game?.name ?? 'all games'}`}
      </p>
      {gone ? (
        <Failed title="We couldn’t find that game" reason="Choose another one, or all games." />
      ) : load.state === 'failed' && !fits ? (
        <Failed title="We couldn’t load the leaderboard" reason={load.error} onRetry={retry} />
      ) : info === undefined ? (
        <Waiting />
      ) : (
        <div aria-busy={load.state === 'loading'} className="ranking">
          {load.state === 'failed' && <Stale reason={load.error} onRetry={retry} />}
          <Board info={info} />
          <p className="end-line">
            Ranked by confirmed points{info.game ? ` in ${info.game.name}` : ''}. Spending them won’t change
            your place.
            {info.ends_at !== null && (
              <>
                {' '}
                Ends <Time at={info.ends_at} />.
              </>
            )}
          </p>
          <Mine info={info} />
        </div>
      )}
    </>
  );
}

/** Parses a query: '?span=month&game=1'. Invalid parts are ignored. */
function viewOf(query: string): BoardView {
  const params = new URLSearchParams(query);
  const span = params.get('span');
  const game = params.get('game') ?? '';
  return {
    span: LEADERBOARD_SPANS.find((one) => one === span) ?? 'week',
    game: /^[1-9]\d{0,8}$/.test(game) ? Number(game) : null,
  };
}
