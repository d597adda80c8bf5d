/** The player's progress in a game before the current round: quest progress and best scores, from the server. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { FinishedRound } from '../../lib/contract/arcade/rounds.ts';
import { getGame } from '../../lib/contract/catalogue/game.ts';
import type { Quest } from '../../lib/contract/catalogue/games.ts';
import { PER_PAGE } from '../../lib/contract/limits.ts';

export interface GameQuests {
  /** 0: no game yet. */
  readonly gameId: number;
  /** The best counted score by variant id. A missing one doesn't exist or is unknown. */
  readonly best: Readonly<Record<string, number>>;
  /** Progress by quest id. A missing one is unknown. */
  readonly progress: Readonly<Record<number, number>>;
  /** When the first quest starts over. Null if none does, or it is unknown. */
  readonly endsAt: string | null;
}

const unknown: GameQuests = { gameId: 0, best: {}, progress: {}, endsAt: null };

export const $gameQuests = atom<GameQuests>(unknown);

let requests = 0;

/** Fetches the player's progress. It is optional on screen, so a failure only leaves it unknown. */
export async function loadGameQuests(gameId: number, signedIn: boolean): Promise<void> {
  requests += 1;
  const mine = requests;
  if (!signedIn || $gameQuests.get().gameId !== gameId) $gameQuests.set({ ...unknown, gameId });
  if (!signedIn) return;
  const info = await request(getGame, { params: { id: gameId }, query: { per_page: PER_PAGE } }).catch(
    () => undefined,
  );
  if (info && mine === requests) {
    const best = Object.fromEntries(info.game.best_scores.map(({ id, score }) => [id, score]));
    $gameQuests.set({ gameId, best, ...questsIn(info.quests) });
  }
}

/** Adds the results of a counted round, unless another game is on screen by now. */
export function noteFinished(gameId: number, variant: string, { quests, result }: FinishedRound): void {
  const before = $gameQuests.get();
  if (before.gameId !== gameId) return;
  // Ignore pending answers, because they don't include this round.
  requests += 1;
  const best = { ...before.best, [variant]: Math.max(before.best[variant] ?? 0, result.score) };
  $gameQuests.set({ gameId, best, ...questsIn(quests) });
}

function questsIn(quests: readonly Pick<Quest, 'id' | 'progress' | 'ends_at'>[]) {
  return {
    progress: Object.fromEntries(
      quests.flatMap(({ id, progress }) => (progress === null ? [] : [[id, progress]])),
    ),
    // All times have the same format, so they sort as text.
    endsAt: quests.flatMap(({ ends_at: at }) => at ?? []).toSorted()[0] ?? null,
  };
}
