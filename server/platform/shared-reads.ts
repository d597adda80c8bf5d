import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';

/** Reads of one key begin at least this far apart: what a busy reward's readers wait so that they can share. */
const GAP_MS = 5;

/**
 * Lets reads of the same thing that are asked for at about the same time share one. Nobody gets an answer from a read that began
 * before they asked, so each is as fresh as a read of one's own; a lone reader doesn't wait; and a thousand who look at one reward
 * cost the database two hundred reads a second at most.
 */
export function shareReads<K extends string | number, V>(
  read: (key: K) => Promise<V>,
): (key: K) => Promise<V> {
  /** Settles when the next read of the key may begin. */
  const running = new Map<K, Promise<unknown>>();
  /** The read that will begin next, for all who ask until then. */
  const waiting = new Map<K, Promise<V>>();

  async function begin(key: K): Promise<V> {
    // In the next turn of the event loop, so that requests which came in together share it also where a read never leaves this
    // thread (PGlite): there it would be done before the second of them is looked at.
    await turn();
    waiting.delete(key);
    const begun = read(key);
    const over = Promise.allSettled([begun, pause(GAP_MS)]).then(() => {
      if (running.get(key) === over) running.delete(key);
    });
    running.set(key, over);
    return begun;
  }

  return (key) => {
    const joined = waiting.get(key);
    if (joined) return joined;
    const next = running.get(key)?.then(() => begin(key)) ?? begin(key);
    waiting.set(key, next);
    return next;
  };
}
