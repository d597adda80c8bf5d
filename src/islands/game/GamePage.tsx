import type { GameInfo } from '../../lib/contract/games.ts';
import { hrefs } from '../../lib/routes.ts';
import type { Load } from '../../lib/stores/load.ts';
import { GameCard } from '../ui/GameCard.tsx';
import { About } from './About.tsx';
import { GameHead } from './GameHead.tsx';
import { Opinions } from './Opinions.tsx';
import { Quests } from './Quests.tsx';

interface Props {
  info: GameInfo;
  /** How fetching goes; `failed` here means that more opinions could not be had. */
  load: Load<GameInfo>;
  area: 'guest' | 'user';
  signedIn: boolean;
}

/** Everything about one game, in the order in which a player asks for it. */
export function GamePage({ info, load, area, signedIn }: Props) {
  const { game, quests, registration_quest: first, similar_games: similar } = info;
  return (
    <div className="stack">
      <GameHead game={game} quests={quests} signedIn={signedIn} />
      <div className="two">
        <Quests game={game} quests={quests} first={first} signedIn={signedIn} />
        <div className="stack">
          <About game={game} />
          <Opinions
            opinions={info.opinions}
            game={game.name}
            busy={load.state === 'loading'}
            failure={load.state === 'failed' ? load.error.message : undefined}
          />
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
