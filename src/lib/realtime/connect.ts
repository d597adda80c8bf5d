/**
 * The browser's end of the realtime socket: laravel-echo and pusher-js, loaded when first asked for, one connection
 * per tab. Nothing on screen may depend on it: without a socket, screens show what they fetch.
 */
import { echoName, parseUserEvent, type UserEvent, userEventNames, userTopic } from '../contract/channels.ts';
import { askToJoin, type ChannelSignature, JoinRefused } from './authorize.ts';
import { delay, systemTimer, type Timer } from './delay.ts';
import { watchConnection } from './watch.ts';

/**
 * connecting: the first attempt · live: events arrive · offline: lost or not reached, and it tries again by itself ·
 * stopped: refused (session gone, key or origin unknown) or its code couldn't be loaded; it doesn't try again.
 */
export type RealtimeState = 'connecting' | 'live' | 'offline' | 'stopped';

export interface RealtimeOptions {
  readonly token: string;
  readonly userId: number;
  /** The API's address: its scheme also decides between ws and wss, unless `tls` says otherwise. */
  readonly apiUrl: string;
  readonly wsHost: string;
  readonly port: number;
  readonly key: string;
  readonly tls?: boolean;
  readonly onEvent: (event: UserEvent) => void;
  /** Live after a gap: events may have been missed, so fetch anew. Spread over two seconds, so that a restart isn't a stampede. */
  readonly onReconnect: () => void;
  readonly onState?: (state: RealtimeState) => void;
  /** 0 ≤ n < 1, for the spread. */
  readonly random?: () => number;
  readonly timer?: Timer;
  readonly timings?: Partial<RealtimeTimings>;
}

/** In milliseconds. */
export interface RealtimeTimings {
  /** After so much silence the server is asked … */
  readonly activity: number;
  /** … and so long it may take to answer. */
  readonly pong: number;
  /** How long an attempt may take before it counts as failed. */
  readonly attempt: number;
}

const standardTimings: RealtimeTimings = { activity: 30_000, pong: 10_000, attempt: 4_000 };

export interface RealtimeConnection {
  /** Ends it for good; no callback runs after that. */
  close(): void;
}

const SPREAD_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

let current: RealtimeConnection | null = null;

/** Connects this tab; a connection that it already has is closed first. Answers at once, and never throws. */
export function connectRealtime(options: RealtimeOptions): RealtimeConnection {
  current?.close();
  const ending = new AbortController();
  const connection: RealtimeConnection = {
    close() {
      ending.abort();
      if (current === connection) current = null;
    },
  };
  current = connection;
  void open(options, ending);
  return connection;
}

async function open(options: RealtimeOptions, ending: AbortController): Promise<void> {
  const { signal } = ending;
  const { random = Math.random, timer = systemTimer } = options;
  const tls = options.tls ?? options.apiUrl.startsWith('https:');
  const timings = { ...standardTimings, ...options.timings };
  let state: RealtimeState | null = null;
  let missed = false;

  function enter(next: RealtimeState): void {
    if (signal.aborted || state === next) return;
    state = next;
    options.onState?.(next);
  }
  function stop(): void {
    enter('stopped');
    ending.abort();
  }
  function lost(): void {
    missed = true;
    enter('offline');
  }

  enter('connecting');
  const loaded = await load();
  if (loaded === null) return stop();
  if (signal.aborted) return;

  /** Asks until it is signed, refused, or the socket that it was for is gone. */
  async function sign(socketId: string, channel: string): Promise<ChannelSignature | null> {
    if (missed) await delay(random() * SPREAD_MS, timer, signal);
    for (let wait = 1_000; isCurrent(socketId); wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      try {
        return await askToJoin(options, { socketId, channel }, signal);
      } catch (error) {
        if (error instanceof JoinRefused) return stopped();
        if (!signal.aborted) lost();
        await delay(wait * (0.5 + random() / 2), timer, signal);
      }
    }
    return null;
  }
  function stopped(): null {
    stop();
    return null;
  }
  function isCurrent(socketId: string): boolean {
    return !signal.aborted && echo.socketId() === socketId;
  }

  const echo = new loaded.Echo<'reverb'>({
    broadcaster: 'reverb',
    Pusher: loaded.Pusher,
    key: options.key,
    wsHost: options.wsHost,
    wsPort: options.port,
    wssPort: options.port,
    forceTLS: tls,
    // On plain http the other one would only be tried after a failure, and be refused by the page's own policy.
    enabledTransports: tls ? ['ws', 'wss'] : ['ws'],
    activityTimeout: timings.activity,
    pongTimeout: timings.pong,
    unavailableTimeout: timings.attempt,
    withoutInterceptors: true,
    channelAuthorization: {
      customHandler({ socketId, channelName }, answer) {
        // A signature is for one socket: should that have gone meanwhile, pusher-js has asked anew for its successor.
        void sign(socketId, channelName).then((signed) => {
          if (signed !== null && isCurrent(socketId)) answer(null, signed);
        });
      },
    },
  });
  watchConnection(echo.connector.pusher, { signal, timer, random, onLost: lost, onRefused: stop });

  const channel = echo.private(userTopic(options.userId));
  channel.subscribed(() => {
    if (signal.aborted) return;
    enter('live');
    if (!missed) return;
    missed = false;
    options.onReconnect();
  });
  channel.error(stop);
  for (const name of userEventNames) {
    channel.listen(echoName(name), (data: unknown) => {
      const event = signal.aborted ? null : parseUserEvent(name, data);
      if (event !== null) options.onEvent(event);
    });
  }
}

/** Both libraries, or null when they can't be had: a deploy in between, or no network. */
async function load() {
  try {
    const [echo, pusher] = await Promise.all([import('laravel-echo'), import('pusher-js')]);
    return { Echo: echo.default, Pusher: pusher.default };
  } catch {
    return null;
  }
}
