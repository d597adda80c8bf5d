/** The player's progress in a game before the running round: quests' progress and best score, as the server last said. */
import { atom } from 'nanostores';
import { CLASSIC } from '../../lib/arcade/arcade.ts';
import { request } from '../../lib/client/client.ts';
import { getGame } from '../../lib/contract/game.ts';
import type { Quest } from '../../lib/contract/games.ts';
import { PER_PAGE } from '../../lib/contract/limits.ts';
import type { FinishedRound } from '../../lib/contract/rounds.ts';

export interface GameQuests {
  /** 0: no game yet. */
  readonly gameId: number;
  /** The best counted score of each variant, by its id; one that isn't in it has none, or it isn't known. */
  readonly best: Readonly<Record<string, number>>;
  /** Progress by the quest's id; a quest that isn't in it is not known. */
  readonly progress: Readonly<Record<number, number>>;
  /** When the first of its quests starts over; null when none does or it isn't known. */
  readonly endsAt: string | null;
}

const unknown: GameQuests = { gameId: 0, best: {}, progress: {}, endsAt: null };

export const $gameQuests = atom<GameQuests>(unknown);

let requests = 0;

/** Fetches the player's progress. It only adds to the screen, so that a failure leaves it unknown and stops nothing. */
export async function loadGameQuests(gameId: number, signedIn: boolean): Promise<void> {
  requests += 1;
  const mine = requests;
  if (!signedIn || $gameQuests.get().gameId !== gameId) $gameQuests.set({ ...unknown, gameId });
  if (!signedIn) return;
  const info = await request(getGame, { params: { id: gameId }, query: { per_page: PER_PAGE } }).catch(
    () => undefined,
  );
  if (info && mine === requests) {
    const { best_score: classic, best_scores: others = [] } = info.game;
    const all = [...others, { variant: CLASSIC, score: classic }];
    const best = Object.fromEntries(
      all.flatMap(({ variant, score }) => (score === null ? [] : [[variant, score]])),
    );
    $gameQuests.set({ gameId, best, ...questsIn(info.quests) });
  }
}

/** Takes over what a counted round changed, unless another game is on the screen by now. */
export function noteFinished(gameId: number, variant: string, { quests, result }: FinishedRound): void {
  const before = $gameQuests.get();
  if (before.gameId !== gameId) return;
  // An answer that is still under way was made before this round.
  requests += 1;
  const best = { ...before.best, [variant]: Math.max(before.best[variant] ?? 0, result.score) };
  $gameQuests.set({ gameId, best, ...questsIn(quests) });
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
