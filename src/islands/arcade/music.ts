/**
 * Music for the games, made with Web Audio. A bar has five beats, like the strokes of a tally: four soft plucks, and then a low
 * note with a high one across them. Each game has its own key and tempo. Loaded when a round begins with music on.
 */
import { audioContext, LOUDNESS, type Loudness, playTone } from '../shared/feel/audio.ts';

export interface Tune {
  /** The lowest melody note. */
  readonly hertz: number;
  /** The length of a beat. */
  readonly seconds: number;
}

interface Note {
  /** Seconds from the start of the bar. */
  readonly at: number;
  readonly hertz: number;
  readonly seconds: number;
  /** A fraction of the volume. */
  readonly gain: number;
}

export const BEATS = 5;
/** Semitones above the lowest note: a pentatonic scale, which never sounds wrong. */
const SCALE = [0, 2, 4, 7, 9, 12, 14] as const;
/** Semitones of the bass note, two octaves down: the chords one, six, four and five. */
const BASS = [0, -3, -7, -5] as const;
/** The melody, one text per bar: a scale step for each beat, or a rest. The fifth beat is the slash. */
const melody = ['024-3', '4-213', '346-5', '5-320', '0-243', '46-53', '31-24', '2-101'] as const;
/** Melody and bass are quieter than the game's sounds. */
const MELODY = 0.4;
const LOW = 0.5;

const above = (hertz: number, semitones: number) => hertz * 2 ** (semitones / 12);

/** Returns the notes of a bar, in order. */
export function barOf({ hertz, seconds }: Tune, bar: number): readonly Note[] {
  const strokes = [...(melody[bar % melody.length] ?? '')].flatMap((step, beat) => {
    const semitones = SCALE[Number(step)];
    if (semitones === undefined) return [];
    return { at: beat * seconds, hertz: above(hertz, semitones), seconds: 1.4, gain: MELODY };
  });
  const low = above(hertz / 4, BASS[bar % BASS.length] ?? 0);
  return [...strokes, { at: (BEATS - 1) * seconds, hertz: low, seconds: 2.6, gain: LOW }];
}

/** How many seconds ahead a bar is scheduled. */
const AHEAD = 0.3;
/** The time constant of the fade. The music is silent after about three times as many seconds. */
const FADE = 0.15;

/** Plays a game's music. Returns a function that stops it. */
export function startMusic(tune: Tune, volume: Loudness): () => void {
  const context = audioContext();
  if (!context) return () => {};
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
    // Notes scheduled after that are never heard.
    setTimeout(() => out.disconnect(), 10 * FADE * 1000);
  };
}
