/** Short sounds made with Web Audio, so there are no files to fetch. */
import { audioContext, LOUDNESS, type Loudness, playTone } from './audio.ts';

export type Blip = 'act' | 'good' | 'great' | 'refused' | 'bad' | 'end' | 'win';

/** Each sound is a sequence of tones: hertz and seconds. */
const tones: Readonly<Record<Blip, readonly (readonly [hertz: number, seconds: number])[]>> = {
  act: [[220, 0.03]],
  good: [[440, 0.05]],
  great: [
    [523, 0.06],
    [784, 0.09],
  ],
  refused: [[147, 0.07]],
  bad: [
    [165, 0.07],
    [110, 0.12],
  ],
  end: [
    [392, 0.08],
    [330, 0.08],
    [262, 0.16],
  ],
  win: [
    [523, 0.09],
    [659, 0.09],
    [784, 0.09],
    [1047, 0.3],
  ],
};
/** Semitones added for each step in a row: a pentatonic scale, which never sounds wrong. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24];

interface Sounding {
  /** Steps up the scale. */
  readonly combo?: number;
  readonly volume: Loudness;
  /** Seconds until it begins. */
  readonly after?: number;
}

export function playBlip(blip: Blip, { combo = 0, volume, after = 0 }: Sounding): void {
  const context = audioContext();
  if (!context) return;
  let at = context.currentTime + after;
  const higher = 2 ** ((SCALE[Math.min(combo, SCALE.length - 1)] ?? 0) / 12);
  for (const [hertz, seconds] of tones[blip]) {
    playTone(context, { at, hertz: hertz * higher, seconds, gain: LOUDNESS[volume] });
    at += seconds;
  }
}
