import { useEffect, useRef } from 'react';
import type { GameBoard } from './game-board.ts';
import { $refusals } from './play-store.ts';
import type { Play } from './round.ts';

type Effects = typeof import('./effects.ts');

/** Plays sounds, visual effects and vibration for the round. The code loads when a round begins. */
export function useFeel(play: Play, board: GameBoard): void {
  const before = useRef(play);
  useEffect(() => {
    const last = before.current;
    before.current = play;
    if (play.state !== 'playing' && (play.state !== 'finished' || last.state === 'finished')) return;
    if (last === play) return;
    const game = 'round' in last ? last.round.game : undefined;
    const feel = board.feel(play.round.game, game);
    // Also load at the start of a round, so that the first act doesn't wait.
    withEffects(({ show, showEnd }) => {
      if (play.state === 'finished') showEnd(game && feel);
      else if (feel) show(feel);
    });
  }, [play, board]);
  useEffect(() => {
    const { refused } = board;
    return refused && $refusals.listen(() => withEffects(({ show }) => show(refused)));
  }, [board]);
}

function withEffects(use: (effects: Effects) => unknown): void {
  void import('./effects.ts').then(use).catch(() => {});
}
