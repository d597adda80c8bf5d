/** How the player stands in a game before the running round: quests' progress and best score, as the server last said. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import { getGame, type Quest } from '../../lib/contract/games.ts';
import { PER_PAGE } from '../../lib/contract/limits.ts';
import type { FinishedRound } from '../../lib/contract/rounds.ts';

export interface GameQuests {
  /** 0: no game yet. */
  readonly gameId: number;
  /** The best counted score; null when there is none or it isn't known. */
  readonly best: number | null;
  /** Progress by the quest's id; a quest that isn't in it is not known. */
  readonly progress: Readonly<Record<number, number>>;
  /** When the first of its quests begins anew; null when none does or it isn't known. */
  readonly endsAt: string | null;
}

const unknown: GameQuests = { gameId: 0, best: null, progress: {}, endsAt: null };

export const $gameQuests = atom<GameQuests>(unknown);

let requests = 0;

/** Asks how the player stands. It only adds to the screen, so that a failure leaves it unknown and stops nothing. */
export async function loadGameQuests(gameId: number, signedIn: boolean): Promise<void> {
  requests += 1;
  const mine = requests;
  if (!signedIn || $gameQuests.get().gameId !== gameId) $gameQuests.set({ ...unknown, gameId });
  if (!signedIn) return;
  const info = await request(getGame, { params: { id: gameId }, query: { per_page: PER_PAGE } }).catch(
    () => undefined,
  );
  if (info && mine === requests) {
    $gameQuests.set({ gameId, best: info.game.best_score, ...questsIn(info.quests) });
  }
}

/** Takes over what a counted round changed, unless another game is on the screen by now. */
export function noteFinished(gameId: number, { quests, result }: FinishedRound): void {
  const before = $gameQuests.get();
  if (before.gameId !== gameId) return;
  // An answer that is still under way was made before this round.
  requests += 1;
  $gameQuests.set({ gameId, best: Math.max(before.best ?? 0, result.score), ...questsIn(quests) });
}

function questsIn(quests: readonly Pick<Quest, 'id' | 'progress' | 'ends_at'>[]) {
  return {
    progress: Object.fromEntries(
      quests.flatMap(({ id, progress }) => (progress === null ? [] : [[id, progress]])),
    ),
    // Times of one form: their order is that of the letters.
    endsAt: quests.flatMap(({ ends_at: at }) => at ?? []).toSorted()[0] ?? null,
  };
}
