/** The list of rewards. Search, sorting and page are in the address. */
import { computed } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import { listRewards } from '../../../lib/contract/catalogue/rewards.ts';
import { REWARD_SORTS } from '../../../lib/contract/limits.ts';
import { createLoader } from '../../shared/stores/load.ts';
import { type ListView, searchQuery, showPage } from '../../shared/stores/pages.ts';

export type RewardSort = (typeof REWARD_SORTS)[number];

const loader = createLoader<Answer<typeof listRewards>>();
export const $rewards = loader.$load;
/** Whether the list is being fetched (spec section 3, load flag). */
export const $load = computed($rewards, (load) => load.state === 'loading');

export function loadRewards(view: ListView<RewardSort>): Promise<void> {
  return showPage(loader, () => request(listRewards, { query: searchQuery(view, REWARD_SORTS) }), view);
}
