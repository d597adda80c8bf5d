/** One's own orders; a realtime event of one fetches them anew. */
import { listOrders } from '../api/rewards.ts';
import type { Answer } from '../contract/call.ts';
import type { listOrders as listCall } from '../contract/rewards.ts';
import { onUserEvent } from './balance.ts';
import { createLoader } from './load.ts';

const loader = createLoader<Answer<typeof listCall>>();
export const $orders = loader.$load;

let shownPage = 1;

export function loadOrders(page: number): Promise<void> {
  shownPage = page;
  return loader.run(() => listOrders({ page }), true);
}

/** Keeps the shown page fresh for as long as a screen shows it. */
export function followOrders(): () => void {
  return onUserEvent(({ name }) => {
    if (name === 'OrderChanged') void loadOrders(shownPage);
  });
}
