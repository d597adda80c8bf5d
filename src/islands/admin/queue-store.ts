/** The queues of the back office, and which of their items is next. */
import { request } from '../../lib/client/client.ts';
import { findThreads } from '../../lib/contract/messages/operator-support.ts';
import { WAITING_STATES } from '../../lib/contract/operator-limits.ts';
import { listModeratedOpinions } from '../../lib/contract/opinions/operator-opinions.ts';
import { findOrders } from '../../lib/contract/redemption/operator-orders.ts';
import * as calls from '../../lib/contract/reviews/operator-reviews.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { type Place, PROOF, type Section } from './places.ts';

/** Fetches what is waiting, most urgent first. `view`: the list that the operator came from, with its filters. */
type Queue = (view: URLSearchParams) => Promise<{ readonly data: readonly { readonly id: number }[] }>;

const all = { per_page: 100 };

const queues: Readonly<Partial<Record<Section, Queue>>> = {
  orders: (view) => {
    const state = WAITING_STATES.find((one) => one === view.get('state')) ?? 'open';
    return request(findOrders, { body: { ...all, state, reward: view.get('reward') ?? undefined } });
  },
  submissions: () => request(calls.listWaitingSubmissions, { query: all }),
  opinions: (view) =>
    request(listModeratedOpinions, { query: { ...all, subject: view.get('subject') ?? undefined } }),
  disputes: (view) =>
    request(calls.findDisputes, { body: { ...all, subject: view.get('subject') ?? undefined } }),
  support: () => request(findThreads, { body: all }),
};
const proofs: Queue = () => request(calls.listWaitingProofs, { query: all });

/**
 * Returns the address of the item that follows this one in its queue, or of the first one after the last. Null if nothing else is
 * waiting there, undefined if the place is no item of a queue.
 * @param list the address of the list that the operator came from
 */
export async function nextWaiting({ section, id }: Place, list: string): Promise<string | null | undefined> {
  if (!section || id === null) return undefined;
  const isProof = id.startsWith(PROOF);
  const queue = isProof ? proofs : queues[section];
  if (!queue) return undefined;
  const { data } = await queue(new URL(list, location.origin).searchParams);
  const waiting = data.map((row) => `${isProof ? PROOF : ''}${row.id}`);
  const next = waiting[waiting.indexOf(id) + 1] ?? waiting[0];
  return next === undefined || next === id ? null : hrefs.operator(section, next);
}
