/** Support threads, for operators. */
import { request } from '../../lib/client/client.ts';
import type { Message } from '../../lib/contract/messages/messages.ts';
import * as calls from '../../lib/contract/messages/operator-support.ts';
import { actOn, attempt, itemSource, listSource } from './section-store.ts';

export const threads = listSource<calls.SupportThread>((query) =>
  request(calls.findThreads, { body: query }),
);

export interface SupportConversation {
  readonly thread: calls.SupportThread;
  /** All messages, oldest first. */
  readonly messages: readonly Message[];
}

export const thread = itemSource<SupportConversation>(async (id) => {
  const { thread, messages } = await request(calls.getSupportThread, { params: { id }, query: { page: 1 } });
  const all = [...messages.data];
  for (let page = 2; page <= messages.last_page; page++)
    all.push(...(await request(calls.getSupportThread, { params: { id }, query: { page } })).messages.data);
  const byId = new Map(all.map((message) => [message.id, message]));
  return { thread, messages: [...byId.values()].toSorted((a, b) => a.id - b.id) };
});

/**
 * Answers a thread up to the message that was read. While the outcome of the last try is unknown, the same answer again is the
 * same message. If a newer message has arrived, it is fetched, and must be read first.
 */
export const answer = (id: number, given: { body: string; read_up_to: number; close: boolean }) =>
  actOn(thread, () =>
    request(calls.answerThread, { params: { id }, body: given, sameAs: ['answer', id, given] }),
  );

/** Starts a thread with a player. While the outcome of the last try is unknown, the same text again is the same thread. */
export const write = (id: number, given: { subject: string; body: string }) =>
  attempt(() => request(calls.writeToUser, { params: { id }, body: given, sameAs: ['write', id, given] }));

/** Closes a thread that was read up to this message. */
export const closeThread = (id: number, given: { reason: string; read_up_to: number }) =>
  actOn(thread, () => request(calls.closeSupportThread, { params: { id }, body: given }));
