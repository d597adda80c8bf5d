/** One's own entries in contests, newest first. */
import { listEntries } from '../../../lib/api/contests.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import type { listEntries as listCall } from '../../../lib/contract/contests.ts';
import { createLoader } from '../../../lib/stores/load.ts';

const loader = createLoader<Answer<typeof listCall>>();
export const $contestEntries = loader.$load;

export function loadContestEntries(page: number): Promise<void> {
  return loader.run(() => listEntries({ page }), true, page);
}
