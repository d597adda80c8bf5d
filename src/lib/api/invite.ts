import { request } from '../client/client.ts';
import type { Query } from '../contract/call.ts';
import * as contract from '../contract/invite.ts';

export function getInvite(query: Query<typeof contract.getInvite> = {}): Promise<contract.Invite> {
  return request(contract.getInvite, { query });
}
