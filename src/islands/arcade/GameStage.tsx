import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $session } from '../../lib/session/session.ts';
import { site } from '../../lib/site.ts';
import { Failed } from '../shared/Failed.tsx';
import type { Boards } from './boards.ts';
import type { Device } from './device.ts';
import type { OwnGame } from './own-game.ts';
import { Skeleton } from './Skeleton.tsx';
import { $play, closeLate, gameIn, pause, resume } from './store.ts';
import { useBoard } from './use-board.ts';
import { useGameQuests } from './use-game-quests.ts';
import { isLetter, useKeys } from './use-keys.ts';

interface Props {
  readonly game: OwnGame;
  readonly load: Boards[string];
  readonly device: Device;
}

/** One game: its board is fetched, and then played on the stage. */
export function GameStage({ game, load, device }: Props) {
  const loaded = useBoard(load);
  const signedIn = useStore($session, { ssr: 'initial' }).state === 'signed-in';
  // While the board is on its way.
  useGameQuests(game.id, signedIn);
  useKeys((event) => pauseByKey(event, game.id));
  useEffect(pauseWhenHidden, []);
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
      return <Stage game={game} board={board} device={device} />;
    }
  }
}

/** P and Escape, while a round of this game is on; one of another game waits unseen. */
function pauseByKey(event: KeyboardEvent, gameId: number): boolean {
  const { key, repeat } = event;
  if (key !== 'Escape' && !isLetter(event, 'p')) return false;
  const play = $play.get();
  const { state } = play;
  if ((state !== 'playing' && state !== 'paused') || gameIn(play) !== gameId) return false;
  if (!repeat) (state === 'playing' ? pause : resume)();
  return true;
}

function pauseWhenHidden(): () => void {
  const onTurn = () => {
    if (document.visibilityState === 'hidden') pause();
    else closeLate();
  };
  document.addEventListener('visibilitychange', onTurn);
  window.addEventListener('pageshow', onTurn);
  return () => {
    document.removeEventListener('visibilitychange', onTurn);
    window.removeEventListener('pageshow', onTurn);
    // The round outlives the page: whoever comes back finds it paused.
    pause();
  };
}
