/**
 * The run to play against in the daily challenge: today's best, or that of a player on today's leaderboard. The server sends only
 * its scores. Whether a run is shown is remembered on this device.
 */
import { atom, onMount } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import { type Ghost, getDailyGhost } from '../../lib/contract/arcade/rounds.ts';
import { readStored, store } from '../../lib/session/storage.ts';
import type { Round } from './round.ts';

/**
 * The run of a round's session. Null if there is none yet. Undefined until that is known, or if the request failed: the round goes
 * on without it.
 */
export const $ghost = atom<{ readonly session: string | null; readonly run: Ghost | null } | undefined>(
  undefined,
);
export const $showsGhost = atom(true);
/** The id of the player whose run is shown. Null: the best run. */
export const $rival = atom<number | null>(null);

onMount($showsGhost, () => {
  if (typeof window !== 'undefined') $showsGhost.set(readStored('ghost') !== 'off');
});

function showGhost(on: boolean): void {
  store('ghost', on ? 'on' : 'off');
  $showsGhost.set(on);
}

/** Chooses the run to show: one player's, the best one, or none. */
export function chooseRival(rival: number | 'best' | 'none'): void {
  $rival.set(typeof rival === 'number' ? rival : null);
  showGhost(rival !== 'none');
}

/** Goes back to the best run. Needed for another game, which the chosen player may not have played. */
export const forgetRival = (): void => $rival.set(null);

export async function loadGhost({
  gameId,
  session,
  seed,
}: Pick<Round, 'gameId' | 'session' | 'seed'>): Promise<void> {
  $ghost.set(undefined);
  const query = { player: $rival.get() ?? undefined, seed };
  const answer = await request(getDailyGhost, { params: { id: gameId }, query }).catch(() => undefined);
  $ghost.set(answer && { session, run: answer.ghost });
}

/** Returns the run that a round is played against: a duel's, or the day's as far as it is known. Null if there is none yet. */
export function runAgainst(
  { daily, session, rival }: Round,
  ofToday = $ghost.get(),
): Ghost | null | undefined {
  if (!daily) return rival;
  return ofToday?.session === session ? ofToday.run : undefined;
}

/**
 * Returns the run's score after that much play, and its final score after its end. `at` is in the unit that `by` names. Between
 * two steps of time the score counts up evenly.
 */
export function scoreAt({ scores, step, by }: Pick<Ghost, 'scores' | 'step' | 'by'>, at: number): number {
  const steps = Math.min(at / step, scores.length - 1);
  const index = Math.floor(steps);
  const score = scores[index] ?? 0;
  return by === 'moves'
    ? score
    : Math.round(score + ((scores[index + 1] ?? score) - score) * (steps - index));
}
