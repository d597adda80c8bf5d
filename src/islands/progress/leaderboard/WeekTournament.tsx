import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { hrefs } from '../../../lib/routing/routes.ts';
import { shown } from '../../shared/stores/load.ts';
import { $tournament, loadTournament } from '../../shared/stores/tournament.ts';
import { TournamentBoard } from '../../shared/TournamentBoard.tsx';
import { useTurn } from '../../shared/use-turn.ts';

/** The weekly tournament, with a link to its game. */
export function WeekTournament() {
  const load = useStore($tournament, { ssr: 'initial' });
  useEffect(() => void loadTournament(), []);
  const tournament = shown(load);
  useTurn(tournament, tournament?.ends_at ?? null, loadTournament);
  return (
    <section className="week-tournament" aria-labelledby="tournament">
      <h2 id="tournament">{tournament ? `${tournament.game.name} tournament` : 'Weekly tournament'}</h2>
      <p className="unseen" role="status">
        {load.state === 'ready' && `${load.value.game.name} tournament, players: ${load.value.players}`}
      </p>
      <TournamentBoard load={load} onRetry={loadTournament}>
        {tournament && (
          <p>
            <a className="button" href={`${hrefs.play(tournament.game.arcade, 'desktop')}?round=week`}>
              Play {tournament.game.name}
            </a>
          </p>
        )}
      </TournamentBoard>
      <details className="few">
        <summary>How it works</summary>
        <p className="muted">
          One game a week, the same challenge for everyone. Your best score ranks you in a group of up to 30.
          On Monday, 00:00 UTC, the top quarter moves up a league and the bottom quarter moves down. If you
          skip a week, you keep your league. You play for your league and a badge, not for points.
        </p>
      </details>
    </section>
  );
}
