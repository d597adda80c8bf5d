/** The form that begins a thread with support. */
import { atom } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import { type NewThread, newThreadSchema, startThread, type Thread } from '../../../lib/contract/messages.ts';
import { type FormState, submitForm, wrongBy } from '../../shared/stores/form.ts';

export const $contact = atom<FormState>({ state: 'open' });
/** The thread that was begun. */
export const $begun = atom<Thread | null>(null);

interface ContactForm {
  readonly topic: string;
  readonly subject: string;
  readonly body: string;
  /** As it was typed; empty: about no order. */
  readonly order: string;
}

/** 'order 7' or '7' → 7; what is no number stays what it is, for the schema to refuse. */
function orderOf(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

/** Sends it, once: while it is unknown how the last try ended, the same text again is the same message. Never rejects: answers whether it was sent; see `$contact` for why not. */
export async function sendContact(form: ContactForm): Promise<boolean> {
  const order = form.topic === 'order' ? orderOf(form.order) : null;
  const { order: _, ...rest } = form;
  const given = { ...rest, order_id: order ?? null };
  const wrong = wrongBy(newThreadSchema, given);
  if (order === undefined) wrong.order_id = 'Please enter just the number, like 12.';
  await submitForm($contact, wrong, async () => {
    // The schema has said that the topic is one of the list.
    const body = given as NewThread;
    $begun.set((await request(startThread, { body, sameAs: ['contact', body] })).thread);
  });
  return $contact.get().state === 'done';
}

/** Back to an empty form. */
export function writeAnother(): void {
  $contact.set({ state: 'open' });
  $begun.set(null);
}
