/** Orders and stock for tests of orders after the buy. */
import { addCodes } from '../../server/features/redemption/code-stock.ts';
import { saveDeliveryDetail } from '../../src/lib/contract/account/account.ts';
import { buyAmount } from '../../src/lib/contract/redemption/buy.ts';
import { request, type TestApi } from './api.ts';
import { testVault } from './vault.ts';

/** The cheapest reward: a code of 500 points. */
export const KEY = { reward: 12, amount: 1201, points: 500 };
/** Sent by hand; needs a Roblox username. */
export const ROBUX = { reward: 84, amount: 8401, points: 5000 };

/** Orders Robux for the acting player, and returns the order's number. */
export async function orderRobux(value = 'Mira_k'): Promise<number> {
  await request(saveDeliveryDetail, { body: { reward_id: ROBUX.reward, value } });
  const { order } = await request(buyAmount, {
    params: { id: ROBUX.reward },
    body: { amount_id: ROBUX.amount },
  });
  return order?.id ?? 0;
}

/** Buys a code for the acting player, and returns its text and the order's number. */
export async function buyKey(): Promise<{ id: number; code: string; first: boolean | undefined }> {
  const { order, first } = await request(buyAmount, {
    params: { id: KEY.reward },
    body: { amount_id: KEY.amount },
  });
  return { id: order?.id ?? 0, code: order?.code ?? '', first };
}

/** Imports codes into the stock like an operator. */
export function stock(
  api: TestApi,
  amountId: number,
  codes: readonly { code: string; expiresOn?: string }[],
) {
  return api.db.drizzle.transaction((tx) => addCodes(tx, testVault, { amountId, codes, now: api.now }));
}
