import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/games.ts';
import { type PlayBudgetLeft, getPlayBudget as playBudget } from '../contract/play-budget.ts';

export function listGames(
  query: Query<typeof contract.listGames> = {},
): Promise<Answer<typeof contract.listGames>> {
  return request(contract.listGames, { query });
}

/** With the caller's quests. Errors: not_found. */
export function getGame(id: number, query: Query<typeof contract.getGame> = {}): Promise<contract.GameInfo> {
  return request(contract.getGame, { params: { id }, query });
}

/** The path that guests have for it (spec section 6). Errors: not_found. */
export function getGuestGame(
  id: number,
  query: Query<typeof contract.getGuestGame> = {},
): Promise<contract.GameInfo> {
  return request(contract.getGuestGame, { params: { id }, query });
}

/** Who did best on today's seed of an own game. Errors: not_found. */
export function getDailyLeaderboard(id: number): Promise<contract.Leaderboard> {
  return request(contract.getDailyLeaderboard, { params: { id } });
}

/** What our own games still pay the caller today and as a welcome. */
export function getPlayBudget(): Promise<PlayBudgetLeft> {
  return request(playBudget, {});
}
