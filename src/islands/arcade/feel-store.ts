/** How games feel on this device: how loud they are, with or without music, and whether single letters do something. Remembered. */
import { atom, onMount } from 'nanostores';
import { readStored, store } from '../../lib/session/storage.ts';

export const volumes = ['off', 'low', 'high'] as const;
export type Volume = (typeof volumes)[number];

/** Null until somebody has chosen, or begun a round without a choice: silent, and offered. */
export const $sound = atom<Volume | null>(null);
/** Whether there is music as well, as loud as the rest. */
export const $music = atom(true);
/** Whether the start screen offers sound: until the first round begins, also once it is chosen. */
export const $offersSound = atom(false);
/** P, X, and W, A, S and D. Somebody who speaks to their computer, or hits keys by chance, turns them off. */
export const $letterKeys = atom(true);

// Mounting also happens while the site is built, where there is no browser to ask.
onMount($sound, () => {
  if (typeof window !== 'undefined') $sound.set(storedVolume());
});
onMount($music, () => {
  if (typeof window !== 'undefined') $music.set(readStored('music') !== 'off');
});
onMount($offersSound, () => {
  if (typeof window !== 'undefined') $offersSound.set(storedVolume() === null);
});
onMount($letterKeys, () => {
  if (typeof window !== 'undefined') $letterKeys.set(readStored('letter_keys') !== 'off');
});

function storedVolume(): Volume | null {
  const stored = readStored('sound');
  // As it was written before there was a volume.
  return stored === 'on' ? 'high' : (volumes.find((volume) => volume === stored) ?? null);
}

export function setSound(volume: Volume): void {
  store('sound', volume);
  $sound.set(volume);
}

export function setMusic(on: boolean): void {
  store('music', on ? 'on' : 'off');
  $music.set(on);
}

/** A round begins: where nobody has chosen it stays silent, and sound isn't offered again. */
export function settleSound(): void {
  if ($sound.get() === null) setSound('off');
  $offersSound.set(false);
}

/** Off, or as loud as it gets. */
export const switchSound = (): void => setSound(isAudible($sound.get()) ? 'off' : 'high');

export const isAudible = (volume: Volume | null): volume is 'low' | 'high' =>
  volume !== null && volume !== 'off';

export function setLetterKeys(on: boolean): void {
  store('letter_keys', on ? 'on' : 'off');
  $letterKeys.set(on);
}
