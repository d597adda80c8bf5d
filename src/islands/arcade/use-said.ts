import { useLayoutEffect, useRef, useState } from 'react';
import type { GameState } from '../../lib/arcade/arcade.ts';
import { announcement } from './announcement.ts';
import type { GameBoard } from './game-board.ts';
import type { Play } from './round.ts';

/** Returns the latest screen-reader announcement about the round, in the frame that draws `play`, which is laid out once. */
export function useSaid(play: Play, board: GameBoard): string {
  const [said, setSaid] = useState('');
  const before = useRef<GameState | undefined>(undefined);
  useLayoutEffect(() => {
    const text = announcement(play, board, before.current);
    // In practice, one round follows another directly.
    before.current = 'round' in play && play.state !== 'finished' ? play.round.game : undefined;
    if (text !== undefined) setSaid(text);
  }, [play, board]);
  return said;
}
