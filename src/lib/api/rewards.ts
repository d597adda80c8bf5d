import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/rewards.ts';

export type Bought = Answer<typeof contract.buyReward>;

export function listRewards(
  query: Query<typeof contract.listRewards> = {},
): Promise<Answer<typeof contract.listRewards>> {
  return request(contract.listRewards, { query });
}

/** `page` is of its opinions. Errors: not_found. */
export function getReward(id: number, page = 1): Promise<contract.RewardInfo> {
  return request(contract.getReward, { params: { id }, query: { page } });
}

/**
 * Redeems the smallest amount. Sent again with the same key it answers the same order.
 * Errors: not_enough_points, out_of_stock, birth_date_needed, too_young, invalid with the delivery detail's field.
 */
export function buyReward(id: number, idempotencyKey: string): Promise<Bought> {
  return request(contract.buyReward, { params: { id }, body: {}, idempotencyKey });
}

/** Redeems one amount at the price that was seen, any without one; otherwise as `buyReward`. Errors: price_changed as well. */
export function buyAmount(
  id: number,
  amountId: number,
  idempotencyKey: string,
  points?: number,
): Promise<Bought> {
  const body = { amount_id: amountId, ...(points !== undefined && { points }) };
  return request(contract.buyAmount, { params: { id }, body, idempotencyKey });
}

/** Makes the reward the caller's goal. Errors: not_found. */
export function checkReward(id: number): Promise<Answer<typeof contract.checkReward>> {
  return request(contract.checkReward, { params: { id } });
}
