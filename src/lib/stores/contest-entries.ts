/** One's own entries in contests, newest first. */
import { listEntries } from '../api/contests.ts';
import type { Answer } from '../contract/call.ts';
import type { listEntries as listCall } from '../contract/contests.ts';
import { createLoader } from './load.ts';

const loader = createLoader<Answer<typeof listCall>>();
export const $contestEntries = loader.$load;

export function loadContestEntries(page: number): Promise<void> {
  return loader.run(() => listEntries({ page }), true, page);
}
