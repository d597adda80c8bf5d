/**
 * Music for the games, made on the spot. A bar has five beats, as a tally has strokes: four soft plucks and, across them, a low note
 * with a high one. Each game has its own key and pace. Loaded when a round begins with the music on.
 */
import { audioContext, LOUDNESS, type Loudness, playTone } from './audio.ts';

interface Tune {
  /** Its lowest melody note. */
  readonly hertz: number;
  /** Of a beat. */
  readonly seconds: number;
}

/** By the game's name in the address. */
export const tunes: Readonly<Record<string, Tune>> = {
  merge: { hertz: 392, seconds: 0.62 },
  parcels: { hertz: 440, seconds: 0.5 },
  tower: { hertz: 349.23, seconds: 0.7 },
  hatch: { hertz: 493.88, seconds: 0.8 },
  rungs: { hertz: 329.63, seconds: 0.9 },
};

interface Note {
  /** Seconds from the beginning of the bar. */
  readonly at: number;
  readonly hertz: number;
  readonly seconds: number;
  /** As a part of the volume. */
  readonly gain: number;
}

export const BEATS = 5;
/** Semitones above the lowest note: a pentatonic scale, which never sounds wrong. */
const SCALE = [0, 2, 4, 7, 9, 12, 14] as const;
/** Semitones of the low note, two octaves down: one, six, four and five. */
const BASS = [0, -3, -7, -5] as const;
/** The melody by bars: a step of the scale for each beat, or a rest. The last is the slash's. */
const melody = ['024-3', '4-213', '346-5', '5-320', '0-243', '46-53', '31-24', '2-101'] as const;
/** The music stays behind what happens in the game. */
const MELODY = 0.4;
const LOW = 0.5;

const above = (hertz: number, semitones: number) => hertz * 2 ** (semitones / 12);

/** What is played in a bar, in order. */
export function barOf({ hertz, seconds }: Tune, bar: number): readonly Note[] {
  const strokes = [...(melody[bar % melody.length] ?? '')].flatMap((step, beat) => {
    const semitones = SCALE[Number(step)];
    if (semitones === undefined) return [];
    return { at: beat * seconds, hertz: above(hertz, semitones), seconds: 1.4, gain: MELODY };
  });
  const low = above(hertz / 4, BASS[bar % BASS.length] ?? 0);
  return [...strokes, { at: (BEATS - 1) * seconds, hertz: low, seconds: 2.6, gain: LOW }];
}

/** Seconds by which a bar is laid out before it is heard. */
const AHEAD = 0.3;
/** The music falls silent within about three times as many seconds. */
const FADE = 0.15;

/** Plays a game's music until it is stopped by what this answers. */
export function startMusic(game: string, volume: Loudness): () => void {
  const [context, tune] = [audioContext(), tunes[game]];
  if (!context || !tune) return () => {};
  const out = new GainNode(context, { gain: 1 });
  out.connect(context.destination);
  let bar = 0;
  let starts = context.currentTime + AHEAD;
  let next: ReturnType<typeof setTimeout>;
  const goOn = () => {
    for (const { at, gain, ...note } of barOf(tune, bar))
      playTone(context, { ...note, to: out, at: starts + at, gain: gain * LOUDNESS[volume] });
    bar += 1;
    starts += BEATS * tune.seconds;
    next = setTimeout(goOn, (starts - context.currentTime - AHEAD) * 1000);
  };
  goOn();
  return () => {
    clearTimeout(next);
    out.gain.setTargetAtTime(0, context.currentTime, FADE);
    // What is laid out beyond that is never heard.
    setTimeout(() => out.disconnect(), 10 * FADE * 1000);
  };
}
