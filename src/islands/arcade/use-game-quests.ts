import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useTurn } from '../shared/use-turn.ts';
import { $gameQuests, type GameQuests, loadGameQuests } from './game-quests-store.ts';

/** Fetches the player's progress in a game: when its page opens, someone signs in or out, or a quest's day or week ends. */
export function useGameQuests(gameId: number, signedIn: boolean): GameQuests {
  const gameQuests = useStore($gameQuests, { ssr: 'initial' });
  useEffect(() => {
    void loadGameQuests(gameId, signedIn);
  }, [gameId, signedIn]);
  useTurn(gameQuests, gameQuests.endsAt, () => loadGameQuests(gameId, signedIn));
  return gameQuests;
}
