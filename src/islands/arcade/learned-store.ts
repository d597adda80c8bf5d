/** Games whose lesson was finished or skipped in this browser. */
import { atom, onMount } from 'nanostores';
import { readStored, store } from '../../lib/session/storage.ts';

/** The names of games whose lesson this browser's player has finished, or skipped by starting a round. */
export const $learned = atom<readonly string[]>([]);

// Also mounts during the build, without a window.
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
