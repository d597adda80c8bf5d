/** The player's contest entries, newest first. */
import { request } from '../../../lib/client/client.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import { listEntries } from '../../../lib/contract/draws/contests.ts';
import { createLoader } from '../../shared/stores/load.ts';

const loader = createLoader<Answer<typeof listEntries>>();
export const $contestEntries = loader.$load;

export function loadContestEntries(page: number): Promise<void> {
  return loader.run(() => request(listEntries, { query: { page } }), true, page);
}
