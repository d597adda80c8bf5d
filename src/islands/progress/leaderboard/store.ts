/** The leaderboard, and how the player appears on it. */
import { request } from '../../../lib/client/client.ts';
import type { LEADERBOARD_CHOICES, LEADERBOARD_SPANS } from '../../../lib/contract/limits.ts';
import {
  getLeaderboard,
  type LeaderboardInfo,
  setLeaderboard,
} from '../../../lib/contract/progress/leaderboard.ts';
import { refetchOn } from '../../shared/stores/live.ts';
import { asApiError, createLoader } from '../../shared/stores/load.ts';

export interface BoardView {
  readonly span: (typeof LEADERBOARD_SPANS)[number];
  /** A game's id. Null: all games. */
  readonly game: number | null;
}

const loader = createLoader<LeaderboardInfo>();
export const $leaderboard = loader.$load;

let view: BoardView = { span: 'week', game: null };

export function loadLeaderboard(wanted: BoardView): Promise<void> {
  view = wanted;
  return loader.run(
    () =>
      request(getLeaderboard, {
        query: { span: wanted.span, ...(wanted.game !== null && { game_id: wanted.game }) },
      }),
    true,
    wanted,
  );
}

/** Keeps it up to date when the player's points change. */
export function followLeaderboard(): () => void {
  return refetchOn(['BalanceChanged'], () => loadLeaderboard(view));
}

/** Chooses how to appear: by name, anonymously, or not at all. Returns an error message, or undefined on success. */
export async function showMeAs(choice: (typeof LEADERBOARD_CHOICES)[number]): Promise<string | undefined> {
  try {
    await request(setLeaderboard, { body: { shown_as: choice } });
  } catch (error) {
    return asApiError(error).message;
  }
  await loadLeaderboard(view);
  return undefined;
}
