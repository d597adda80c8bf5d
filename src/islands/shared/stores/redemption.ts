/** What blocks a redemption, fetched before the user tries. */
import { request } from '../../../lib/client/client.ts';
import { checkRedemption, type RedemptionChecks } from '../../../lib/contract/redemption/redemption.ts';
import { refetchOn } from './live.ts';
import { createLoader } from './load.ts';

const loader = createLoader<RedemptionChecks>();
export const $redemption = loader.$load;

let asked: { readonly rewardId?: number; readonly amountId?: number } = {};

/** Checks an amount of a reward. Without an amount, checks redemptions in general. */
export function loadRedemption(rewardId?: number, amountId?: number): Promise<void> {
  const same = asked.rewardId === rewardId && asked.amountId === amountId;
  asked = { ...(rewardId !== undefined && { rewardId }), ...(amountId !== undefined && { amountId }) };
  return loader.run(
    () => request(checkRedemption, { query: { reward_id: rewardId, amount_id: amountId } }),
    same,
  );
}

/** Repeats the last check. */
export function reloadRedemption(): Promise<void> {
  return loadRedemption(asked.rewardId, asked.amountId);
}

/** Keeps the checks up to date while a screen shows them. */
export function followRedemption(): () => void {
  return refetchOn(['BalanceChanged', 'OrderChanged'], reloadRedemption);
}
