import { request } from '../client/client.ts';
import type { Answer, Body, Query } from '../contract/call.ts';
import * as contract from '../contract/orders.ts';
import * as redemption from '../contract/redemption.ts';

export function listOrders(
  query: Query<typeof contract.listOrders> = {},
): Promise<Answer<typeof contract.listOrders>> {
  return request(contract.listOrders, { query });
}

/** An order and its entries of the ledger. Errors: not_found. */
export function getOrder(id: number): Promise<Answer<typeof contract.getOrder>> {
  return request(contract.getOrder, { params: { id } });
}

/** Calls an order off; again it answers the same. Errors: not_found, order_closed. */
export function cancelOrder(id: number): Promise<Answer<typeof contract.cancelOrder>> {
  return request(contract.cancelOrder, { params: { id } });
}

/** Errors: not_found, no_code. */
export async function revealCode(id: number): Promise<string> {
  return (await request(contract.revealCode, { params: { id } })).code;
}

/** Errors: invalid with `reason` or `proof`, dispute_closed, not_found. */
export async function openDispute(
  id: number,
  body: Body<typeof contract.openDispute>,
): Promise<contract.OrderLine> {
  return (await request(contract.openDispute, { params: { id }, body })).order;
}

/** Errors: invalid with `appeal`, dispute_closed, not_found. */
export async function appealDispute(id: number, appeal: string): Promise<contract.OrderLine> {
  return (await request(contract.appealDispute, { params: { id }, body: { appeal } })).order;
}

export function listInventory(query: Query<typeof contract.listInventory> = {}): Promise<contract.Inventory> {
  return request(contract.listInventory, { query });
}

/** Errors: not_found. */
export async function markUsed(id: number, used: boolean): Promise<contract.Item> {
  return (await request(contract.markUsed, { params: { id }, body: { used } })).item;
}

/** What stands in the way of a reward's amount; without a reward, of any redemption. Errors: not_found, invalid. */
export function checkRedemption(rewardId?: number, amountId?: number): Promise<redemption.RedemptionChecks> {
  return request(redemption.checkRedemption, {
    query: {
      ...(rewardId !== undefined && { reward_id: rewardId }),
      ...(amountId !== undefined && { amount_id: amountId }),
    },
  });
}
