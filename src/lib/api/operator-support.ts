import { request } from '../client/client.ts';
import type { Answer, Body, Query } from '../contract/call.ts';
import * as contract from '../contract/operator-support.ts';

export function listSupportThreads(
  query: Query<typeof contract.listSupportThreads> = {},
): Promise<Answer<typeof contract.listSupportThreads>> {
  return request(contract.listSupportThreads, { query });
}

/** Errors: not_found. */
export function getSupportThread(id: number, page = 1): Promise<Answer<typeof contract.getSupportThread>> {
  return request(contract.getSupportThread, { params: { id }, query: { page } });
}

/** The same key again is the same answer. Errors: not_found, forbidden (one's own), limit_reached, invalid with `body` or `read_up_to`. */
export function answerThread(
  id: number,
  body: Body<typeof contract.answerThread>,
  idempotencyKey: string,
): Promise<Answer<typeof contract.answerThread>> {
  return request(contract.answerThread, { params: { id }, body, idempotencyKey });
}

/** Errors: not_found, nothing_to_do, forbidden (one's own), invalid with `reason`. */
export async function closeSupportThread(id: number, reason: string): Promise<contract.SupportThread> {
  return (await request(contract.closeSupportThread, { params: { id }, body: { reason } })).thread;
}
