import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/operator-contests.ts';

export function listOperatorContests(
  query: Query<typeof contract.listOperatorContests> = {},
): Promise<Answer<typeof contract.listOperatorContests>> {
  return request(contract.listOperatorContests, { query });
}

/** Errors: not_found. */
export function getOperatorContest(
  id: number,
  query: Query<typeof contract.getOperatorContest> = {},
): Promise<Answer<typeof contract.getOperatorContest>> {
  return request(contract.getOperatorContest, { params: { id }, query });
}

/** Errors: invalid with the fields. */
export async function createContest(body: contract.ContestForm): Promise<contract.OperatorContest> {
  return (await request(contract.createContest, { body })).contest;
}

/** Errors: not_found, contest_closed (it has begun, or is the catalogue's), invalid with the fields. */
export async function editContest(id: number, body: contract.ContestForm): Promise<contract.OperatorContest> {
  return (await request(contract.editContest, { params: { id }, body })).contest;
}

/** Errors: not_found, contest_closed, nothing_to_do, invalid with `reason`. */
export async function callOffContest(id: number, reason: string): Promise<contract.OperatorContest> {
  return (await request(contract.callOffContest, { params: { id }, body: { reason } })).contest;
}
