/** Whether games make a sound: off until it is asked for, and remembered. */
import { atom, onMount } from 'nanostores';
import { readStored, store } from '../../lib/session/storage.ts';

export const $sound = atom(false);

// Mounting also happens while the site is built, where there is no browser to ask.
onMount($sound, () => {
  if (typeof window !== 'undefined') $sound.set(readStored('sound') === 'on');
});

export function switchSound(): void {
  const on = !$sound.get();
  store('sound', on ? 'on' : 'off');
  $sound.set(on);
}
