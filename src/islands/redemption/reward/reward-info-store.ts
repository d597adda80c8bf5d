/** One reward: its info (spec section 3, rewardInfo), and redeeming it. */
import { atom } from 'nanostores';
import { type ApiError, request } from '../../../lib/client/client.ts';
import { saveDeliveryDetail } from '../../../lib/contract/account/account.ts';
import { getReward, type RewardInfo } from '../../../lib/contract/catalogue/rewards.ts';
import { buyAmount, buyReward, type Order } from '../../../lib/contract/redemption/buy.ts';
import { patchUser } from '../../../lib/session/session.ts';
import { followPublic } from '../../shared/stores/live.ts';
import { asApiError, createLoader } from '../../shared/stores/load.ts';
import { showWithOpinions } from '../../shared/stores/pages.ts';

/** Exported because the opinions store, which is loaded lazily, changes it too. */
export const rewardLoader = createLoader<RewardInfo>();
export const $rewardInfo = rewardLoader.$load;

export type Purchase =
  | { readonly state: 'none' }
  | { readonly state: 'buying' }
  /** `repeated`: an earlier try, whose outcome was unknown, made the order. */
  | { readonly state: 'bought'; readonly order: Order | undefined; readonly repeated: boolean }
  | { readonly state: 'refused'; readonly error: ApiError };

export const $purchase = atom<Purchase>({ state: 'none' });

export async function loadReward(id: number): Promise<void> {
  $purchase.set({ state: 'none' });
  onScreen = id;
  await fetchReward(id);
}

/** The id of the reward on screen. Results for any other reward aren't shown. */
let onScreen: number | undefined;

const fetchReward = (id: number): Promise<void> =>
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

/**
 * Redeems an amount at the price that was shown, in points. If the price has changed, nothing is bought and the reward is
 * refetched. `amountId` is null for a reward without amounts. Does nothing while a purchase is in progress.
 */
export async function buy(rewardId: number, amountId: number | null, points: number | null): Promise<void> {
  if ($purchase.get().state === 'buying') return;
  const under: Purchase = { state: 'buying' };
  $purchase.set(under);
  try {
    // The price isn't part of the key. A retry at a new price is still the same purchase, whose outcome is unknown.
    const sameAs = ['buy', rewardId, amountId];
    const params = { id: rewardId };
    const answer = await (amountId === null
      ? request(buyReward, { params, body: {}, sameAs })
      : request(buyAmount, {
          params,
          body: { amount_id: amountId, ...(points !== null && { points }) },
          sameAs,
        }));
    const { order, balance, repeated = false, opinions } = answer ?? {};
    // The points are spent, whatever is on screen by now.
    if (balance) patchUser({ balance });
    if (onScreen !== rewardId) return;
    if (answer && opinions) rewardLoader.renew(() => ({ ...answer, opinions }));
    // The answer isn't complete, so refetch.
    else void fetchReward(rewardId);
    // Also show it to a player who left and came back, unless they are buying something else.
    const now = $purchase.get();
    if (now === under || now.state === 'none') $purchase.set({ state: 'bought', order, repeated });
  } catch (error) {
    if ($purchase.get() !== under) return;
    const failed = asApiError(error);
    $purchase.set({ state: 'refused', error: failed });
    if (failed.code === 'price_changed') void fetchReward(rewardId);
  }
}

/** Returns to the choice of amounts, after a purchase or a failure. */
export function closePurchase(): void {
  if ($purchase.get().state !== 'buying') $purchase.set({ state: 'none' });
}

/** Saves the delivery detail for this reward. Rejects with an ApiError; `fields.value` says what is wrong. */
export async function saveDetail(rewardId: number, value: string): Promise<void> {
  const { user } = await request(saveDeliveryDetail, { body: { reward_id: rewardId, value } });
  patchUser(user);
  if (onScreen === rewardId) await fetchReward(rewardId);
}
