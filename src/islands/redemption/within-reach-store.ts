/** The rewards that a player without an order has enough points for. */
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { listRewards } from '../../lib/contract/catalogue/rewards.ts';
import { PER_PAGE } from '../../lib/contract/limits.ts';
import { createLoader } from '../shared/stores/load.ts';

const loader = createLoader<Answer<typeof listRewards>>();
/** The cheapest rewards, cheapest first. */
export const $cheapest = loader.$load;

export function loadCheapest(): Promise<void> {
  return loader.run(
    () => request(listRewards, { query: { page: 1, per_page: PER_PAGE, 'sort-by': 'price-asc' } }),
    true,
  );
}
