/** What counts once, however often it is tried. */

import { newUuid } from '../client/uuid.ts';
import { asApiError, isEndUnknown, keyOf } from './load.ts';

/** The idempotency key of each call whose end isn't known. */
const unended = new Map<string, string>();

/**
 * Makes a call under an idempotency key. `what` is its name and all that makes it this one: while it isn't known how the last try of the
 * same ended, also after others and on another page, it has the same key, by which the host knows it again.
 */
export async function once<T>(what: readonly unknown[], send: (key: string) => Promise<T>): Promise<T> {
  const question = keyOf(what);
  const key = unended.get(question) ?? newUuid();
  unended.set(question, key);
  try {
    const answer = await send(key);
    unended.delete(question);
    return answer;
  } catch (error) {
    if (!isEndUnknown(asApiError(error))) unended.delete(question);
    throw error;
  }
}
