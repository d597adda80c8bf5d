import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { GameCard } from '../../lib/contract/games.ts';
import { tallyLabel } from '../../lib/format/tally.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { $session } from '../../lib/session/session.ts';
import { Art } from '../shared/Art.tsx';
import { BudgetLine } from '../shared/BudgetLine.tsx';
import { DemoLabel } from '../shared/GameCard.tsx';
import { Points } from '../shared/Points.tsx';
import { $gamesData, loadGames } from '../shared/stores/games.ts';
import { shown } from '../shared/stores/load.ts';
import { Tally } from '../shared/Tally.tsx';
import { useTitle } from '../shared/use-title.ts';
import { onTouch } from './device.ts';
import type { OwnGame } from './own-game.ts';
import type { PartnerGame } from './partner-game.ts';
import { usePlayBudget } from './use-play-budget.ts';

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
  const budget = usePlayBudget(signedIn);
  const cards = shown(useStore($gamesData, { ssr: 'initial' }))?.data;
  useEffect(() => {
    if (signedIn) void loadGames(1);
  }, [signedIn]);
  const device = onTouch() ? 'mobile' : 'desktop';
  return (
    <section className="play-list">
      {missing !== undefined && (
        <>
          <h2>We couldn’t find that game</h2>
          <p className="muted">There’s no game called “{missing}”. Pick one of these:</p>
        </>
      )}
      {/* Keeps its space, because the text arrives late. */}
      <p className="budget">{budget && <BudgetLine budget={budget} signedIn={signedIn} />}</p>
      <ul>
        {games.map((game) => (
          <li key={game.id}>
            <a href={hrefs.play(game.arcade, device)}>
              <Art names={[game.arcade]} other="gamepad" size={72} />
              <b>{game.name}</b>
              <small>{game.summary}</small>
              <span>
                <Points points={game.quests.reduce((sum, quest) => sum + quest.points, 0)} /> in quests
              </span>
              {signedIn && (
                <Done card={cards?.find(({ id }) => id === game.id)} quests={game.quests.length} />
              )}
            </a>
          </li>
        ))}
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
    </section>
  );
}

/** How many of a game’s quests the player has done. Until that is known, how many there are. */
function Done({ card, quests }: { readonly card: GameCard | undefined; readonly quests: number }) {
  const { quests_done: done = null, quests_total: total = null } = card ?? {};
  return (
    <small className="num done">
      {done === null || total === null ? (
        `${quests} quests`
      ) : (
        <>
          <Tally done={done} goal={total} silent /> {tallyLabel(done, total)} quests done
        </>
      )}
    </small>
  );
}
