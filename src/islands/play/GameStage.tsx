import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { site } from '../../lib/site.ts';
import { $play, pause, resume } from '../../lib/stores/play.ts';
import { loadStanding } from '../../lib/stores/play-standing.ts';
import { $session } from '../../lib/stores/session.ts';
import { Failed } from '../ui/Failed.tsx';
import type { Boards } from './boards.ts';
import type { OwnGame } from './own-game.ts';
import { Skeleton } from './Skeleton.tsx';
import { useBoard } from './use-board.ts';
import { useKeys } from './use-keys.ts';

export type Device = 'desktop' | 'mobile' | undefined;

interface Props {
  readonly game: OwnGame;
  readonly load: Boards[string];
  readonly device: Device;
}

/** One game: its board is fetched, and then played on the stage. */
export function GameStage({ game, load, device }: Props) {
  const loaded = useBoard(load);
  const signedIn = useStore($session, { ssr: 'initial' }).state === 'signed-in';
  useEffect(() => {
    // While the board is on its way; again when someone signs in or out, since the standing is the player's own.
    void loadStanding(game.id, signedIn);
  }, [game.id, signedIn]);
  useKeys(pauseByKey);
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
          title={`${game.name} could not be loaded`}
          reason="A part of the page didn’t arrive. Check your connection, and reload the page if trying again doesn’t help."
          onRetry={loaded.retry}
        />
      );
    case 'ready': {
      const { Stage, board } = loaded;
      return <Stage game={game} board={board} device={device} />;
    }
  }
}

/** P and Escape, while a round is on. */
function pauseByKey({ key, repeat }: KeyboardEvent): boolean {
  if (key !== 'Escape' && key.toLowerCase() !== 'p') return false;
  const { state } = $play.get();
  if (state !== 'playing' && state !== 'paused') return false;
  if (!repeat) (state === 'playing' ? pause : resume)();
  return true;
}

function pauseWhenHidden(): () => void {
  const onHidden = () => {
    if (document.visibilityState === 'hidden') pause();
  };
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    document.removeEventListener('visibilitychange', onHidden);
    // The round outlives the page: whoever comes back finds it paused.
    pause();
  };
}
