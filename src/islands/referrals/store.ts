/** The user's invitation link, and the friends who joined through it. */
import { request } from '../../lib/client/client.ts';
import { getInvite, type Invite } from '../../lib/contract/referrals/invite.ts';
import { createLoader } from '../shared/stores/load.ts';

const loader = createLoader<Invite>();
export const $invite = loader.$load;

export function loadInvite(page: number): Promise<void> {
  return loader.run(() => request(getInvite, { query: { page } }), true, page);
}
