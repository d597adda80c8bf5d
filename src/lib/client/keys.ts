/** The keys by which a host knows an act again that is sent once more, because nothing came back of how the last try ended. */
import { newUuid } from './uuid.ts';

/** By the whole of what was sent. */
const unended = new Map<string, string>();
/** The oldest are forgotten, so that a page that stays open for days holds no more. */
const MOST = 100;

/** The key of an act: that of the last try of the same, where its end isn't known. */
export function keyFor(act: string): string {
  return unended.get(act) ?? newUuid();
}

/** It may have been done: the next that is sent like this has the same key. */
export function leaveUnended(act: string, key: string): void {
  unended.delete(act);
  unended.set(act, key);
  const [oldest] = unended.keys();
  if (unended.size > MOST && oldest !== undefined) unended.delete(oldest);
}

/** It was done or refused: what is sent like this from now on is another act. */
export function endAct(act: string): void {
  unended.delete(act);
}
