import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/operator-rewards.ts';

export function listOperatorRewards(
  query: Query<typeof contract.listOperatorRewards> = {},
): Promise<Answer<typeof contract.listOperatorRewards>> {
  return request(contract.listOperatorRewards, { query });
}

/** Errors: not_found, nothing_to_do. */
export async function resumeReward(id: number): Promise<contract.OperatorReward> {
  return (await request(contract.resumeReward, { params: { id } })).reward;
}

/** Errors: not_found, nothing_to_do. */
export async function pauseReward(id: number): Promise<contract.OperatorReward> {
  return (await request(contract.pauseReward, { params: { id } })).reward;
}

/** The numbers of those that were paused until now. */
export async function resumeAllRewards(): Promise<number[]> {
  return (await request(contract.resumeAllRewards, {})).resumed;
}
