import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/contests.ts';

export function listContests(
  query: Query<typeof contract.listContests> = {},
): Promise<Answer<typeof contract.listContests>> {
  return request(contract.listContests, { query });
}

/** Errors: not_found. */
export async function getContest(id: number): Promise<contract.Contest> {
  return (await request(contract.getContest, { params: { id } })).contest;
}

export function listEntries(
  query: Query<typeof contract.listEntries> = {},
): Promise<Answer<typeof contract.listEntries>> {
  return request(contract.listEntries, { query });
}

/**
 * Takes part, with a seed of 1 to 64 printable ASCII signs. Sent again with the same seed it answers as before.
 * Errors: not_found, contest_closed, already_entered (with another seed), invalid under the field `seed`, too_many_requests.
 */
export async function enterContest(id: number, seed: string): Promise<contract.Contest> {
  return (await request(contract.enterContest, { params: { id }, body: { seed } })).contest;
}
