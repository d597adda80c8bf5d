/**
 * What somebody is writing into a form, kept in this tab until it is sent: it is there again after the log-in that a session's end led to,
 * after a reload, and where a dialog was closed over it. Each account has its own, and another one's go when somebody signs in.
 */
import * as v from 'valibot';

const PREFIX = 'writing_';
/** Characters that an account's texts take together; the oldest give way. */
const ROOM = 100_000;

const keptSchema = v.array(v.tuple([v.string(), v.string()]));

/** By the place that each was written at, the last changed last. What can't be read counts as none. */
function textsOf(userId: number): Map<string, string> {
  try {
    return new Map(v.parse(keptSchema, JSON.parse(sessionStorage.getItem(PREFIX + userId) ?? '[]')));
  } catch {
    return new Map();
  }
}

export const keptText = (userId: number, place: string): string => textsOf(userId).get(place) ?? '';

/** Keeps a text; '' drops what was kept there. Nobody's are kept for nobody. */
export function keepText(userId: number, place: string, text: string): void {
  if (userId === 0) return;
  const texts = textsOf(userId);
  texts.delete(place);
  if (text !== '') texts.set(place, text);
  let room = ROOM - [...texts.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [oldest, { length }] of texts) {
    if (room >= 0) break;
    texts.delete(oldest);
    room += length;
  }
  try {
    if (texts.size === 0) sessionStorage.removeItem(PREFIX + userId);
    else sessionStorage.setItem(PREFIX + userId, JSON.stringify([...texts]));
  } catch {
    // Where nothing can be stored a text lives with its form, as it would anyhow.
  }
}

const keys = () => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));

/** Whether anybody's are kept: asked where it isn't known who it is. */
export function isTextKept(): boolean {
  try {
    return keys().length > 0;
  } catch {
    return false;
  }
}

/** Drops all texts but those of this account. */
export function dropTexts(except?: number): void {
  try {
    for (const key of keys()) if (key !== PREFIX + except) sessionStorage.removeItem(key);
  } catch {
    // Then there are none.
  }
}
