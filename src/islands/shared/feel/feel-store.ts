/** The game settings of this device: volume, music, and whether single-letter keys work. */
import { atom, onMount } from 'nanostores';
import { readStored, store } from '../../../lib/session/storage.ts';

export const volumes = ['off', 'low', 'high'] as const;
export type Volume = (typeof volumes)[number];

/** Null until the player chooses, or starts a round without choosing. Null is silent, and the start screen offers sound. */
export const $sound = atom<Volume | null>(null);
/** Whether there is music, at the same volume. */
export const $music = atom(true);
/** Whether the start screen offers sound. It does until the first round begins, even after a choice. */
export const $offersSound = atom(false);
/** Whether P, X, and W, A, S and D work. Turned off by players who use voice control or hit keys by accident. */
export const $letterKeys = atom(true);

// Also mounts during the build, without a window.
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
  // The format from before there was a volume.
  return stored === 'on' ? 'high' : (volumes.find((volume) => volume === stored) ?? null);
}

/** Chooses the volume. The first one also turns on music, unless the player has decided about it. */
export function setSound(volume: Volume): void {
  if (isAudible(volume) && readStored('music') === null) setMusic(true);
  store('sound', volume);
  $sound.set(volume);
}

export function setMusic(on: boolean): void {
  store('music', on ? 'on' : 'off');
  $music.set(on);
}

/** Called when a round begins. Without a choice the game stays silent, and sound isn't offered again. */
export function settleSound(): void {
  if ($sound.get() === null) setSound('off');
  $offersSound.set(false);
}

/** The volume that the speaker turns on: the last one, or low at first. */
let volumeWhenOn: Volume = 'low';

/** Toggles the sound. Until the player has said whether they want music, there is none. */
export function switchSound(): void {
  const volume = $sound.get();
  const isOn = isAudible(volume);
  if (isOn) volumeWhenOn = volume;
  else if (readStored('music') === null) setMusic(false);
  setSound(isOn ? 'off' : volumeWhenOn);
}

export const isAudible = (volume: Volume | null): volume is 'low' | 'high' =>
  volume !== null && volume !== 'off';

export function setLetterKeys(on: boolean): void {
  store('letter_keys', on ? 'on' : 'off');
  $letterKeys.set(on);
}
