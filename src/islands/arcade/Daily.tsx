import { useStore } from '@nanostores/react';
import { useEffect, useId } from 'react';
import type { Leaderboard } from '../../lib/contract/arcade/rounds.ts';
import { longDate } from '../../lib/format/dates.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { extensions } from '../../lib/host.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Empty } from '../shared/Empty.tsx';
import { Failed } from '../shared/Failed.tsx';
import { ScoreTable } from '../shared/ScoreTable.tsx';
import { type Load, shown } from '../shared/stores/load.ts';
import { Time } from '../shared/Time.tsx';
import { useTurn } from '../shared/use-turn.ts';
import { $daily, loadDaily } from './daily-store.ts';
import { $rival, $showsGhost, chooseRival, forgetRival } from './ghost-store.ts';
import './daily.css';

interface Props {
  readonly gameId: number;
  readonly signedIn: boolean;
}

/** Rows shown before the user opens the whole list. */
const FIRST = 5;

/** Today's challenge, with the same seed for everyone, and its leaderboard. */
export function Daily({ gameId, signedIn }: Props) {
  const load = useStore($daily, { ssr: 'initial' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in changes whose place it is
  useEffect(() => {
    void loadDaily(gameId);
  }, [gameId, signedIn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another game's leaderboard has other players
  useEffect(forgetRival, [gameId]);
  const board = shown(load);
  useTurn(board, board?.ends_at ?? null, () => loadDaily(gameId));

  return (
    <section className="daily" aria-labelledby="daily" aria-busy={load.state === 'loading'}>
      <h2 id="daily">Daily challenge</h2>
      <div className="daily-board">
        <Board load={load} onRetry={() => loadDaily(gameId)} />
      </div>
      {(signedIn || extensions) && <Rival board={board} />}
      {!signedIn && (
        <p>
          {extensions && 'No account needed to play. '}
          <a href={hrefs.signUp(location.pathname + location.search)}>Sign up</a> to{' '}
          {!extensions && 'play it and '}
          join the leaderboard.
        </p>
      )}
      <p className="muted">
        Everyone plays the same challenge on {longDate(new Date().toISOString())}, until midnight UTC. Play as
        often as you like: your best score is ranked, unless you’re hidden from the leaderboard.
      </p>
    </section>
  );
}

/** Chooses the run to play against: the best one, or that of a player on the leaderboard. */
function Rival({ board }: { readonly board: Leaderboard | undefined }) {
  const shows = useStore($showsGhost, { ssr: 'initial' });
  const chosen = useStore($rival, { ssr: 'initial' });
  const id = useId();
  const players = board?.rows.flatMap(({ place, user }) =>
    user ? [{ id: user.id, name: place === board.mine?.place ? 'Your best run' : user.name }] : [],
  );
  return (
    <p className="rival">
      <label htmlFor={id}>Play against</label>
      <select
        id={id}
        className="input"
        value={shows ? (chosen ?? 'best') : 'none'}
        onChange={({ target: { value } }) =>
          chooseRival(value === 'best' || value === 'none' ? value : Number(value))
        }
      >
        <option value="best">Today’s best run</option>
        {players?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value="none">Nobody</option>
      </select>
    </p>
  );
}

function Board({ load, onRetry }: { readonly load: Load<Leaderboard>; readonly onRetry: () => unknown }) {
  const board = shown(load);
  if (load.state === 'failed')
    return <Failed title="We couldn’t load the leaderboard" reason={load.error} onRetry={onRetry} />;
  if (!board) return <Waiting />;
  if (board.rows.length === 0)
    return (
      <Empty title="No scores yet">
        <p>
          Be the first to set a score. The challenge ends <Time at={board.ends_at} />.
        </p>
      </Empty>
    );
  return <Ranks board={board} />;
}

function Ranks({ board: { rows, mine, players, ends_at } }: { readonly board: Leaderboard }) {
  const last = rows.at(-1)?.place;
  return (
    <ScoreTable
      caption={
        <>
          {players === 1 ? '1 player so far' : `${formatPoints(players)} players so far`}. The challenge ends{' '}
          <Time at={ends_at} />.
        </>
      }
      rows={rows.map((row) => ({ ...row, mine: row.place === mine?.place }))}
      own={mine ? { ...mine, user: null, mine: true } : undefined}
      first={FIRST}
      more={`Show top ${rows.length}`}
      after={({ place }) => place === last && <OpenPlaces taken={rows.length} />}
    />
  );
}

/** The places that nobody has yet. They keep the list as long as it was while it loaded, so that nothing below moves. */
function OpenPlaces({ taken }: { readonly taken: number }) {
  const places = Array.from({ length: Math.max(0, FIRST - taken) }, (_, index) => taken + index + 1);
  return places.map((place, index) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row can't have the focus
    <tr key={place} className="open" aria-hidden="true">
      <td>{place}</td>
      <td>{index === 0 && 'Up for grabs'}</td>
      <td />
    </tr>
  ));
}

function Waiting() {
  return (
    <div className="ranks-wait">
      {Array.from({ length: FIRST }, (_, row) => row).map((row) => (
        <span key={row} className="skeleton line" />
      ))}
    </div>
  );
}
