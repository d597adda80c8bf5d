import { useStore } from '@nanostores/react';
import {
  $music,
  $sound,
  isAudible,
  setMusic,
  setSound,
  switchSound,
  volumes,
} from '../shared/feel/feel-store.ts';

/** Turns sound on or off, also during a round. */
export function SoundSwitch() {
  const on = isAudible(useStore($sound, { ssr: 'initial' }));
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Sound"
      aria-pressed={on}
      title={`Sound is ${on ? 'on' : 'off'}`}
      onClick={switchSound}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z" />
        <path d={on ? 'M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11' : 'm16 9.5 5 5m0-5-5 5'} />
      </svg>
    </button>
  );
}

const names = { off: 'Off', low: 'Low', high: 'High' } as const;

/** The settings for volume and music. */
export function Volume() {
  const chosen = useStore($sound, { ssr: 'initial' }) ?? 'off';
  const music = useStore($music, { ssr: 'initial' });
  return (
    <fieldset className="volume">
      <legend>Sound</legend>
      {volumes.map((volume) => (
        <button
          key={volume}
          type="button"
          className="chip"
          aria-pressed={volume === chosen}
          onClick={() => setSound(volume)}
        >
          {names[volume]}
        </button>
      ))}
      <button
        type="button"
        className="chip"
        aria-pressed={music && isAudible(chosen)}
        disabled={!isAudible(chosen)}
        onClick={() => setMusic(!music)}
      >
        Music
      </button>
    </fieldset>
  );
}
