/** The user's support threads: the list, and one thread with its messages. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { MESSAGES_PER_PAGE } from '../../lib/contract/limits.ts';
import * as calls from '../../lib/contract/messages/messages.ts';
import { type FormState, submitForm, wrongBy } from '../shared/stores/form.ts';
import { refetchOn } from '../shared/stores/live.ts';
import { asApiError, createLoader, shown } from '../shared/stores/load.ts';
import { noteUnread } from '../shared/stores/unread.ts';

const list = createLoader<Answer<typeof calls.listThreads>>();
export const $threads = list.$load;

let shownPage = 1;

export function loadThreads(page: number): Promise<void> {
  shownPage = page;
  return list.run(() => request(calls.listThreads, { query: { page } }), true, page);
}

/** Keeps the list up to date while a screen shows it. */
export const followThreads = (): (() => void) => refetchOn(['MessageChanged'], () => loadThreads(shownPage));

export interface Conversation {
  readonly thread: calls.Thread;
  /** Oldest first. */
  readonly messages: readonly calls.Message[];
}

const one = createLoader<Conversation>();
export const $conversation = one.$load;

type Earlier =
  | { readonly state: 'quiet' }
  | { readonly state: 'loading' }
  | { readonly state: 'refused'; readonly message: string };
export const $earlier = atom<Earlier>({ state: 'quiet' });

/** The reply form. Its text stays in the form until it has been sent. */
export const $reply = atom<FormState>({ state: 'open' });
/** Why closing failed. */
export const $closing = atom<string | null>(null);

export async function openThread(id: number): Promise<void> {
  one.reset();
  $earlier.set({ state: 'quiet' });
  $reply.set({ state: 'open' });
  $closing.set(null);
  await refreshThread(id);
}

/** Whether this thread is on screen. A result for any other thread isn't shown. */
const isShown = (id: number): boolean => shown($conversation.get())?.thread.id === id;

/** Fetches the newest messages, keeps the earlier ones on screen, and marks the thread as read. */
export async function refreshThread(id: number): Promise<void> {
  await one.run(async () => {
    const { thread, messages } = await request(calls.getThread, { params: { id }, query: { page: 1 } });
    const before = shown($conversation.get());
    const fresh = new Set(messages.data.map((message) => message.id));
    const kept = before?.thread.id === id ? before.messages.filter((message) => !fresh.has(message.id)) : [];
    return { thread, messages: [...kept, ...messages.data.toReversed()].toSorted((a, b) => a.id - b.id) };
  }, true);
  const load = $conversation.get();
  if (load.state !== 'ready' || load.value.thread.id !== id || load.value.thread.unread === 0) return;
  const newest = load.value.messages.at(-1);
  // If this fails, the thread stays unread until the next time.
  if (newest)
    await request(calls.readThread, { params: { id }, body: { up_to: newest.id } }).then(
      noteUnread,
      () => {},
    );
}

/** Keeps the thread up to date while a screen shows it. */
export const followThread = (id: number): (() => void) =>
  refetchOn(['MessageChanged'], (event) => {
    if (event.name !== 'MessageChanged' || event.data.thread_id === id) return refreshThread(id);
    return undefined;
  });

/** Loads the messages before those on screen. Does nothing while that is in progress. */
export async function showEarlier(): Promise<void> {
  const here = shown($conversation.get());
  if (!here || $earlier.get().state === 'loading') return;
  const { id } = here.thread;
  $earlier.set({ state: 'loading' });
  try {
    const page = Math.floor(here.messages.length / MESSAGES_PER_PAGE) + 1;
    const more = (await request(calls.getThread, { params: { id }, query: { page } })).messages;
    one.change((now) => {
      if (now.thread.id !== id) return now;
      const known = new Set(now.messages.map((message) => message.id));
      const added = more.data.filter((message) => !known.has(message.id));
      return { ...now, messages: [...added, ...now.messages].toSorted((a, b) => a.id - b.id) };
    });
    if (isShown(id)) $earlier.set({ state: 'quiet' });
  } catch (error) {
    const { code, message } = asApiError(error);
    if (isShown(id)) $earlier.set(code === 'aborted' ? { state: 'quiet' } : { state: 'refused', message });
  }
}

/**
 * Sends a reply. While the outcome of the last try is unknown, the same text again is the same message. Returns whether it was
 * sent; `$reply` has the reason if not.
 */
export async function sendReply(id: number, body: string): Promise<boolean> {
  // Not the form's state, because another conversation may be on screen by then.
  let isSent = false;
  await submitForm($reply, wrongBy(calls.replySchema, { body }), async () => {
    const { thread, message } = await request(calls.reply, {
      params: { id },
      body: { body },
      sameAs: ['reply', id, body],
    });
    isSent = true;
    one.change((now) =>
      now.thread.id === id && !now.messages.some((known) => known.id === message.id)
        ? { thread, messages: [...now.messages, message] }
        : now,
    );
  });
  if ($reply.get().state === 'done') $reply.set({ state: 'open' });
  return isSent;
}

export async function closeThread(id: number): Promise<void> {
  $closing.set(null);
  try {
    const { thread } = await request(calls.closeThread, { params: { id } });
    one.change((now) => (now.thread.id === id ? { ...now, thread } : now));
  } catch (error) {
    if (isShown(id)) $closing.set(asApiError(error).message);
  }
}
