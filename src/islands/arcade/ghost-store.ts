/** The run to play against: today's best, or that of a player on today's leaderboard. Its score alone comes from the server. Whether one is shown is remembered on this device. */
import { atom, onMount } from 'nanostores';
import { CLASSIC } from '../../lib/arcade/arcade.ts';
import { request } from '../../lib/client/client.ts';
import { type Ghost, getDailyGhost } from '../../lib/contract/rounds.ts';
import { readStored, store } from '../../lib/session/storage.ts';

/** Null where there is none: nobody has scored today, or it can't be asked for, and the round goes on without. */
export const $ghost = atom<Ghost | null>(null);
export const $showsGhost = atom(true);
/** Whose it is to be, by the player's id; null: the best. */
export const $rival = atom<number | null>(null);

onMount($showsGhost, () => {
  if (typeof window !== 'undefined') $showsGhost.set(readStored('ghost') !== 'off');
});

function showGhost(on: boolean): void {
  store('ghost', on ? 'on' : 'off');
  $showsGhost.set(on);
}

/** Chooses whose run is shown: one player's, the best one, or none. */
export function chooseRival(rival: number | 'best' | 'none'): void {
  $rival.set(typeof rival === 'number' ? rival : null);
  showGhost(rival !== 'none');
}

/** The best run again, for another game: nobody knows who has played that. */
export const forgetRival = (): void => $rival.set(null);

export async function loadGhost(gameId: number, variant: string): Promise<void> {
  $ghost.set(null);
  const query = variant === CLASSIC ? { player: $rival.get() ?? undefined } : { variant };
  const answer = await request(getDailyGhost, { params: { id: gameId }, query }).catch(() => undefined);
  $ghost.set(answer?.ghost ?? null);
}

/** How far it had come after so much play; it stays at its end. `at` is in what `by` says. */
export function scoreAt({ scores, step }: Pick<Ghost, 'scores' | 'step'>, at: number): number {
  return scores[Math.min(Math.floor(at / step), scores.length - 1)] ?? 0;
}
