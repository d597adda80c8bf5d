import { useEffect } from 'react';
import { matchRoute, routes } from '../../lib/routing/routes.ts';
import { lazy } from '../shared/lazy.tsx';
import { showHeading } from '../shared/show-heading.ts';
import { usePath } from '../shared/use-address.ts';
import { type Boards, boards as ourBoards } from './boards.ts';
import type { Device } from './device.ts';
import { GameList } from './GameList.tsx';
import { GameStage } from './GameStage.tsx';
import type { OwnGame } from './own-game.ts';
import type { PartnerGame } from './partner-game.ts';
import { Skeleton } from './Skeleton.tsx';
import './board.css';
import './games.css';
import './panels.css';
import './partner.css';
import './play.css';
import './board-styles.ts';

const PartnerStage = lazy(async () => (await import('./PartnerStage.tsx')).PartnerStage, Skeleton);

interface Props {
  readonly games: readonly OwnGame[];
  readonly partners?: readonly PartnerGame[];
  readonly boards?: Boards;
}

/** The page /games/{game_name?}/play/{device?}. It is a single pre-rendered shell, so the browser reads the address. */
export function PlayIsland({ games, partners = [], boards = ourBoards }: Props) {
  const path = usePath(routes.play.pattern);
  const { game_name: name, device } = matchRoute(routes.play.pattern, path ?? '') ?? {};
  const theirs = partners.find(({ slug }) => slug === name);
  const game = games.find(({ arcade }) => arcade === name);
  const heading = theirs?.name ?? game?.name;
  useEffect(() => {
    if (heading !== undefined) showHeading(heading);
  }, [heading]);
  if (path === null) return <Skeleton />;
  if (name === undefined) return <GameList games={games} partners={partners} />;
  if (theirs) return <PartnerStage key={theirs.id} game={theirs} device={deviceOf(device)} />;
  const load = Object.hasOwn(boards, name) ? boards[name] : undefined;
  if (game === undefined || load === undefined)
    return <GameList games={games} partners={partners} missing={readable(name)} />;
  return <GameStage key={game.id} game={game} load={load} />;
}

function deviceOf(part: string | undefined): Device {
  return part === 'desktop' || part === 'mobile' ? part : undefined;
}

/** Decodes a part of an address. Returns it unchanged if it is badly encoded. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
