import { useEffect, useRef } from 'react';
import type { GameBoard } from './game-board.ts';
import type { Play } from './round.ts';

/** Plays sounds, visual effects and vibration for the round. The code loads when a round begins. */
export function useFeel(play: Play, board: GameBoard): void {
  const before = useRef(play);
  useEffect(() => {
    const last = before.current;
    before.current = play;
    if (last === play) return;
    const feel =
      play.state === 'playing'
        ? board.feel(play.round.game, 'round' in last ? last.round.game : undefined)
        : play.state === 'finished' && last.state !== 'finished'
          ? ({ blip: 'end' } as const)
          : undefined;
    // Load at the start of a round, so that the first act doesn't wait.
    if (play.state !== 'playing' && !feel) return;
    void import('./effects.ts').then(({ show }) => feel && show(feel)).catch(() => {});
  }, [play, board]);
}
