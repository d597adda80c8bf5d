import { setImmediate as turn } from 'node:timers/promises';

/**
 * Lets requests for the same thing at about the same time share one read. No request gets the result of a read that started
 * before it, so each result is as fresh as from its own read. A single reader doesn't wait. However many ask, one read of a key
 * runs at a time.
 */
export function shareReads<K extends string | number, V>(
  read: (key: K) => Promise<V>,
): (key: K) => Promise<V> {
  /** Settles when the next read of the key may start. */
  const running = new Map<K, Promise<unknown>>();
  /** The next read, for everyone who asks before it starts. */
  const waiting = new Map<K, Promise<V>>();

  async function begin(key: K): Promise<V> {
    // Starts in the next turn of the event loop, so that requests that arrived together share the read. PGlite's reads never
    // leave this thread, and would otherwise be done before the second request is handled.
    await turn();
    waiting.delete(key);
    const begun = read(key);
    const over = Promise.allSettled([begun]).then(() => {
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
