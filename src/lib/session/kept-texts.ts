/**
 * Drafts of form texts, stored in this tab until they are sent. They survive an expired session and its sign-in, a reload, and a
 * closed dialog. Each account has its own. Signing in to another account deletes them.
 */
import * as v from 'valibot';

const PREFIX = 'writing_';
/** The most characters for all texts of an account, as they are stored. The oldest are dropped first. */
const ROOM = 100_000;

const keptSchema = v.array(v.tuple([v.string(), v.string()]));

/** Returns the texts by place, last changed last. Empty if they can't be read. */
function textsOf(userId: number): Map<string, string> {
  try {
    return new Map(v.parse(keptSchema, JSON.parse(sessionStorage.getItem(PREFIX + userId) ?? '[]')));
  } catch {
    return new Map();
  }
}

export const keptText = (userId: number, place: string): string => textsOf(userId).get(place) ?? '';

/** Stores a text. An empty text deletes it. Does nothing for a guest. */
export function keepText(userId: number, place: string, text: string): void {
  if (userId === 0) return;
  const texts = textsOf(userId);
  texts.delete(place);
  if (text !== '') texts.set(place, text);
  const stored = () => JSON.stringify([...texts]);
  for (const oldest of texts.keys()) if (stored().length > ROOM) texts.delete(oldest);
  try {
    if (texts.size === 0) sessionStorage.removeItem(PREFIX + userId);
    else sessionStorage.setItem(PREFIX + userId, stored());
  } catch {
    // If nothing can be stored, the text lasts only as long as its form.
  }
}

/** Returns the storage keys of all accounts' texts. Empty without storage, and so without texts. */
function keys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** Whether any account has stored texts, for when the account isn't known. */
export const isTextKept = (): boolean => keys().length > 0;

/** Deletes all texts except this account's. */
export function dropTexts(except?: number): void {
  for (const key of keys()) if (key !== PREFIX + except) sessionStorage.removeItem(key);
}
