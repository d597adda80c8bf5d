/** Measured payouts. */
import { request } from '../../../lib/client/client.ts';
import { getPayouts, type Payouts } from '../../../lib/contract/offers/offers.ts';
import { createLoader } from '../../shared/stores/load.ts';

const loader = createLoader<Payouts>();
export const $payouts = loader.$load;

export function loadPayouts(): Promise<void> {
  return loader.run(() => request(getPayouts, {}), true);
}
