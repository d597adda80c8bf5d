/** Today's best run, to play against; its score alone comes from the server. Whether it is shown is remembered on this device. */
import { atom, onMount } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import { type Ghost, getDailyGhost } from '../../lib/contract/rounds.ts';
import { readStored, store } from '../../lib/session/storage.ts';

/** Null where there is none: nobody has scored today, or it can't be asked for, and the round goes on without. */
export const $ghost = atom<Ghost | null>(null);
export const $showsGhost = atom(true);

onMount($showsGhost, () => {
  if (typeof window !== 'undefined') $showsGhost.set(readStored('ghost') !== 'off');
});

export function showGhost(on: boolean): void {
  store('ghost', on ? 'on' : 'off');
  $showsGhost.set(on);
}

export async function loadGhost(gameId: number): Promise<void> {
  $ghost.set(null);
  const answer = await request(getDailyGhost, { params: { id: gameId } }).catch(() => undefined);
  $ghost.set(answer?.ghost ?? null);
}

/** How far it had come after so much play; it stays at its end. `at` is in what `by` says. */
export function scoreAt({ scores, step }: Pick<Ghost, 'scores' | 'step'>, at: number): number {
  return scores[Math.min(Math.floor(at / step), scores.length - 1)] ?? 0;
}
