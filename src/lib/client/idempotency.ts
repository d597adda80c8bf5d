/** Idempotency keys of acts whose end isn't known: sent again, an act has the same key, and the host does it once. */
import { newUuid } from './uuid.ts';

/** By what makes the act this one. */
const keys = new Map<string, string>();
/** The oldest are forgotten, so that a page that stays open for days holds no more. */
const MOST = 100;

export const keyFor = (act: string): string => keys.get(act) ?? newUuid();

export function rememberKey(act: string, key: string): void {
  keys.delete(act);
  keys.set(act, key);
  const [oldest] = keys.keys();
  if (keys.size > MOST && oldest !== undefined) keys.delete(oldest);
}

export const forgetKey = (act: string): void => void keys.delete(act);
