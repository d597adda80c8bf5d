import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
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
  const demos = (
    <ul>
      {partners.map((game) => (
        <Card key={game.id} game={game} slug={game.slug}>
          <span>
            <DemoLabel /> <small>No points</small>
          </span>
        </Card>
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
          <Card key={game.id} game={game} slug={game.arcade}>
            <span>
              <Points points={game.quests.reduce((sum, quest) => sum + quest.points, 0)} /> in all quests
            </span>
            {signedIn && <Done id={game.id}>{`${game.quests.length} quests`}</Done>}
          </Card>
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

interface CardProps {
  readonly game: Pick<OwnGame, 'name' | 'summary'>;
  /** Its name in addresses. */
  readonly slug: string;
  /** What it pays. */
  readonly children: ReactNode;
}

function Card({ game: { name, summary }, slug, children }: CardProps) {
  const device = matchMedia('(pointer: coarse)').matches ? 'mobile' : 'desktop';
  return (
    <li>
      <a href={hrefs.play(slug, device)}>
        <Art names={[slug]} other="gamepad" size={72} />
        <b>{name}</b>
        <small>{summary}</small>
        {children}
      </a>
    </li>
  );
}

function Total({ children }: { readonly id: number; readonly children: string }) {
  return <small className="num done">{children}</small>;
}
