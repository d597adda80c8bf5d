import { hrefs } from '../../lib/routing/routes.ts';
import { Art } from '../shared/Art.tsx';
import { DemoLabel } from '../shared/GameCard.tsx';
import { Points } from '../shared/Points.tsx';
import { useTitle } from '../shared/use-title.ts';
import type { OwnGame } from './own-game.ts';
import type { PartnerGame } from './partner-game.ts';

/** The games that can be played here. `missing` is the name in the address, if no game has it. */
export function GameList({
  games,
  partners,
  missing,
}: {
  readonly games: readonly OwnGame[];
  readonly partners: readonly PartnerGame[];
  readonly missing?: string;
}) {
  useTitle(missing === undefined ? undefined : 'Game not found');
  const device = matchMedia('(pointer: coarse)').matches ? 'mobile' : 'desktop';
  return (
    <section className="play-list">
      {missing !== undefined && (
        <>
          <h2>We couldn’t find that game</h2>
          <p className="muted">There’s no game called “{missing}”. Pick one of these:</p>
        </>
      )}
      <ul>
        {games.map((game) => (
          <li key={game.id}>
            <a href={hrefs.play(game.arcade, device)}>
              <Art names={[game.arcade]} other="gamepad" size={72} />
              <b>{game.name}</b>
              <small>{game.controls}</small>
              <span>
                <Points points={game.quests.reduce((sum, quest) => sum + quest.points, 0)} /> in quests
              </span>
            </a>
          </li>
        ))}
        {partners.map((game) => (
          <li key={game.id}>
            <a href={hrefs.play(game.slug, device)}>
              <Art names={[game.slug]} other="gamepad" size={72} />
              <b>{game.name}</b>
              <small>{game.controls}</small>
              <span>
                <DemoLabel /> <small>No points</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
