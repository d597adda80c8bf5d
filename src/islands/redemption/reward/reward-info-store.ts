/** One reward: its info (spec section 3, rewardInfo), and the state of redeeming it. */
import { atom } from 'nanostores';
import { type ApiError, request } from '../../../lib/client/client.ts';
import { getReward, type RewardInfo } from '../../../lib/contract/catalogue/rewards.ts';
import type { Order } from '../../../lib/contract/redemption/buy.ts';
import { followPublic } from '../../shared/stores/live.ts';
import { createLoader } from '../../shared/stores/load.ts';
import { showWithOpinions } from '../../shared/stores/pages.ts';

/** Exported because the stores of opinions and purchases, which are loaded lazily, change it too. */
export const rewardLoader = createLoader<RewardInfo>();
export const $rewardInfo = rewardLoader.$load;

export type Purchase =
  | { readonly state: 'none' }
  | { readonly state: 'buying' }
  | {
      readonly state: 'bought';
      readonly order: Order | undefined;
      /** An earlier try, whose outcome was unknown, made the order. */
      readonly repeated: boolean;
      /** It is the player's first reward. */
      readonly first: boolean;
      /** It was the player's goal. */
      readonly goal: boolean;
    }
  | { readonly state: 'refused'; readonly error: ApiError };

export const $purchase = atom<Purchase>({ state: 'none' });

export async function loadReward(id: number): Promise<void> {
  $purchase.set({ state: 'none' });
  onScreen = id;
  await fetchReward(id);
}

/** The id of the reward on screen. Results for any other reward aren't shown. */
let onScreen: number | undefined;
export const isOnScreen = (id: number): boolean => id === onScreen;

export const fetchReward = (id: number): Promise<void> =>
  showWithOpinions(rewardLoader, id, () => request(getReward, { params: { id }, query: { page: 1 } }));

/** Keeps stock and status up to date while others redeem it. A failed fetch changes nothing. Returns a function that stops it. */
export function followReward(id: number): () => void {
  return followPublic(
    (event) => event.name === 'RewardChanged' && event.data.reward_id === id,
    async () => {
      const fresh = await request(getReward, { params: { id }, query: { page: 1 } }).catch(() => null);
      // Keep the opinions, because more pages of them may have been loaded.
      if (fresh)
        rewardLoader.renew((now) => (now.reward.id === id ? { ...fresh, opinions: now.opinions } : now));
    },
  );
}

/** Returns to the choice of amounts, after a purchase or a failure. */
export function closePurchase(): void {
  if ($purchase.get().state !== 'buying') $purchase.set({ state: 'none' });
}
