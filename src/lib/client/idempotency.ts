/** Idempotency keys of acts whose outcome is unknown. A retry sends the same key, and the host carries the act out once. */
import { newUuid } from './uuid.ts';

/** Keys by what identifies the act. */
const keys = new Map<string, string>();
/** The most keys. The oldest are dropped, so the list stays small in a page that is open for days. */
const MOST = 100;

export const keyFor = (act: string): string => keys.get(act) ?? newUuid();

export function rememberKey(act: string, key: string): void {
  keys.delete(act);
  keys.set(act, key);
  const [oldest] = keys.keys();
  if (keys.size > MOST && oldest !== undefined) keys.delete(oldest);
}

export const forgetKey = (act: string): void => void keys.delete(act);
