import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $music, $sound, isAudible } from '../shared/feel/feel-store.ts';
import type { GameBoard } from './game-board.ts';
import type { Play } from './round.ts';

/** Plays music during a round. A pause, a hidden tab and the end of the round stop it. */
export function useMusic(play: Play, { rules, tune }: Pick<GameBoard, 'rules' | 'tune'>): void {
  const volume = useStore($sound, { ssr: 'initial' });
  const wanted = useStore($music, { ssr: 'initial' });
  const isPlaying = play.state === 'playing' && play.round.rules.name === rules.name;
  useEffect(() => {
    if (!isPlaying || !wanted || !isAudible(volume)) return;
    let stop = () => {};
    let isOn = true;
    void import('./music.ts')
      .then(({ startMusic }) => {
        if (isOn) stop = startMusic(tune, volume);
      })
      // The round goes on without music.
      .catch(() => {});
    return () => {
      isOn = false;
      stop();
    };
  }, [isPlaying, tune, volume, wanted]);
}
