import { useEffect, useRef, useState } from 'react';
import type { GameState } from '../../lib/arcade/arcade.ts';
import { announcement } from './announcement.ts';
import type { GameBoard } from './game-board.ts';
import type { Play } from './round.ts';

/** What a screen reader announces about the round, the latest first. */
export function useSaid(play: Play, board: GameBoard): string {
  const [said, setSaid] = useState('');
  const before = useRef<GameState | undefined>(undefined);
  useEffect(() => {
    const text = announcement(play, board, before.current);
    // Practice goes from one round right to the next.
    before.current = 'round' in play && play.state !== 'finished' ? play.round.game : undefined;
    if (text !== undefined) setSaid(text);
  }, [play, board]);
  return said;
}
