import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $music, $sound, isAudible } from './feel-store.ts';
import type { Play } from './round.ts';

/** Plays music during a round. A pause, a hidden tab and the end of the round stop it. */
export function useMusic(play: Play): void {
  const volume = useStore($sound, { ssr: 'initial' });
  const wanted = useStore($music, { ssr: 'initial' });
  const game = play.state === 'playing' ? play.round.rules.name : undefined;
  useEffect(() => {
    if (game === undefined || !wanted || !isAudible(volume)) return;
    let stop = () => {};
    let isOn = true;
    void import('./music.ts')
      .then(({ startMusic }) => {
        if (isOn) stop = startMusic(game, volume);
      })
      // The round goes on without music.
      .catch(() => {});
    return () => {
      isOn = false;
      stop();
    };
  }, [game, volume, wanted]);
}
