/** A player's public profile: the user's own from the session, another player's from the server. */
import { request } from '../../lib/client/client.ts';
import { getUser, type User } from '../../lib/contract/account/account.ts';
import { createLoader } from '../shared/stores/load.ts';

const loader = createLoader<User>();
export const $profile = loader.$load;

export function loadProfile(id: number): Promise<void> {
  return loader.run(async () => (await request(getUser, { params: { id } })).user);
}
