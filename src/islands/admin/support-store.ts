/** Threads with support, as operators read and answer them. */
import * as api from '../../lib/api/operator-support.ts';
import type { Message } from '../../lib/contract/messages.ts';
import type { SupportThread } from '../../lib/contract/operator-support.ts';
import { once } from '../../lib/stores/once.ts';
import { attempt, itemSource, listSource, type Outcome } from './section-store.ts';

export const threads = listSource<SupportThread>((query) => api.listSupportThreads(query));

export interface SupportTalk {
  readonly thread: SupportThread;
  /** All of them, the oldest first. */
  readonly messages: readonly Message[];
}

export const talk = itemSource<SupportTalk>(async (id) => {
  const { thread, messages } = await api.getSupportThread(id);
  const all = [...messages.data];
  for (let page = 2; page <= messages.last_page; page++)
    all.push(...(await api.getSupportThread(id, page)).messages.data);
  const byId = new Map(all.map((message) => [message.id, message]));
  return { thread, messages: [...byId.values()].toSorted((a, b) => a.id - b.id) };
});

/**
 * Answers a thread up to the message that was read. While it is unknown how the last try ended, the same answer again is the same
 * message. Where another message has come meanwhile it is fetched, to be read first.
 */
export async function answer(
  id: number,
  given: { body: string; read_up_to: number; close: boolean },
): Promise<Outcome<unknown>> {
  const outcome = await attempt(() => once(['answer', id, given], (key) => api.answerThread(id, given, key)));
  if ('done' in outcome || !('body' in outcome.refused.fields)) await talk.again();
  return outcome;
}

export async function closeThread(id: number, reason: string): Promise<Outcome<SupportThread>> {
  const outcome = await attempt(() => api.closeSupportThread(id, reason));
  if ('done' in outcome) await talk.again();
  return outcome;
}
