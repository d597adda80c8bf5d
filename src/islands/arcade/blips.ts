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
const LOUDNESS = 0.05;

let context: AudioContext | undefined;

export function playBlip(blip: Blip): void {
  // Where a browser has no sound to give, the game goes on without.
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime;
  for (const [hertz, seconds] of tones[blip]) {
    const tone = new OscillatorNode(context, { type: 'square', frequency: hertz });
    const volume = new GainNode(context, { gain: LOUDNESS });
    volume.gain.setValueAtTime(LOUDNESS, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
