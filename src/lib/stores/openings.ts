/** One's own openings of cases, newest first. */
import { listOpenings } from '../api/cases.ts';
import type { Answer } from '../contract/call.ts';
import type { listOpenings as listCall } from '../contract/cases.ts';
import { createLoader } from './load.ts';

const loader = createLoader<Answer<typeof listCall>>();
export const $openings = loader.$load;

export function loadOpenings(page: number): Promise<void> {
  return loader.run(() => listOpenings({ page }), true, page);
}
