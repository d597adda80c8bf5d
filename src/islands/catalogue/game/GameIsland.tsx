import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { $session } from '../../../lib/session/session.ts';
import { DetailPage } from '../../shared/DetailPage.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { useAddressId } from '../../shared/use-address-id.ts';
import { GamePage } from './GamePage.tsx';
import { $gameInfo, loadGame } from './game-info-store.ts';
import '../../shared/articles.css';
import './game.css';
import './quests.css';

interface Props {
  area: 'guest' | 'user';
  /** The ids of partners' games that are played here. */
  framed?: readonly number[];
  /** `KnownGame`, if the build knows this game. */
  known?: ReactNode;
}

const places = {
  user: { list: routes.userGames.pattern, pattern: routes.userGame.pattern, href: hrefs.userGame },
  guest: { list: routes.guestGames.pattern, pattern: routes.guestGame.pattern, href: hrefs.guestGame },
} as const;

export function GameIsland({ area, framed = [], known }: Props) {
  const place = places[area];
  const id = useAddressId(place.pattern);
  const load = useStore($gameInfo, { ssr: 'initial' });
  const signedIn = useStore($session, { ssr: 'initial' }).state === 'signed-in';
  return (
    <DetailPage
      noun="game"
      {...place}
      id={id}
      load={load}
      ask={loadGame}
      of={({ game }) => game}
      skeleton={<GameSkeleton />}
      known={known}
      level={1}
    >
      {(info) => <GamePage info={info} area={area} signedIn={signedIn} framed={framed} />}
    </DetailPage>
  );
}

/** A placeholder for a game, at its size. */
function GameSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <div className="game-head">
        <span className="skeleton sprite-size" />
        <div className="what">
          <h1>
            <span className="unseen">Game</span>
            <span className="skeleton line short" />
          </h1>
          <p>
            <span className="skeleton line" />
          </p>
          <span className="skeleton button-size" />
        </div>
      </div>
      <div className="two">
        <RowSkeleton count={6} />
        <div>
          <span className="skeleton line" />
          <span className="skeleton line" />
          <span className="skeleton line short" />
        </div>
      </div>
    </div>
  );
}
