import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/operator-opinions.ts';

export function listModeratedOpinions(
  query: Query<typeof contract.listModeratedOpinions> = {},
): Promise<Answer<typeof contract.listModeratedOpinions>> {
  return request(contract.listModeratedOpinions, { query });
}

/** Errors: not_found. */
export function getModeratedOpinion(id: number): Promise<Answer<typeof contract.getModeratedOpinion>> {
  return request(contract.getModeratedOpinion, { params: { id } });
}

const calls = { hide: contract.hideOpinion, show: contract.showOpinion, keep: contract.keepOpinion };

/** `version`: what was read. Errors: not_found, nothing_to_do, draft_changed, forbidden (one's own), invalid with `reason`. */
export async function decideOpinion(
  how: keyof typeof calls,
  id: number,
  version: number,
  reason: string,
): Promise<contract.ModeratedOpinion> {
  return (await request(calls[how], { params: { id }, body: { version, reason } })).opinion;
}
