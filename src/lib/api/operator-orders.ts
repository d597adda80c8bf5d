import { request } from '../client/client.ts';
import type { Answer, Body, Query } from '../contract/call.ts';
import * as contract from '../contract/operator-orders.ts';

export function listOperatorOrders(
  query: Query<typeof contract.listOperatorOrders> = {},
): Promise<Answer<typeof contract.listOperatorOrders>> {
  return request(contract.listOperatorOrders, { query });
}

/** Errors: not_found. */
export function getOperatorOrder(id: number): Promise<Answer<typeof contract.getOperatorOrder>> {
  return request(contract.getOperatorOrder, { params: { id } });
}

/** Errors: not_found. */
export function showDeliveryDetails(id: number): Promise<Answer<typeof contract.showDeliveryDetails>> {
  return request(contract.showDeliveryDetails, { params: { id } });
}

/** Errors: not_found, order_closed. */
export async function claimOrder(id: number): Promise<contract.OperatorOrder> {
  return (await request(contract.claimOrder, { params: { id } })).order;
}

/** Errors: not_found, order_closed, invalid with `code` or `reference`. */
export async function deliverOrder(
  id: number,
  body: Body<typeof contract.deliverOrder> = {},
): Promise<contract.OperatorOrder> {
  return (await request(contract.deliverOrder, { params: { id }, body })).order;
}

/** Errors: not_found, order_closed, invalid with `reason`. */
export async function cancelOperatorOrder(id: number, reason: string): Promise<contract.OperatorOrder> {
  return (await request(contract.cancelOperatorOrder, { params: { id }, body: { reason } })).order;
}

/** Errors: not_found, order_closed. */
export async function releaseOrder(id: number, reason: string): Promise<contract.OperatorOrder> {
  return (await request(contract.releaseOrder, { params: { id }, body: { reason } })).order;
}

/** Errors: not_found, order_closed, invalid with `reason`. */
export async function refuseOrder(id: number, reason: string): Promise<contract.OperatorOrder> {
  return (await request(contract.refuseOrder, { params: { id }, body: { reason } })).order;
}

export function listCodeStock(
  query: Query<typeof contract.listCodeStock> = {},
): Promise<Answer<typeof contract.listCodeStock>> {
  return request(contract.listCodeStock, { query });
}

/** What is good of the file comes in, the rest is answered. Errors: invalid with `csv`. */
export function importCodes(csv: string, amountId: number | null = null): Promise<contract.CodesImported> {
  return request(contract.importCodes, { body: { csv, amount_id: amountId } });
}
