/**
 * The browser's side of the realtime socket. Loads laravel-echo and pusher-js on first use and keeps one connection per tab. No
 * screen may depend on it: without a socket, screens show what they fetch.
 */
import * as events from '../contract/channel-events.ts';
import { FEED, presenceChannel, userTopic } from '../contract/channels.ts';
import { askToJoin, type ChannelSignature, JoinRefused } from './authorize.ts';
import { followConnection, type RealtimeState } from './connection-state.ts';
import { delay, systemTimer, type Timer } from './delay.ts';
import { watchConnection } from './watch.ts';

export interface RealtimeOptions {
  /** The user whose own channel is joined. Null for a guest, who gets only the public feed. */
  readonly user: { readonly id: number; readonly token: string } | null;
  /** The API's address. Its scheme also decides between ws and wss, unless `tls` is set. */
  readonly apiUrl: string;
  readonly wsHost: string;
  readonly port: number;
  readonly key: string;
  readonly tls?: boolean | undefined;
  readonly onEvent: (event: events.UserEvent | events.FeedEvent) => void;
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
  const { onState, onReconnect } = options;
  const state = followConnection({ onState, onReconnect, onLost }, ending);
  const loaded = await load();
  if (loaded === null) {
    state.stop();
    return null;
  }
  if (signal.aborted) return null;

  const spread = () => delay(random() * SPREAD_MS, timer, signal);
  const isCurrent = (socketId: string) => !signal.aborted && echo.socketId() === socketId;

  /** Retries until the request is signed or rejected, or its socket is gone. */
  async function sign(
    token: string,
    socketId: string,
    channel: string,
  ): Promise<ChannelSignature | JoinRefused | null> {
    if (state.isBehind()) await spread();
    for (let wait = 1_000; isCurrent(socketId); wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      try {
        return await askToJoin({ apiUrl: options.apiUrl, token }, { socketId, channel }, signal);
      } catch (error) {
        if (error instanceof JoinRefused) return error;
        state.lost();
        await delay(wait * (0.5 + random() / 2), timer, signal);
      }
    }
    return null;
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
        if (user === null) return answer(new Error('a guest has no channel'), null);
        // A signature is for one socket. If that socket is gone, pusher-js has already asked again for the next one.
        void sign(user.token, socketId, channelName).then((signed) => {
          if (signed === null || !isCurrent(socketId)) return;
          if (!(signed instanceof JoinRefused)) answer(null, signed);
          // Without the user's own channel nothing arrives, so that is fatal. A rejected presence channel isn't.
          else if (channelName.startsWith('private-')) {
            if (signed.status === 401) onReconnect();
            state.stop();
          } else answer(signed, null);
        });
      },
    },
  });
  const { pusher } = echo.connector;
  watchConnection(pusher, { signal, timer, random, onLost: state.lost, onRefused: state.stop });

  function listen<Name extends events.UserEventName | events.FeedEventName>(
    channel: Pick<ReturnType<typeof echo.channel>, 'listen'>,
    names: readonly Name[],
    parse: (name: Name, data: unknown) => events.UserEvent | events.FeedEvent | null,
  ): void {
    for (const name of names)
      channel.listen(events.echoName(name), (data: unknown) => {
        const event = signal.aborted ? null : parse(name, data);
        if (event !== null) options.onEvent(event);
      });
  }

  if (user === null) {
    // A guest's channels need no signature. Signature requests spread the other clients.
    pusher.connection.bind('connected', () => {
      if (state.isBehind()) void spread().then(state.live);
      else state.live();
    });
  } else {
    const channel = echo.private(userTopic(user.id));
    channel.subscribed(state.live);
    channel.error(state.stop);
    listen(channel, events.userEventNames, events.parseUserEvent);
  }

  return {
    listenToFeed(on) {
      if (on) listen(echo.channel(FEED), events.feedEventNames, events.parseFeedEvent);
      else echo.leaveChannel(FEED);
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
