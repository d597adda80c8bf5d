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
    if (last === play || !(play.state === 'playing' || play.state === 'finished')) return;
    const game = 'round' in last ? last.round.game : undefined;
    const feel = board.feel(play.round.game, game);
    // Also load at the start of a round, so that the first act doesn't wait.
    if (play.state === 'playing') withEffects(({ show }) => feel && show(feel));
    else if (last.state !== 'finished') withEffects(({ showEnd }) => showEnd(game && feel));
  }, [play, board]);
  useEffect(() => {
    const { refused } = board;
    return refused && $refusals.listen(() => withEffects(({ show }) => show(refused)));
  }, [board]);
}

function withEffects(use: (effects: Effects) => unknown): void {
  void import('./effects.ts').then(use).catch(() => {});
}
