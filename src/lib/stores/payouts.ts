/** What was really paid out, measured. */
import { getPayouts } from '../api/offers.ts';
import type { Payouts } from '../contract/offers.ts';
import { createLoader } from './load.ts';

const loader = createLoader<Payouts>();
export const $payouts = loader.$load;

export function loadPayouts(): Promise<void> {
  return loader.run(getPayouts, true);
}
