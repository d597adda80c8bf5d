/** The form that starts a support thread. */
import { atom } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import {
  type NewThread,
  newThreadSchema,
  startThread,
  type Thread,
} from '../../../lib/contract/messages/messages.ts';
import { type FormState, submitForm, wrongBy } from '../../shared/stores/form.ts';

export const $contact = atom<FormState>({ state: 'open' });
/** The new thread. */
export const $begun = atom<Thread | null>(null);

interface ContactForm {
  readonly topic: string;
  readonly subject: string;
  readonly body: string;
  /** As typed. Empty: not about an order. */
  readonly order: string;
}

/** 'order 7' or '7' → 7. Anything that isn't a number → undefined, which the schema rejects. */
function orderOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

/**
 * Starts a thread. While the outcome of the last try is unknown, the same text again is the same message. Never rejects: returns
 * whether it was sent; `$contact` has the reason if not.
 */
export async function sendContact(form: ContactForm): Promise<boolean> {
  const order = form.topic === 'order' ? orderOf(form.order) : null;
  const { order: _, ...rest } = form;
  const given = { ...rest, order_id: order ?? null };
  const wrong = wrongBy(newThreadSchema, given);
  if (order === undefined) wrong.order_id = 'Please enter just the number, like 12.';
  // Not the form's state, because the page may have been left by then.
  let isSent = false;
  await submitForm($contact, wrong, async () => {
    // The schema has checked that the topic is in the list.
    const body = given as NewThread;
    $begun.set((await request(startThread, { body, sameAs: ['contact', body] })).thread);
    isSent = true;
  });
  return isSent;
}

/** Returns to an empty form. */
export function writeAnother(): void {
  $contact.set({ state: 'open' });
  $begun.set(null);
}
