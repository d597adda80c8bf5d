/** The audio context that all game sounds share, and their volumes. */
let context: AudioContext | undefined;

/** Returns the audio context. Undefined if the browser has no sound; the game goes on without. */
export function audioContext(): AudioContext | undefined {
  if (typeof AudioContext === 'undefined') return undefined;
  context ??= new AudioContext();
  void context.resume();
  return context;
}

/** The gain for each volume. */
export const LOUDNESS = { low: 0.02, high: 0.07 } as const;
export type Loudness = keyof typeof LOUDNESS;

interface Tone {
  /** The start time, on the context's clock. */
  readonly at: number;
  readonly hertz: number;
  readonly seconds: number;
  readonly gain: number;
  /** The node that it is connected to. */
  readonly to?: AudioNode;
}

/** Plays a tone that fades out. */
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
