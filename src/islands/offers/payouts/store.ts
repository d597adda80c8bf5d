/** What was really paid out, measured. */
import { getPayouts } from '../../../lib/api/offers.ts';
import type { Payouts } from '../../../lib/contract/offers.ts';
import { createLoader } from '../../../lib/stores/load.ts';

const loader = createLoader<Payouts>();
export const $payouts = loader.$load;

export function loadPayouts(): Promise<void> {
  return loader.run(getPayouts, true);
}
