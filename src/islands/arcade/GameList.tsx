import { useStore } from '@nanostores/react';
import { hrefs } from '../../lib/routing/routes.ts';
import { $session } from '../../lib/session/session.ts';
import { Art } from '../shared/Art.tsx';
import { DemoLabel } from '../shared/GameCard.tsx';
import { lazy } from '../shared/lazy.tsx';
import { Points } from '../shared/Points.tsx';
import { useTitle } from '../shared/use-title.ts';
import type { OwnGame } from './own-game.ts';
import type { PartnerGame } from './partner-game.ts';

const Budget = lazy(async () => (await import('./Progress.tsx')).Budget);
const Done = lazy(async () => (await import('./Progress.tsx')).Done, Total);

interface Props {
  readonly games: readonly OwnGame[];
  readonly partners: readonly PartnerGame[];
  readonly missing?: string;
}

/**
 * The games that can be played here: what each is, what it pays, and how much of it the player has done. `missing` is the name in
 * the address, if no game has it.
 */
export function GameList({ games, partners, missing }: Props) {
  useTitle(missing === undefined ? undefined : 'Game not found');
  const signedIn = useStore($session, { ssr: 'initial' }).state === 'signed-in';
  const device = matchMedia('(pointer: coarse)').matches ? 'mobile' : 'desktop';
  const demos = (
    <ul>
      {partners.map((game) => (
        <li key={game.id}>
          <a href={hrefs.play(game.slug, device)}>
            <Art names={[game.slug]} other="gamepad" size={72} />
            <b>{game.name}</b>
            <small>{game.summary}</small>
            <span>
              <DemoLabel /> <small>No points</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <section className="play-list">
      {missing !== undefined && (
        <>
          <h2>We couldn’t find that game</h2>
          <p className="muted">There’s no game called “{missing}”. Pick one of these:</p>
        </>
      )}
      {games.length > 0 && (
        // Keeps its space, because the text arrives late.
        <p className="budget">
          <Budget signedIn={signedIn} />
        </p>
      )}
      <ul>
        {games.map((game) => (
          <li key={game.id}>
            <a href={hrefs.play(game.arcade, device)}>
              <Art names={[game.arcade]} other="gamepad" size={72} />
              <b>{game.name}</b>
              <small>{game.summary}</small>
              <span>
                <Points points={game.quests.reduce((sum, quest) => sum + quest.points, 0)} /> in all quests
              </span>
              {signedIn && <Done id={game.id}>{`${game.quests.length} quests`}</Done>}
            </a>
          </li>
        ))}
      </ul>
      {partners.length > 0 &&
        (games.length === 0 ? (
          demos
        ) : (
          <details className="fold">
            <summary>Demo games</summary>
            {demos}
          </details>
        ))}
    </section>
  );
}

function Total({ children }: { readonly id: number; readonly children: string }) {
  return <small className="num done">{children}</small>;
}
