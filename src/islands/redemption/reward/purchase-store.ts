/** Redeeming a reward, and what an order needs. Loaded with the screens that ask for it. */
import { request } from '../../../lib/client/client.ts';
import { saveDeliveryDetail } from '../../../lib/contract/account/account.ts';
import { buyAmount, buyReward } from '../../../lib/contract/redemption/buy.ts';
import { patchUser } from '../../../lib/session/session.ts';
import { asApiError } from '../../shared/stores/load.ts';
import { $purchase, fetchReward, isOnScreen, type Purchase, rewardLoader } from './reward-info-store.ts';

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
    const { order, balance, repeated = false, first = false, goal = false, opinions } = answer ?? {};
    // The points are spent, whatever is on screen by now.
    patchUser({ ...(balance && { balance }), ...(goal && { myreward: null }) });
    if (!isOnScreen(rewardId)) return;
    if (answer && opinions) rewardLoader.renew(() => ({ ...answer, opinions }));
    // The answer isn't complete, so refetch.
    else void fetchReward(rewardId);
    // Also show it to a player who left and came back, unless they are buying something else.
    const now = $purchase.get();
    if (now === under || now.state === 'none')
      $purchase.set({ state: 'bought', order, repeated, first, goal });
  } catch (error) {
    if ($purchase.get() !== under) return;
    const failed = asApiError(error);
    $purchase.set({ state: 'refused', error: failed });
    if (failed.code === 'price_changed') void fetchReward(rewardId);
  }
}

/** Saves the delivery detail for this reward. Rejects with an ApiError; `fields.value` says what is wrong. */
export async function saveDetail(rewardId: number, value: string): Promise<void> {
  const { user } = await request(saveDeliveryDetail, { body: { reward_id: rewardId, value } });
  patchUser(user);
  if (isOnScreen(rewardId)) await fetchReward(rewardId);
}
