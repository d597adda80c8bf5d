import type { Game } from '../../../lib/contract/catalogue/game.ts';
import { GameArticles } from './GameArticles.tsx';
import { GameRewards } from './GameRewards.tsx';

interface Props {
  game: Game;
  area: 'guest' | 'user';
}

/** A game's rewards and articles, in one script: if the rewards came later, they would push the articles down. */
export function GameMore({ game, area }: Props) {
  return (
    <>
      {/* The quests of a demo listing pay nothing. */}
      {game.source !== 'demo-partner' && <GameRewards game={game} area={area} />}
      <GameArticles gameId={game.id} game={game.name} area={area} />
    </>
  );
}
