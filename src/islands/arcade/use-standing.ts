import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useTurn } from '../shared/use-turn.ts';
import { $standing, loadStanding, type Standing } from './progress-store.ts';

/** Asks how the player stands in a game: when its page opens, someone signs in or out, or a quest's day or week ends. */
export function useStanding(gameId: number, signedIn: boolean): Standing {
  const standing = useStore($standing, { ssr: 'initial' });
  useEffect(() => {
    void loadStanding(gameId, signedIn);
  }, [gameId, signedIn]);
  useTurn(standing, standing.endsAt, () => loadStanding(gameId, signedIn));
  return standing;
}
