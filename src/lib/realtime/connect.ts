/**
 * The browser's side of the realtime socket. Loads laravel-echo and pusher-js on first use and keeps one connection per tab. No
 * screen may depend on it: without a socket, screens show what they fetch.
 */
import {
  echoName,
  type FeedEvent,
  feedEventNames,
  parseFeedEvent,
  parseUserEvent,
  type UserEvent,
  userEventNames,
} from '../contract/channel-events.ts';
import { FEED, presenceChannel, userTopic } from '../contract/channels.ts';
import { askToJoin, type ChannelSignature, JoinRefused } from './authorize.ts';
import { delay, systemTimer, type Timer } from './delay.ts';
import { watchConnection } from './watch.ts';

/**
 * connecting: the first attempt · live: events arrive · offline: lost or unreachable, and retrying · stopped: rejected (the
 * session has ended, or the key or origin is unknown) or its code couldn't be loaded; no retry.
 */
export type RealtimeState = 'connecting' | 'live' | 'offline' | 'stopped';

export interface RealtimeOptions {
  /** The user whose own channel is joined. Null for a guest, who gets only the public feed. */
  readonly user: { readonly id: number; readonly token: string } | null;
  /** The API's address. Its scheme also decides between ws and wss, unless `tls` is set. */
  readonly apiUrl: string;
  readonly wsHost: string;
  readonly port: number;
  readonly key: string;
  readonly tls?: boolean | undefined;
  readonly onEvent: (event: UserEvent | FeedEvent) => void;
  /**
   * Called when the connection is live after a gap, or when the session has ended. Events may have been missed, so fetch again.
   * The calls are spread over two seconds, so that a server restart doesn't cause a stampede.
   */
  readonly onReconnect: () => void;
  readonly onState?: (state: RealtimeState) => void;
  /** 0 ≤ n < 1, for spreading. */
  readonly random?: () => number;
  readonly timer?: Timer;
  readonly timings?: Partial<RealtimeTimings>;
}

/** In milliseconds. */
export interface RealtimeTimings {
  /** How long the connection may be silent before the server is pinged. */
  readonly activity: number;
  /** How long the server may take to answer the ping. */
  readonly pong: number;
  /** How long an attempt may take before it counts as failed. */
  readonly attempt: number;
}

const defaultTimings: RealtimeTimings = { activity: 30_000, pong: 10_000, attempt: 4_000 };

export interface RealtimeConnection {
  /** Turns listening to the public feed on or off. */
  listenToFeed(on: boolean): void;
  /**
   * Joins a presence channel (only if signed in) and reports the number of members, including this user. Null while it is
   * unknown, and for good if the host has no such channel.
   */
  enter(topic: string, onCount: (count: number | null) => void): void;
  leave(topic: string): void;
  /** Closes the connection for good. No callback runs after that. */
  close(): void;
}

const SPREAD_MS = 2_000;
const LONGEST_RETRY_MS = 30_000;

let current: RealtimeConnection | null = null;

/** Connects this tab and closes any earlier connection. Returns immediately and never throws. */
export function connectRealtime(options: RealtimeOptions): RealtimeConnection {
  current?.close();
  const ending = new AbortController();
  const rooms = new Map<string, (count: number | null) => void>();
  let listensToFeed = false;
  let wire: Wire | null = null;
  const connection: RealtimeConnection = {
    listenToFeed(on) {
      if (on === listensToFeed) return;
      listensToFeed = on;
      wire?.listenToFeed(on);
    },
    enter(topic, onCount) {
      rooms.set(topic, onCount);
      wire?.enter(topic, onCount);
    },
    leave(topic) {
      if (rooms.delete(topic)) wire?.leave(topic);
    },
    close() {
      ending.abort();
      if (current === connection) current = null;
    },
  };
  current = connection;
  const forget = () => {
    for (const onCount of rooms.values()) onCount(null);
  };
  void open(options, ending, forget).then((opened) => {
    if (opened === null || ending.signal.aborted) return;
    wire = opened;
    if (listensToFeed) opened.listenToFeed(true);
    for (const [topic, onCount] of rooms) opened.enter(topic, onCount);
  });
  return connection;
}

/** What is possible after the libraries have loaded. */
interface Wire {
  listenToFeed(on: boolean): void;
  enter(topic: string, onCount: (count: number | null) => void): void;
  leave(topic: string): void;
}

async function open(
  options: RealtimeOptions,
  ending: AbortController,
  onLost: () => void,
): Promise<Wire | null> {
  const { signal } = ending;
  const { random = Math.random, timer = systemTimer, user } = options;
  const tls = options.tls ?? options.apiUrl.startsWith('https:');
  const timings = { ...defaultTimings, ...options.timings };
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
    if (signal.aborted) return;
    missed = true;
    enter('offline');
    onLost();
  }
  function live(): void {
    if (signal.aborted) return;
    enter('live');
    if (!missed) return;
    missed = false;
    options.onReconnect();
  }

  enter('connecting');
  const loaded = await load();
  if (loaded === null) {
    stop();
    return null;
  }
  if (signal.aborted) return null;

  /** Retries until the request is signed or rejected, or its socket is gone. */
  async function sign(
    token: string,
    socketId: string,
    channel: string,
  ): Promise<ChannelSignature | JoinRefused | null> {
    if (missed) await delay(random() * SPREAD_MS, timer, signal);
    for (let wait = 1_000; isCurrent(socketId); wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      try {
        return await askToJoin({ apiUrl: options.apiUrl, token }, { socketId, channel }, signal);
      } catch (error) {
        if (error instanceof JoinRefused) return error;
        lost();
        await delay(wait * (0.5 + random() / 2), timer, signal);
      }
    }
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
    // On plain http, wss would only be tried after a failure, and the page's own policy would block it.
    enabledTransports: tls ? ['ws', 'wss'] : ['ws'],
    activityTimeout: timings.activity,
    pongTimeout: timings.pong,
    unavailableTimeout: timings.attempt,
    withoutInterceptors: true,
    channelAuthorization: {
      customHandler({ socketId, channelName }, answer) {
        if (user === null) return answer(new Error('a guest has no channel of their own'), null);
        // A signature is for one socket. If that socket is gone, pusher-js has already asked again for the next one.
        void sign(user.token, socketId, channelName).then((signed) => {
          if (signed === null || !isCurrent(socketId)) return;
          if (!(signed instanceof JoinRefused)) answer(null, signed);
          // Without the user's own channel nothing arrives, so that is fatal. A rejected presence channel isn't.
          else if (channelName.startsWith('private-')) {
            if (signed.status === 401) options.onReconnect();
            stop();
          } else answer(signed, null);
        });
      },
    },
  });
  const { pusher } = echo.connector;
  watchConnection(pusher, { signal, timer, random, onLost: lost, onRefused: stop });

  if (user === null) {
    // A guest's channels need no signature. Signature requests spread the other clients.
    pusher.connection.bind('connected', () => {
      if (missed) void delay(random() * SPREAD_MS, timer, signal).then(live);
      else live();
    });
  } else {
    const channel = echo.private(userTopic(user.id));
    channel.subscribed(live);
    channel.error(stop);
    for (const name of userEventNames) {
      channel.listen(echoName(name), (data: unknown) => {
        const event = signal.aborted ? null : parseUserEvent(name, data);
        if (event !== null) options.onEvent(event);
      });
    }
  }

  return {
    listenToFeed(on) {
      if (!on) return echo.leaveChannel(FEED);
      const feed = echo.channel(FEED);
      for (const name of feedEventNames) {
        feed.listen(echoName(name), (data: unknown) => {
          const event = signal.aborted ? null : parseFeedEvent(name, data);
          if (event !== null) options.onEvent(event);
        });
      }
    },
    enter(topic, onCount) {
      if (user === null) return;
      let count = 0;
      const report = (next: number) => {
        count = next;
        if (!signal.aborted) onCount(next);
      };
      echo
        .join(topic)
        .here((members: unknown[]) => report(members.length))
        .joining(() => report(count + 1))
        .leaving(() => report(count - 1))
        .error(() => echo.leaveChannel(presenceChannel(topic)));
    },
    leave: (topic) => echo.leaveChannel(presenceChannel(topic)),
  };
}

/** Loads both libraries. Null if that fails, because of a new deployment or no network. */
async function load() {
  try {
    const [echo, pusher] = await Promise.all([import('laravel-echo'), import('pusher-js')]);
    // Running them and connecting in one task would block input on a phone.
    await new Promise((next) => setTimeout(next));
    return { Echo: echo.default, Pusher: pusher.default };
  } catch {
    return null;
  }
}
