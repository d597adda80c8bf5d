/**
 * The Broadcaster for an outside Pusher-compatible host. Events are sent to its HTTP API, and browsers connect to it. Nothing
 * waits for the host. If it is slow or down, events are dropped: browsers fetch the state on their next visit or reconnect.
 * Source: Pusher Channels HTTP API, "POST batch events" and "Authentication".
 */

import { createHash, createHmac } from 'node:crypto';
import { errorText } from '../platform/error-text.ts';
import type { Broadcaster } from './broadcaster.ts';
import { createFeedPace, frameOf, type SocketEvent } from './frames.ts';
import { systemTimers, type Timers } from './timers.ts';

interface HostedOptions {
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
  /** 'https://api-eu.pusher.com' */
  readonly origin: string;
  readonly timers?: Timers;
  readonly log?: (line: string) => void;
  /** The fetch to use: server/platform/outgoing.ts. */
  readonly ask: typeof fetch;
  /** The timeout of a request, in milliseconds. */
  readonly timeout?: number;
  /** Milliseconds since 1970. Hosts reject a request that was signed ten minutes ago. */
  readonly clock?: () => number;
}

/** The most events that Pusher accepts in one request. */
const BATCH = 10;
const BATCH_MS = 50;
/** How many events may wait. After a longer failure of the host, browsers fetch the state anyway. */
const MAX_WAITING = 2_000;
/** The pause after a failure. */
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 5_000;

/** Returns the query that authenticates a request. `query` must be sorted by name, because the signature covers it. */
export function signRequest(
  { key, secret }: Pick<HostedOptions, 'key' | 'secret'>,
  request: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    readonly seconds: number;
  },
): string {
  const { method, path, body, seconds } = request;
  const query = [
    `auth_key=${key}`,
    `auth_timestamp=${seconds}`,
    'auth_version=1.0',
    `body_md5=${createHash('md5').update(body).digest('hex')}`,
  ].join('&');
  const signature = createHmac('sha256', secret).update(`${method}\n${path}\n${query}`).digest('hex');
  return `${query}&auth_signature=${signature}`;
}

export function createHostedBroadcaster(options: HostedOptions): Broadcaster {
  const {
    origin,
    ask,
    timers = systemTimers,
    log = () => {},
    timeout = TIMEOUT_MS,
    clock = Date.now,
  } = options;
  const path = `/apps/${options.appId}/batch_events`;
  // Keyed by their JSON, so ten changes of one balance are sent once.
  const waiting = new Map<string, SocketEvent>();
  let cancelNext: (() => void) | null = null;
  let sending: Promise<void> | null = null;
  let left = 0;
  let closed = false;

  /** Sends events. Returns whether the host accepted them. */
  async function send(events: readonly SocketEvent[]): Promise<boolean> {
    const body = JSON.stringify({
      batch: events.map((event) => {
        const { channel, name, data } = frameOf(event);
        return { channel, name, data: JSON.stringify(data) };
      }),
    });
    const query = signRequest(options, { method: 'POST', path, body, seconds: Math.floor(clock() / 1000) });
    try {
      const response = await ask(`${origin}${path}?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      // The answer must be read to its end, or the next request would need a new connection.
      const said = (await response.text()).slice(0, 200).trim();
      if (response.ok) return true;
      log(`realtime: the host answered ${response.status} and ${events.length} events are dropped: ${said}`);
    } catch (error) {
      log(`realtime: the host can’t be reached and ${events.length} events are dropped: ${errorText(error)}`);
    }
    return false;
  }

  /** Sends one request after another. Events that arrive in the meantime go into the next one. */
  async function work(): Promise<void> {
    const events = [...waiting.values()].slice(0, BATCH);
    for (const event of events) waiting.delete(JSON.stringify(event));
    const done = await send(events);
    sending = null;
    if (left > 0) log(`realtime: too many events waited for the host; ${left} were dropped`);
    left = 0;
    if (waiting.size > 0) begin(done ? 0 : PAUSE_MS);
  }

  function begin(ms: number): void {
    if (sending !== null || cancelNext !== null || closed) return;
    cancelNext = timers.after(ms, () => {
      cancelNext = null;
      sending = work();
    });
  }

  function enqueue(event: SocketEvent): void {
    const text = JSON.stringify(event);
    if (waiting.size >= MAX_WAITING && !waiting.has(text)) {
      left += 1;
      return;
    }
    waiting.set(text, event);
    begin(BATCH_MS);
  }
  const feed = createFeedPace(enqueue, timers);

  return {
    publish(event) {
      // An outside host can't disconnect anyone. Until such a listener reconnects, it receives only ids.
      if (closed || event.kind === 'sessions') return;
      if ('userId' in event) enqueue(event);
      else feed.publish(event);
    },
    async close() {
      if (closed) return;
      closed = true;
      feed.stop();
      cancelNext?.();
      await sending;
      // Sends waiting events once more, and stops at the first failure.
      while (waiting.size > 0) {
        const events = [...waiting.values()].slice(0, BATCH);
        for (const event of events) waiting.delete(JSON.stringify(event));
        if (!(await send(events))) return;
      }
    },
  };
}
