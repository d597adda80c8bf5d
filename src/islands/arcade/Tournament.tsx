import { useStore } from '@nanostores/react';
import { hrefs } from '../../lib/routing/routes.ts';
import { shown } from '../shared/stores/load.ts';
import { $tournament, loadTournament } from '../shared/stores/tournament.ts';
import { TournamentBoard } from '../shared/TournamentBoard.tsx';
import { useTurn } from '../shared/use-turn.ts';

/** Next to the game: the weekly tournament and its ranking. */
export function Tournament({ signedIn }: { readonly signedIn: boolean }) {
  const load = useStore($tournament, { ssr: 'initial' });
  const tournament = shown(load);
  useTurn(tournament, tournament?.ends_at ?? null, loadTournament);
  return (
    <section className="daily" aria-labelledby="tournament">
      <h2 id="tournament">Weekly tournament</h2>
      <TournamentBoard load={load} onRetry={loadTournament} first={5} />
      {!signedIn && (
        <p>
          <a href={hrefs.signUp(location.pathname + location.search)}>Sign up</a> to play it.
        </p>
      )}
      <p className="muted">
        Everyone plays the same challenge until Monday 00:00 UTC. Play as often as you like: your best score
        counts. You play for a place in your league; the tournament itself doesn’t pay points.
      </p>
    </section>
  );
}
