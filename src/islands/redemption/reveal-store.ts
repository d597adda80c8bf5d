/** Fetches an order's code. The code is never stored; only the screen that shows it holds it. */
import { request } from '../../lib/client/client.ts';
import { revealCode } from '../../lib/contract/redemption/orders.ts';
import { asApiError } from '../shared/stores/load.ts';

/** Fetches a code. Returns the code or an error message. */
export async function showCode(orderId: number): Promise<{ code: string } | { error: string }> {
  try {
    return { code: (await request(revealCode, { params: { id: orderId } })).code };
  } catch (error) {
    return { error: asApiError(error).message };
  }
}
