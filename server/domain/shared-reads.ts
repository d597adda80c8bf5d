import { setImmediate } from 'node:timers/promises';

/**
 * Lets reads of the same thing that are asked for at the same time share one: `read(key)` is never running twice, and whoever asks
 * while it runs gets the one after it, together with all others who wait. So each answer is as fresh as a read of one's own, which
 * begins after one has asked, and a thousand who look at one reward cost the database a handful of reads.
 */
export function shareReads<K extends string | number, V>(read: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const running = new Map<K, Promise<V>>();
  const waiting = new Map<K, Promise<V>>();

  function start(key: K): Promise<V> {
    // In the next turn of the event loop, so that requests which came in together share it also where a read never leaves this
    // thread (PGlite): there it would be done before the second of them is looked at.
    const begun = setImmediate().then(() => {
      running.set(key, begun);
      waiting.delete(key);
      return read(key);
    });
    waiting.set(key, begun);
    const ended = () => {
      if (running.get(key) === begun) running.delete(key);
    };
    begun.then(ended, ended);
    return begun;
  }

  return (key) => {
    const joined = waiting.get(key);
    if (joined) return joined;
    const current = running.get(key);
    if (!current) return start(key);
    const next = current.then(
      () => start(key),
      () => start(key),
    );
    waiting.set(key, next);
    return next;
  };
}
