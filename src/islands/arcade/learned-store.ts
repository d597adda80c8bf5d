/** Games whose lesson was finished or skipped in this browser. */
import { atom, onMount } from 'nanostores';
import { readStored, store } from '../../lib/session/storage.ts';

/** Names of the games that this browser's player has learned, or begun without. */
export const $learned = atom<readonly string[]>([]);

// Mounting also happens while the site is built, where there is no browser to ask.
onMount($learned, () => {
  if (typeof window !== 'undefined') $learned.set(readStored('learned')?.split(' ') ?? []);
});

export function noteLearned(name: string): void {
  const learned = $learned.get();
  if (learned.includes(name)) return;
  const more = [...learned, name];
  $learned.set(more);
  store('learned', more.join(' '));
}
