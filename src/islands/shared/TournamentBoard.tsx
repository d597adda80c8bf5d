import type { ReactNode } from 'react';
import type { League, Tournament } from '../../lib/contract/arcade/tournament.ts';
import { Empty } from './Empty.tsx';
import { Failed, Stale } from './Failed.tsx';
import { ScoreTable } from './ScoreTable.tsx';
import type { Load } from './stores/load.ts';
import { Time } from './Time.tsx';
import './tournament.css';

interface Props {
  readonly load: Load<Tournament>;
  readonly onRetry: () => unknown;
  /** The number of rows shown at first. */
  readonly first?: number;
  /** A link or button to join. */
  readonly children?: ReactNode;
}

const leagues: Readonly<Record<League, string>> = {
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
  diamond: 'Diamond',
};
const order = Object.keys(leagues);

/** This week's tournament: the player's league, its players, and who would move up or down. */
export function TournamentBoard({ load, onRetry, first, children }: Props) {
  const tournament = load.state === 'ready' ? load.value : load.state === 'idle' ? undefined : load.before;
  if (!tournament)
    return load.state === 'failed' ? (
      <Failed title="We couldn’t load the tournament" reason={load.error} onRetry={onRetry} />
    ) : (
      <div className="tournament-wait" aria-busy="true">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((line) => (
          <span key={line} className="skeleton line" />
        ))}
      </div>
    );
  const { league, ends_at, last, players } = tournament;
  return (
    <div className="tournament" aria-busy={load.state === 'loading'}>
      {load.state === 'failed' && <Stale reason={load.error} onRetry={onRetry} />}
      <p className="tournament-facts">
        <b className={`league ${league}`}>{leagues[league]} league</b>
        <span>
          Ends <Time at={ends_at} />
        </span>
      </p>
      {last && <p className="tournament-last">{lastWords(last)}</p>}
      {children}
      {players === 0 ? (
        <Empty title="No scores yet">
          <p>Set the first score of this group.</p>
        </Empty>
      ) : (
        <Standings tournament={tournament} first={first ?? players} />
      )}
    </div>
  );
}

function Standings({ tournament, first }: { readonly tournament: Tournament; readonly first: number }) {
  const { league, players, up, down, rows, mine } = tournament;
  const at = order.indexOf(league);
  return (
    <>
      <ScoreTable
        caption={
          <>
            {players === 1 ? '1 player so far.' : `${players} players so far.`}
            {mine && ` ${mineWords(tournament, mine.place)}.`}
          </>
        }
        rows={rows}
        own={rows.find((row) => row.mine)}
        first={first}
        more={`Show all ${rows.length}`}
        before={({ place }) =>
          down > 0 && place === players - down + 1 && <Moves count={down} to={leagueAt(at - 1)} />
        }
        after={({ place }) => up > 0 && place === up && <Moves up count={up} to={leagueAt(at + 1)} />}
      />
      {players < 4 && <p className="muted">With fewer than 4 players, nobody moves up or down.</p>}
    </>
  );
}

const leagueAt = (at: number) => Object.values(leagues)[at] ?? '';

/** A line that separates the players who change leagues from the others. */
function Moves({
  up = false,
  count,
  to,
}: {
  readonly up?: boolean;
  readonly count: number;
  readonly to: string;
}) {
  const who = `${up ? 'Top' : 'Last'} ${count === 1 ? 'place moves' : `${count} move`}`;
  return (
    <tr className={up ? 'moves' : 'moves down'}>
      <td colSpan={3}>
        {who} {up ? 'up' : 'down'} to {to}
      </td>
    </tr>
  );
}

function mineWords({ players, up, down }: Tournament, place: number): string {
  const now = place <= up ? ' and moving up' : place > players - down ? ' and moving down' : '';
  return `You’re #${place}${now}`;
}

function lastWords({ game, place, players, from, to }: NonNullable<Tournament['last']>): string {
  const moved = order.indexOf(to) - order.indexOf(from);
  const where = moved === 0 ? 'You stayed' : moved > 0 ? 'You moved up' : 'You moved down';
  return `Your last tournament: #${place} of ${players} in ${game}. ${where} ${moved === 0 ? 'in' : 'to'} ${leagues[to]}.`;
}
