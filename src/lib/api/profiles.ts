import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/profiles.ts';

/** Errors: not_found. */
export function getProfile(id: number): Promise<contract.Profile> {
  return request(contract.getProfile, { params: { id } });
}

export function listWritten(
  id: number,
  query: Query<typeof contract.listWritten>,
): Promise<Answer<typeof contract.listWritten>> {
  return request(contract.listWritten, { params: { id }, query });
}
