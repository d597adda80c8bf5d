/** The player's orders and the actions on them. A realtime event about an order refetches them. */
import { request } from '../../../lib/client/client.ts';
import type { Answer, Body } from '../../../lib/contract/call.ts';
import * as calls from '../../../lib/contract/redemption/orders.ts';
import { patchUser } from '../../../lib/session/session.ts';
import type { Refused } from '../../shared/stores/form.ts';
import { refetchOn } from '../../shared/stores/live.ts';
import { asApiError, createLoader } from '../../shared/stores/load.ts';

const loader = createLoader<Answer<typeof calls.listOrders>>();
const receipt = createLoader<Answer<typeof calls.getOrder>>();
export const $orders = loader.$load;
/** One order with its ledger entries. */
export const $receipt = receipt.$load;

let shownPage = 1;

export function loadOrders(page: number): Promise<void> {
  shownPage = page;
  return loader.run(() => request(calls.listOrders, { query: { page } }), true, page);
}

export const loadReceipt = (id: number): Promise<void> =>
  receipt.run(() => request(calls.getOrder, { params: { id } }));

/** Keeps the shown page up to date while a screen shows it. */
export function followOrders(): () => void {
  return refetchOn(['OrderChanged'], () => loadOrders(shownPage));
}

function replace(order: calls.OrderLine): void {
  loader.change((list) => ({
    ...list,
    data: list.data.map((one) => (one.id === order.id ? order : one)),
  }));
}

/** Runs an act. Returns why it failed, or undefined on success. */
async function attempt(act: () => Promise<void>): Promise<Refused | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    const { message, fields } = asApiError(error);
    return { message, fields };
  }
}

/** Cancels an order. If that isn't possible any more, refetches the list. */
export async function callOff(id: number): Promise<Refused | undefined> {
  const refused = await attempt(async () => {
    const { order, balance } = await request(calls.cancelOrder, { params: { id } });
    replace(order);
    patchUser({ balance });
  });
  if (refused) void loadOrders(shownPage);
  return refused;
}

export function sendDispute(id: number, body: Body<typeof calls.openDispute>): Promise<Refused | undefined> {
  return attempt(async () => replace((await request(calls.openDispute, { params: { id }, body })).order));
}

export function sendAppeal(id: number, appeal: string): Promise<Refused | undefined> {
  return attempt(async () =>
    replace((await request(calls.appealDispute, { params: { id }, body: { appeal } })).order),
  );
}
