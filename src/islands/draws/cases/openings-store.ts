/** One's own openings of cases, newest first. */
import { listOpenings } from '../../../lib/api/cases.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import type { listOpenings as listCall } from '../../../lib/contract/cases.ts';
import { createLoader } from '../../../lib/stores/load.ts';

const loader = createLoader<Answer<typeof listCall>>();
export const $openings = loader.$load;

export function loadOpenings(page: number): Promise<void> {
  return loader.run(() => listOpenings({ page }), true, page);
}
