import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $session } from '../../lib/session/session.ts';
import { site } from '../../lib/site.ts';
import { Failed } from '../shared/Failed.tsx';
import type { Boards } from './boards.ts';
import type { OwnGame } from './own-game.ts';
import { Skeleton } from './Skeleton.tsx';
import { useBoard } from './use-board.ts';
import { useGameQuests } from './use-game-quests.ts';

interface Props {
  readonly game: OwnGame;
  readonly load: Boards[string];
}

/** One game. Loads its board and then shows the stage. */
export function GameStage({ game, load }: Props) {
  const loaded = useBoard(load);
  const signedIn = useStore($session, { ssr: 'initial' }).state === 'signed-in';
  // Fetch it while the board is loading.
  useGameQuests(game.id, signedIn);
  useEffect(() => {
    document.title = `${game.name} · ${site.name}`;
  }, [game.name]);

  switch (loaded.state) {
    case 'loading':
      return <Skeleton />;
    case 'failed':
      return (
        <Failed
          level={2}
          title={`We couldn’t load ${game.name}`}
          reason="Check your connection and try again. If that doesn’t help, reload the page."
          onRetry={loaded.retry}
        />
      );
    case 'ready': {
      const { Stage, board } = loaded;
      return <Stage game={game} board={board} />;
    }
  }
}
