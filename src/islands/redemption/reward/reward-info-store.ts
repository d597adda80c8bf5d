/** One reward: its info (spec section 3, rewardInfo), and redeeming it. */
import { atom } from 'nanostores';
import { type ApiError, request } from '../../../lib/client/client.ts';
import { saveDeliveryDetail } from '../../../lib/contract/account.ts';
import { buyAmount, buyReward, type Order } from '../../../lib/contract/buy.ts';
import { getReward, type RewardInfo } from '../../../lib/contract/rewards.ts';
import { patchUser } from '../../../lib/session/session.ts';
import { followPublic } from '../../shared/stores/live.ts';
import { asApiError, createLoader } from '../../shared/stores/load.ts';
import { showWithOpinions } from '../../shared/stores/pages.ts';

/** The opinions store changes it too; that one is loaded lazily. */
export const rewardLoader = createLoader<RewardInfo>();
export const $rewardInfo = rewardLoader.$load;

export type Purchase =
  | { readonly state: 'none' }
  | { readonly state: 'buying' }
  /** `repeated`: by a try before this one, whose end wasn't known. */
  | { readonly state: 'bought'; readonly order: Order | undefined; readonly repeated: boolean }
  | { readonly state: 'refused'; readonly error: ApiError };

export const $purchase = atom<Purchase>({ state: 'none' });

export async function loadReward(id: number): Promise<void> {
  $purchase.set({ state: 'none' });
  onScreen = id;
  await fetchReward(id);
}

/** The reward whose page is shown: what comes of another one by now stays off it. */
let onScreen: number | undefined;

const fetchReward = (id: number): Promise<void> =>
  showWithOpinions(rewardLoader, id, () => request(getReward, { params: { id }, query: { page: 1 } }));

/** Keeps its stock and status fresh while others redeem it, for as long as a screen shows it; a fetch that fails changes nothing. */
export function followReward(id: number): () => void {
  return followPublic(
    (event) => event.name === 'RewardChanged' && event.data.reward_id === id,
    async () => {
      const fresh = await request(getReward, { params: { id }, query: { page: 1 } }).catch(() => null);
      // The opinions stay as they are: further pages of them may have been fetched.
      if (fresh)
        rewardLoader.renew((now) => (now.reward.id === id ? { ...fresh, opinions: now.opinions } : now));
    },
  );
}

/**
 * Redeems an amount at the price that was shown (points): where that has changed nothing is bought, and the new one is fetched. null
 * for a reward that comes in no amounts. A second call while one is under way does nothing.
 */
export async function buy(rewardId: number, amountId: number | null, points: number | null): Promise<void> {
  if ($purchase.get().state === 'buying') return;
  const under: Purchase = { state: 'buying' };
  $purchase.set(under);
  try {
    // The price isn't part of it: bought again at another one, it is still the purchase whose end nobody knows.
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
    // Paid for, whatever is on screen by now.
    if (balance) patchUser({ balance });
    if (onScreen !== rewardId) return;
    if (answer && opinions) rewardLoader.renew(() => ({ ...answer, opinions }));
    // What came isn't the whole: that is fetched again.
    else void fetchReward(rewardId);
    // A player who left and came back sees it too, unless they are buying something else.
    const now = $purchase.get();
    if (now === under || now.state === 'none') $purchase.set({ state: 'bought', order, repeated });
  } catch (error) {
    if ($purchase.get() !== under) return;
    const failed = asApiError(error);
    $purchase.set({ state: 'refused', error: failed });
    if (failed.code === 'price_changed') void fetchReward(rewardId);
  }
}

/** Back to choosing, after a purchase or a refusal. */
export function closePurchase(): void {
  if ($purchase.get().state !== 'buying') $purchase.set({ state: 'none' });
}

/** Saves where this reward is to go. Rejects with an ApiError whose `fields.value` says what is wrong. */
export async function saveDetail(rewardId: number, value: string): Promise<void> {
  const { user } = await request(saveDeliveryDetail, { body: { reward_id: rewardId, value } });
  patchUser(user);
  if (onScreen === rewardId) await fetchReward(rewardId);
}
