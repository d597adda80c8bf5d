/**
 * The Broadcaster for somebody else's Pusher-compatible host: events go there by its HTTP API, and browsers connect to it. Nobody waits
 * for it, and where it is slow or away events are left out: browsers fetch the state when they next look or reconnect.
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
  /** How it is asked: server/platform/outgoing.ts. */
  readonly ask: typeof fetch;
  /** Milliseconds until a request is given up. */
  readonly timeout?: number;
  /** Milliseconds since 1970: hosts refuse what was signed ten minutes ago. */
  readonly clock?: () => number;
}

/** Events in one request: the most that Pusher takes. */
const BATCH = 10;
const BATCH_MS = 50;
/** What may wait. A host that is away for longer finds browsers that fetch anyway. */
const MAX_WAITING = 2_000;
/** After a failure, before the next try. */
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 5_000;

/** The query that proves a request of ours; `query` is in the order of its names, as the signature wants it. */
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
  // By their text, so that ten changes of one balance are sent once.
  const waiting = new Map<string, SocketEvent>();
  let cancelNext: (() => void) | null = null;
  let sending: Promise<void> | null = null;
  let left = 0;
  let closed = false;

  /** Answers whether the host took them. */
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
      // Read to its end, or the next request would need a connection of its own.
      const said = (await response.text()).slice(0, 200).trim();
      if (response.ok) return true;
      log(`realtime: the host answered ${response.status} and ${events.length} events are left out: ${said}`);
    } catch (error) {
      log(
        `realtime: the host could not be reached and ${events.length} events are left out: ${errorText(error)}`,
      );
    }
    return false;
  }

  /** One request after the other, so that what comes meanwhile grows into the next and never into many at once. */
  async function work(): Promise<void> {
    const events = [...waiting.values()].slice(0, BATCH);
    for (const event of events) waiting.delete(JSON.stringify(event));
    const done = await send(events);
    sending = null;
    if (left > 0) log(`realtime: too much waited for the host; ${left} events were left out`);
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
    if (waiting.size >= MAX_WAITING && !waiting.has(text)) return void left++;
    waiting.set(text, event);
    begin(BATCH_MS);
  }
  const feed = createFeedPace(enqueue, timers);

  return {
    publish(event) {
      // Another's host can't be asked to send somebody away: a listener there hears IDs alone until they reconnect.
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
      // What waits is sent once more, and one failure is enough to leave the rest.
      while (waiting.size > 0) {
        const events = [...waiting.values()].slice(0, BATCH);
        for (const event of events) waiting.delete(JSON.stringify(event));
        if (!(await send(events))) return;
      }
    },
  };
}
