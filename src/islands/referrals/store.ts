/** One's own link and the friends who came by it. */
import { getInvite } from '../../lib/api/invite.ts';
import type { Invite } from '../../lib/contract/invite.ts';
import { createLoader } from '../../lib/stores/load.ts';

const loader = createLoader<Invite>();
export const $invite = loader.$load;

export function loadInvite(page: number): Promise<void> {
  return loader.run(() => getInvite({ page }), true, page);
}
