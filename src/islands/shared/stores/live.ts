/** Realtime events for this tab, and its one connection, which opens when something first needs it. */
import type { FeedEvent, UserEvent } from '../../../lib/contract/channel-events.ts';
import { extensions } from '../../../lib/host.ts';
import type { RealtimeConnection } from '../../../lib/realtime/connect.ts';
import { $session } from '../../../lib/session/session.ts';
import { apiUrl, realtime } from '../../../lib/session/settings.ts';

/** `Reconnected`: events may have been missed, so everything on screen has to be fetched again. */
export type LiveEvent = UserEvent | FeedEvent | { readonly name: 'Reconnected' };

const followers = new Set<(event: LiveEvent) => unknown>();
const rooms = new Map<string, (count: number | null) => void>();
let feeds = 0;
let accounts = 0;
let connected: { readonly token: string | null; connection: RealtimeConnection | null } | undefined;

/** Calls back for each event and each reconnect. Stores use it to fetch again. Returns a function that stops it. */
export function onLiveEvent(follower: (event: LiveEvent) => unknown): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/** Returns a function that calls all of these, each of which stops something. */
export function together(...stops: (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}

const report = (event: LiveEvent) => {
  for (const follower of followers) follower(event);
};

/** Runs `fetch` for an event with one of these names, and after each reconnect. Returns a function that stops it. */
export function refetchOn(
  names: readonly LiveEvent['name'][],
  fetch: (event: LiveEvent) => unknown,
): () => void {
  return onLiveEvent((event) => {
    if (event.name === 'Reconnected' || names.includes(event.name)) void fetch(event);
  });
}

/** Connects while a user is signed in. */
export function followAccount(): () => void {
  accounts += 1;
  const stop = $session.subscribe(settle);
  return () => {
    // Keep the connection open, because the next page needs it again.
    accounts -= 1;
    stop();
  };
}

/** Refetches after a public event are spread over this many milliseconds, so that not all clients ask together. */
const SPREAD_MS = 3_000;

/**
 * Listens to the public feed. Runs `fetch` after an event for which `isAbout` is true, and after each reconnect: with a short
 * random delay, and once for all events in the meantime.
 */
export function followPublic(isAbout: (event: FeedEvent) => boolean, fetch: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  feeds += 1;
  const stops = [
    $session.subscribe(settle),
    onLiveEvent((event) => {
      const isMeant = event.name === 'Reconnected' || (isFeedEvent(event) && isAbout(event));
      if (!isMeant || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        void fetch();
      }, Math.random() * SPREAD_MS);
    }),
  ];
  if (feeds === 1) connected?.connection?.listenToFeed(true);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    feeds -= 1;
    if (feeds === 0) connected?.connection?.listenToFeed(false);
  };
}

function isFeedEvent(event: LiveEvent): event is FeedEvent {
  return event.name === 'ContestChanged' || event.name === 'RewardChanged';
}

/**
 * Joins a presence channel. Returns a function that leaves it. `onCount` gets the number of members, or null while it is unknown:
 * for guests, without a socket, and on hosts without presence channels.
 */
export function followRoom(topic: string, onCount: (count: number | null) => void): () => void {
  rooms.set(topic, onCount);
  const before = connected?.connection;
  const stop = $session.subscribe(settle);
  // A new connection joins all rooms itself.
  if (before && before === connected?.connection) before.enter(topic, onCount);
  return () => {
    stop();
    if (rooms.get(topic) !== onCount) return;
    rooms.delete(topic);
    connected?.connection?.leave(topic);
    onCount(null);
  };
}

/** Opens, replaces or closes the connection, depending on the signed-in user and the screens. */
function settle(): void {
  const session = $session.get();
  const isSignedIn = session.state === 'signed-in';
  // A private channel needs a call that isn't in the specification.
  const user = extensions && isSignedIn ? { id: session.userId, token: session.token } : null;
  const token = user?.token ?? null;
  const isNeeded = feeds > 0 || (isSignedIn && (accounts > 0 || rooms.size > 0));
  if (connected && (connected.token !== token || !isNeeded)) {
    connected.connection?.close();
    connected = undefined;
  }
  if (isNeeded && !connected) open(user);
}

function open(user: { id: number; token: string } | null): void {
  const mine: typeof connected = { token: user?.token ?? null, connection: null };
  connected = mine;
  // Loaded after the content, because the socket's library is as large as the rest of the page.
  void import('../../../lib/realtime/connect.ts')
    .then(({ connectRealtime }) => {
      if (connected !== mine) return;
      mine.connection = connectRealtime({
        user,
        apiUrl,
        ...realtime,
        onEvent: report,
        onReconnect: () => report({ name: 'Reconnected' }),
      });
      if (feeds > 0) mine.connection.listenToFeed(true);
      for (const [topic, onCount] of rooms) mine.connection.enter(topic, onCount);
    })
    // Without the socket's code, screens show what they fetch.
    .catch(() => {});
}
