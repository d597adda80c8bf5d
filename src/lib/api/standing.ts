import { request } from '../client/client.ts';
import type { Answer, Body, Query } from '../contract/call.ts';
import * as leaderboard from '../contract/leaderboard.ts';
import * as contract from '../contract/standing.ts';

export function getStanding(): Promise<contract.Standing> {
  return request(contract.getStanding, {});
}

/** Some of the ledger, newest first; `before` asks for what is older. */
export function exportTransactions(before?: number): Promise<Answer<typeof contract.exportTransactions>> {
  return request(contract.exportTransactions, { query: before === undefined ? {} : { before } });
}

/** Errors: not_found for a game that isn't there. */
export function getLeaderboard(
  query: Query<typeof leaderboard.getLeaderboard> = {},
): Promise<leaderboard.LeaderboardInfo> {
  return request(leaderboard.getLeaderboard, { query });
}

export async function setLeaderboard(
  shownAs: Body<typeof leaderboard.setLeaderboard>['shown_as'],
): Promise<Body<typeof leaderboard.setLeaderboard>['shown_as']> {
  return (await request(leaderboard.setLeaderboard, { body: { shown_as: shownAs } })).shown_as;
}
