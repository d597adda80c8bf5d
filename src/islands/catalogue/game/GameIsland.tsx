import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { $session } from '../../../lib/session/session.ts';
import { site } from '../../../lib/site.ts';
import { shown } from '../../../lib/stores/load.ts';
import { Empty } from '../../shared/Empty.tsx';
import { Failed } from '../../shared/Failed.tsx';
import { changeAddress, usePath } from '../../shared/use-address.ts';
import { GamePage } from './GamePage.tsx';
import { GameSkeleton } from './GameSkeleton.tsx';
import { gameIdIn } from './game-address.ts';
import { $gameInfo, loadGame } from './store.ts';
import './game.css';
import './quests.css';

interface Props {
  area: 'guest' | 'user';
  /** The ids of partners' games that are played here, by the catalogue. */
  framed?: readonly number[];
}

/** The page of one game: a pre-rendered shell, which reads in the browser which game it is about. */
export function GameIsland({ area, framed = [] }: Props) {
  const id = gameIdIn(area, usePath());
  const load = useStore($gameInfo, { ssr: 'initial' });
  const signedIn = useStore($session, { ssr: 'initial' }).state === 'signed-in';
  // The store keeps the game that another page loaded: until this one is asked for, it doesn't count.
  const [asked, setAsked] = useState<number | null>(null);
  const list = area === 'user' ? routes.userGames.pattern : routes.guestGames.pattern;

  useEffect(() => {
    if (id === null) location.replace(list);
    if (!id) return;
    setAsked(id);
    void loadGame(id);
  }, [id, list]);

  const current = asked === id;
  const info = current ? shown(load) : undefined;
  const failure = current && load.state === 'failed' ? load.error : undefined;
  const missing = id === 0 || failure?.code === 'not_found';
  const name = info?.game.name;

  useEffect(() => {
    if (missing) document.title = `Game not found · ${site.name}`;
    if (name === undefined || !id) return;
    document.title = `${name} · ${site.name}`;
    // The name in a guest's address is only there to be read: a wrong one is put right, so that the page has one address.
    const address = area === 'user' ? hrefs.userGame(id) : hrefs.guestGame(id, name);
    if (location.pathname !== address) changeAddress(address + location.search + location.hash, 'replace');
  }, [id, name, missing, area]);

  if (missing)
    return (
      <Empty level={1} title="There is no such game here">
        <p>The address names a game that we don’t have. It may have been taken off the list.</p>
        <a className="button small" href={list}>
          See all games
        </a>
      </Empty>
    );
  if (info)
    return (
      <GamePage info={info} area={area} signedIn={signedIn} framed={framed} failure={failure?.message} />
    );
  if (id && failure !== undefined)
    return (
      <Failed
        level={1}
        title="The game could not be loaded"
        reason={failure.message}
        onRetry={() => loadGame(id)}
      />
    );
  return <GameSkeleton />;
}
