/** Recent openings of a case by any player. */
import { request } from '../../../lib/client/client.ts';
import { listRecentOpenings, type Opening } from '../../../lib/contract/draws/cases.ts';
import { createLoader } from '../../shared/stores/load.ts';

const loader = createLoader<readonly Opening[]>();
export const $recentOpenings = loader.$load;

export function loadRecentOpenings(id: number): Promise<void> {
  return loader.run(async () => (await request(listRecentOpenings, { params: { id } })).openings);
}
