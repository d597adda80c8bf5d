import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/cases.ts';

export type Opened = Answer<typeof contract.openCase>;

export function listCases(
  query: Query<typeof contract.listCases> = {},
): Promise<Answer<typeof contract.listCases>> {
  return request(contract.listCases, { query });
}

/** With the commitment to the caller's next draw. Errors: not_found. */
export async function getCase(id: number): Promise<contract.Case> {
  return (await request(contract.getCase, { params: { id } })).case;
}

/**
 * Opens a case. Sent again with the same commitment and seed it answers the same opening.
 * Errors: not_found, commitment_stale (fetch the case anew for the next one), birth_date_needed, too_young, limit_reached,
 * not_enough_points, invalid under `player_seed`, too_many_requests.
 */
export function openCase(id: number, given: { commitment_id: string; player_seed: string }): Promise<Opened> {
  return request(contract.openCase, { params: { id }, body: given });
}

/** The caller's openings, newest first. */
export function listOpenings(
  query: Query<typeof contract.listOpenings> = {},
): Promise<Answer<typeof contract.listOpenings>> {
  return request(contract.listOpenings, { query });
}
