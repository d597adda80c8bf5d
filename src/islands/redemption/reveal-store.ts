/** The code of an order, for as long as the screen shows it: it is kept nowhere else. */
import { request } from '../../lib/client/client.ts';
import { revealCode } from '../../lib/contract/orders.ts';
import { asApiError } from '../shared/stores/load.ts';

/** Asks for a code; answers it, or why it could not be had. */
export async function showCode(orderId: number): Promise<{ code: string } | { error: string }> {
  try {
    return { code: (await request(revealCode, { params: { id: orderId } })).code };
  } catch (error) {
    return { error: asApiError(error).message };
  }
}
