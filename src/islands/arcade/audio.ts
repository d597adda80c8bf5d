/** What the games sound through, and how loud. */
let context: AudioContext | undefined;

/** Undefined where a browser has no sound to give: the game goes on without. */
export function audioContext(): AudioContext | undefined {
  if (typeof AudioContext === 'undefined') return undefined;
  context ??= new AudioContext();
  void context.resume();
  return context;
}

/** The gain of a sound at each volume. */
export const LOUDNESS = { low: 0.02, high: 0.07 } as const;
export type Loudness = keyof typeof LOUDNESS;

interface Tone {
  /** When, on the context's clock. */
  readonly at: number;
  readonly hertz: number;
  readonly seconds: number;
  readonly gain: number;
  /** What it goes through. */
  readonly to?: AudioNode;
}

/** A tone that fades away. */
export function playTone(
  context: AudioContext,
  { at, hertz, seconds, gain, to = context.destination }: Tone,
): void {
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: hertz });
  const fade = new GainNode(context, { gain });
  fade.gain.setValueAtTime(gain, at);
  fade.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  tone.connect(fade).connect(to);
  tone.start(at);
  tone.stop(at + seconds);
}
