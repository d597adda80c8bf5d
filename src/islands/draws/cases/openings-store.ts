/** The player's openings of cases, newest first. */
import { request } from '../../../lib/client/client.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import { listOpenings } from '../../../lib/contract/draws/cases.ts';
import { createLoader } from '../../shared/stores/load.ts';

const loader = createLoader<Answer<typeof listOpenings>>();
export const $openings = loader.$load;

export function loadOpenings(page: number): Promise<void> {
  return loader.run(() => request(listOpenings, { query: { page } }), true, page);
}
