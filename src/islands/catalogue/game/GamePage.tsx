import { useStore } from '@nanostores/react';
import type { GameInfo } from '../../../lib/contract/catalogue/game.ts';
import { extensions } from '../../../lib/host.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { $user } from '../../../lib/session/session.ts';
import { GameCard } from '../../shared/GameCard.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { earliest, useTurn } from '../../shared/use-turn.ts';
import { About } from './About.tsx';
import { GameHead } from './GameHead.tsx';
import { loadGame } from './game-info-store.ts';
import { Quests } from './Quests.tsx';

const GameMore = lazy(async () => (await import('./GameMore.tsx')).GameMore);
const GameOpinions = lazy(async () => (await import('./GameOpinions.tsx')).GameOpinions);

interface Props {
  info: GameInfo;
  area: 'guest' | 'user';
  signedIn: boolean;
  /** The ids of partners' games that are played here. */
  framed: readonly number[];
}

/** Everything about one game, in the order in which players need it. */
export function GamePage({ info, area, signedIn, framed }: Props) {
  const { game, quests, registration_quest: first, similar_games: similar } = info;
  const me = useStore($user, { ssr: 'initial' })?.id ?? null;
  // In the specification, only signed-in players have these calls.
  const hasMore = extensions || signedIn;
  useTurn(info, earliest(quests.map(({ ends_at }) => ends_at)), () => loadGame(game.id));
  return (
    <div className="stack">
      <GameHead game={game} quests={quests} signedIn={signedIn} framed={framed.includes(game.id)} />
      <div className="two">
        <div className="stack">
          <Quests game={game} quests={quests} first={first} signedIn={signedIn} />
          <GameOpinions info={info} me={me} />
        </div>
        <div className="stack">
          {/* First, because it is there from the start and the rest comes later. */}
          <About game={game} area={area} />
          {hasMore && <GameMore game={game} area={area} />}
        </div>
      </div>
      {similar.length > 0 && (
        <section aria-labelledby="similar">
          <div className="section-title">
            <h2 id="similar">Similar games</h2>
          </div>
          <ul className="cards roomy">
            {similar.map((other) => (
              <li key={other.id}>
                <GameCard
                  game={other}
                  href={area === 'user' ? hrefs.userGame(other.id) : hrefs.guestGame(other.id, other.name)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
