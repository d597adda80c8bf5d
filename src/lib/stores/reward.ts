/** One reward: its info (spec section 3, rewardInfo), redeeming it, and making it one's goal. */
import { atom } from 'nanostores';
import { saveDeliveryDetail } from '../api/account.ts';
import type { ApiError } from '../api/client.ts';
import * as api from '../api/rewards.ts';
import type { Order, RewardInfo } from '../contract/rewards.ts';
import { followPublic } from './live.ts';
import { asApiError, createLoader, isEndUnknown } from './load.ts';
import { patchUser } from './session.ts';

/** What reward-talk.ts changes too, which is fetched later. */
export const rewardLoader = createLoader<RewardInfo>();
export const $rewardInfo = rewardLoader.$load;

export type Purchase =
  | { readonly state: 'none' }
  | { readonly state: 'buying' }
  | { readonly state: 'bought'; readonly order: Order | undefined }
  | { readonly state: 'refused'; readonly error: ApiError };

export const $purchase = atom<Purchase>({ state: 'none' });

export async function loadReward(id: number): Promise<void> {
  $purchase.set({ state: 'none' });
  attempt = undefined;
  await rewardLoader.run(() => api.getReward(id));
}

/** Keeps its stock and status fresh while others redeem it, for as long as a screen shows it; a fetch that fails changes nothing. */
export function followReward(id: number): () => void {
  return followPublic(
    (event) => event.name === 'RewardChanged' && event.data.reward_id === id,
    async () => {
      const fresh = await api.getReward(id).catch(() => null);
      // The opinions stay as they are: further pages of them may have been fetched.
      if (fresh)
        rewardLoader.change((now) => (now.reward.id === id ? { ...fresh, opinions: now.opinions } : now));
    },
  );
}

/** The key of the purchase that was tried last: until it is known how that ended, trying again must be the same purchase. */
let attempt: { rewardId: number; amountId: number; key: string } | undefined;

/**
 * Redeems an amount at the price that was shown (points): where that has changed nothing is bought, and the new one is fetched. A
 * second call while one is under way does nothing.
 */
export async function buyAmount(rewardId: number, amountId: number, points: number | null): Promise<void> {
  if ($purchase.get().state === 'buying') return;
  if (attempt?.rewardId !== rewardId || attempt.amountId !== amountId)
    attempt = { rewardId, amountId, key: crypto.randomUUID() };
  $purchase.set({ state: 'buying' });
  try {
    const { order, balance, ...info } = await api.buyAmount(
      rewardId,
      amountId,
      attempt.key,
      points ?? undefined,
    );
    attempt = undefined;
    rewardLoader.change(() => info);
    if (balance) patchUser({ balance });
    $purchase.set({ state: 'bought', order });
  } catch (error) {
    const failed = asApiError(error);
    if (!isEndUnknown(failed)) attempt = undefined;
    $purchase.set({ state: 'refused', error: failed });
    if (failed.code === 'price_changed') void rewardLoader.run(() => api.getReward(rewardId), true);
  }
}

/** Back to choosing, after a purchase or a refusal. */
export function closePurchase(): void {
  if ($purchase.get().state !== 'buying') $purchase.set({ state: 'none' });
}

/** Saves where this reward is to go. Rejects with an ApiError whose `fields.value` says what is wrong. */
export async function saveDetail(rewardId: number, value: string): Promise<void> {
  const user = await saveDeliveryDetail(rewardId, value);
  patchUser(user);
  await rewardLoader.run(() => api.getReward(rewardId), true);
}

/** Makes the reward the goal that the dashboard shows (spec section 4: it sets myreward on the stored user). */
export async function makeGoal(rewardId: number): Promise<void> {
  const { myreward } = await api.checkReward(rewardId);
  patchUser({ myreward });
}
