/** One's own orders, and what can be done with one; a realtime event of one fetches them again. */
import { request } from '../../../lib/client/client.ts';
import type { Answer, Body } from '../../../lib/contract/call.ts';
import {
  appealDispute,
  cancelOrder,
  getOrder,
  listOrders,
  type OrderLine,
  openDispute,
} from '../../../lib/contract/orders.ts';
import { patchUser } from '../../../lib/session/session.ts';
import { refetchOn } from '../../shared/stores/live.ts';
import { asApiError, createLoader } from '../../shared/stores/load.ts';

const loader = createLoader<Answer<typeof listOrders>>();
const receipt = createLoader<Answer<typeof getOrder>>();
export const $orders = loader.$load;
/** One order with its entries of the ledger. */
export const $receipt = receipt.$load;

let shownPage = 1;

export function loadOrders(page: number): Promise<void> {
  shownPage = page;
  return loader.run(() => request(listOrders, { query: { page } }), true, page);
}

export const loadReceipt = (id: number): Promise<void> =>
  receipt.run(() => request(getOrder, { params: { id } }));

/** Keeps the shown page fresh for as long as a screen shows it. */
export function followOrders(): () => void {
  return refetchOn(['OrderChanged'], () => loadOrders(shownPage));
}

function replace(order: OrderLine): void {
  loader.change((list) => ({
    ...list,
    data: list.data.map((one) => (one.id === order.id ? order : one)),
  }));
}

/** Why something wasn't done: in words, and by field where a form is to blame. */
export interface Refused {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Runs an act; answers why it wasn't done, or nothing when it was. */
async function attempt(act: () => Promise<void>): Promise<Refused | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    const { message, fields } = asApiError(error);
    return { message, fields };
  }
}

/** Cancels an order. It may no longer be possible: then the list is fetched again. */
export async function callOff(id: number): Promise<Refused | undefined> {
  const refused = await attempt(async () => {
    const { order, balance } = await request(cancelOrder, { params: { id } });
    replace(order);
    patchUser({ balance });
  });
  if (refused) void loadOrders(shownPage);
  return refused;
}

export function sendDispute(id: number, body: Body<typeof openDispute>): Promise<Refused | undefined> {
  return attempt(async () => replace((await request(openDispute, { params: { id }, body })).order));
}

export function sendAppeal(id: number, appeal: string): Promise<Refused | undefined> {
  return attempt(async () =>
    replace((await request(appealDispute, { params: { id }, body: { appeal } })).order),
  );
}
