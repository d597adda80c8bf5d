/** Short sounds made on the spot: no files to fetch. */
export type Blip = 'act' | 'good' | 'great' | 'bad' | 'end';

/** Each as tones one after the other: hertz, and seconds. */
const tones: Readonly<Record<Blip, readonly (readonly [hertz: number, seconds: number])[]>> = {
  act: [[220, 0.03]],
  good: [[440, 0.05]],
  great: [
    [523, 0.06],
    [784, 0.09],
  ],
  bad: [
    [165, 0.07],
    [110, 0.12],
  ],
  end: [
    [392, 0.08],
    [330, 0.08],
    [262, 0.16],
  ],
};
const LOUDNESS = { low: 0.02, high: 0.07 } as const;
/** What a step in a row adds, in semitones: a pentatonic scale, which never sounds wrong. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24];

let context: AudioContext | undefined;

interface Sounding {
  /** Steps up the scale. */
  readonly combo?: number;
  readonly volume: keyof typeof LOUDNESS;
}

export function playBlip(blip: Blip, { combo = 0, volume }: Sounding): void {
  // Where a browser has no sound to give, the game goes on without.
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime;
  const higher = 2 ** ((SCALE[Math.min(combo, SCALE.length - 1)] ?? 0) / 12);
  for (const [hertz, seconds] of tones[blip]) {
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: hertz * higher });
    const fade = new GainNode(context, { gain: LOUDNESS[volume] });
    fade.gain.setValueAtTime(LOUDNESS[volume], at);
    fade.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(fade).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
