import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { GameBoard } from './game-board.ts';
import { $sound } from './sound-store.ts';
import type { Play } from './store.ts';

/** Sounds for what happens in the round, while sound is on. */
export function useBlips(play: Play, board: GameBoard): void {
  const on = useStore($sound, { ssr: 'initial' });
  const before = useRef(play);
  useEffect(() => {
    const last = before.current;
    before.current = play;
    if (!on || last === play) return;
    const blip =
      play.state === 'playing'
        ? board.blip(play.round.game, 'round' in last ? last.round.game : undefined)
        : play.state === 'finished' && last.state !== 'finished'
          ? 'end'
          : undefined;
    // Who has it off doesn't load it.
    if (blip) void import('./blips.ts').then(({ playBlip }) => playBlip(blip)).catch(() => {});
  }, [play, board, on]);
}
