import type Pusher from 'pusher-js';
import type { Timer } from './delay.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

interface Watch {
  readonly signal: AbortSignal;
  readonly timer: Timer;
  readonly random: () => number;
  /** The connection is lost and will be retried. May be called more than once. */
  readonly onLost: () => void;
  /** The server closed with a code that forbids a retry. */
  readonly onRefused: () => void;
}

/**
 * Reports the state of a Pusher connection and restarts it if it can't be reached. pusher-js itself reconnects a second after a
 * close, but if that fails it waits 15, 30 and then 60 seconds, which is too long for a server that restarts in a few seconds.
 * Here the waits are 1, 2, 4 … 30 seconds, each shortened by up to half so that clients spread.
 */
export function watchConnection(pusher: Pusher, { signal, timer, random, onLost, onRefused }: Watch): void {
  let wait = FIRST_WAIT_MS;
  let restarting = false;
  let cancelRestart = () => {};

  function restart(): void {
    restarting = true;
    pusher.disconnect();
    restarting = false;
    pusher.connect();
  }

  // Fires as soon as a socket is lost. The state changes only with the next attempt.
  pusher.connection.bind('connecting_in', onLost);
  pusher.connection.bind('state_change', ({ previous, current }: { previous: string; current: string }) => {
    cancelRestart();
    if (signal.aborted) {
      // After a close with 4100, pusher-js sets two timers and forgets one. That one would reconnect after disconnect().
      if (current !== 'disconnected') queueMicrotask(() => pusher.disconnect());
    } else if (current === 'connected') {
      wait = FIRST_WAIT_MS;
    } else if (current === 'disconnected') {
      if (!restarting) onRefused();
    } else if (current === 'unavailable') {
      onLost();
      cancelRestart = timer(restart, wait * (1 - random() / 2));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    } else if (current === 'failed' || previous !== 'initialized') {
      onLost();
    }
  });
  signal.addEventListener('abort', () => {
    cancelRestart();
    // pusher-js sends pending messages a task later. If the socket were closing by then, the browser would log an error.
    setTimeout(() => pusher.disconnect());
  });
}
