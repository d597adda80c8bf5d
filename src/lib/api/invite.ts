import type { Query } from '../contract/call.ts';
import * as contract from '../contract/invite.ts';
import { request } from './client.ts';

export function getInvite(query: Query<typeof contract.getInvite> = {}): Promise<contract.Invite> {
  return request(contract.getInvite, { query });
}
