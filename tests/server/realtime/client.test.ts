/** The browser's client, run in Node with real servers: a socket server, and an HTTP endpoint that signs. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type ServerOptions, WebSocketServer } from 'ws';
import { authorizeChannel } from '../../../server/realtime/channel-auth.ts';
import type { FeedEvent, UserEvent } from '../../../src/lib/contract/channel-events.ts';
import { userChannel } from '../../../src/lib/contract/channels.ts';
import { connectRealtime, type RealtimeOptions } from '../../../src/lib/realtime/connect.ts';
import type { RealtimeState } from '../../../src/lib/realtime/connection-state.ts';
import type { Timer } from '../../../src/lib/realtime/delay.ts';
import { listening } from '../../support/listening.ts';
import {
  connectionsLeft,
  keys,
  manualTimers,
  nextEvent,
  pusherClient,
  startServer,
  subscribed,
  userClient,
} from '../../support/realtime.ts';

/** Received events, which can be awaited in any order. */
function inbox<T>() {
  const all: T[] = [];
  let wake = () => {};
  return {
    all,
    put(item: T) {
      all.push(item);
      wake();
    },
    async until(found: (items: readonly T[]) => boolean): Promise<void> {
      while (!found(all)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

/**
 * POST /broadcasting/auth as the API has it. Tokens are "token-{user id}"; `answers` are given first, then the real one, to channels
 * that the host `has`.
 */
async function startApi(
  answers: (number | 'hang' | 'html' | object)[] = [],
  has: (channel: string) => boolean = () => true,
) {
  const asked = inbox<{ headers: IncomingHttpHeaders; body: string }>();
  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.put({ headers: request.headers, body });
    const form = new URLSearchParams(body);
    const answer = answers.shift();
    if (answer === 'hang') return;
    if (answer === 'html') return void response.end('<!doctype html>');
    if (typeof answer === 'object') return void response.end(JSON.stringify(answer));
    if (answer !== undefined) return void response.writeHead(Number(answer)).end('{}');
    const userId = Number(request.headers.authorization?.replace('Bearer token-', ''));
    const channel = form.get('channel_name') ?? '';
    const signed = has(channel)
      ? authorizeChannel({ userId, socketId: form.get('socket_id') ?? '', channel }, keys)
      : null;
    const right = request.method === 'POST' && request.url === '/broadcasting/auth' && signed !== null;
    response.writeHead(right ? 200 : 403).end(JSON.stringify(signed));
  });
  return { url: `http://127.0.0.1:${await listening(http)}`, asked };
}

/** Greets each connection, and does nothing else. */
async function startGreeter(options: ServerOptions = {}) {
  const http = createServer();
  const sockets = new WebSocketServer({ ...options, server: http });
  sockets.on('connection', (socket) => {
    const data = JSON.stringify({ socket_id: '1.2', activity_timeout: 30 });
    socket.send(JSON.stringify({ event: 'pusher:connection_established', data }));
  });
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
  });
  return { sockets, port: await listening(http) };
}

/**
 * Waits a hundredth of the time. The waits grow like the real ones, because an attempt may last until the end of the next wait:
 * with constant short waits no attempt would finish on a busy machine.
 */
const soon: Timer = (run, ms) => {
  const timer = setTimeout(run, ms / 100);
  return () => clearTimeout(timer);
};

function connect(options: { apiUrl: string; port: number } & Partial<RealtimeOptions>) {
  const states = inbox<RealtimeState>();
  const events = inbox<UserEvent | FeedEvent>();
  const reconnects = inbox<true>();
  const connection = connectRealtime({
    user: { id: 5, token: 'token-5' },
    wsHost: '127.0.0.1',
    key: keys.key,
    onEvent: events.put,
    onReconnect: () => reconnects.put(true),
    onState: states.put,
    random: () => 0,
    timer: soon,
    ...options,
  });
  onTestFinished(() => connection.close());
  return {
    connection,
    states,
    events,
    reconnects,
    is: (state: RealtimeState) => states.until((all) => all.at(-1) === state),
  };
}

type More = Partial<Parameters<typeof connect>[0]>;

/** A socket server, an API with these first answers, and a tab that is connecting to them. */
async function world(more: More = {}, ...api: Parameters<typeof startApi>) {
  const first = await startServer();
  const { url, asked } = await startApi(...api);
  const { port } = first;
  const tab = connect({ apiUrl: url, port, ...more });
  return { server: first.server, port, url, asked, tab, restart: () => startServer({ port }) };
}

/** The same, once the tab is live. */
async function live(more: More = {}, ...api: Parameters<typeof startApi>) {
  const made = await world(more, ...api);
  await made.tab.is('live');
  return made;
}

it('goes live on the user’s channel with a signature requested as pusher-js does, and passes on parsed events', async () => {
  const { server, tab, asked } = await live();
  expect(tab.states.all).toEqual(['connecting', 'live']);
  expect(asked.all[0]).toMatchObject({
    headers: {
      authorization: 'Bearer token-5',
      'content-type': expect.stringMatching(/^application\/x-www-form-urlencoded/),
      accept: 'application/json',
    },
    body: expect.stringMatching(/^socket_id=\d+\.\d+&channel_name=private-user\.5$/),
  });

  const channel = userChannel(5);
  server.broadcast(channel, 'OrderChanged', { order_id: '7' });
  server.broadcast(channel, 'OrderChanged', 'not an object');
  server.broadcast(channel, 'SomethingElse', { order_id: 7 });
  server.broadcast(channel, 'QuestChanged', { quest_id: 0 });
  server.broadcast(channel, 'OrderChanged', { order_id: 7, more: 'unknown' });
  server.broadcast(channel, 'QuestChanged', { quest_id: 9 });
  // What a PHP host sends for an empty payload.
  server.broadcast(channel, 'BalanceChanged', []);
  await tab.events.until((all) => all.at(-1)?.name === 'BalanceChanged');
  expect(tab.events.all).toEqual([
    { name: 'OrderChanged', data: { order_id: 7 } },
    { name: 'QuestChanged', data: { quest_id: 9 } },
    { name: 'BalanceChanged', data: {} },
  ]);
  expect(tab.reconnects.all).toEqual([]);
});

it("replaces the connection when another user signs in, and uses the new user's token", async () => {
  const { server, port, url, asked, tab: before } = await live();
  const after = connect({ apiUrl: url, port, user: { id: 6, token: 'token-6' } });
  await after.is('live');
  expect(asked.all.at(-1)?.headers.authorization).toBe('Bearer token-6');
  server.broadcast(userChannel(5), 'BalanceChanged', {});
  server.broadcast(userChannel(6), 'BalanceChanged', {});
  await after.events.until((all) => all.length === 1);
  await connectionsLeft({ server, port }, 1);
  expect(before.events.all).toEqual([]);
  expect(before.states.all.at(-1)).toBe('live');
});

it('reconnects after a restart and reports that events may be missing, spread over two seconds', async () => {
  const timers = manualTimers();
  const waits = inbox<number>();
  const { server, tab, asked, restart } = await live({
    random: () => 0.75,
    timer(run, ms) {
      waits.put(ms);
      return timers.after(ms, run);
    },
  });
  expect(waits.all).toEqual([]);

  await server.close();
  await tab.is('offline');
  const second = await restart();
  await waits.until((all) => all.length === 1);
  expect(waits.all).toEqual([1_500]);
  timers.advance(1_499);
  expect(asked.all).toHaveLength(1);
  timers.advance(1);
  await tab.reconnects.until((all) => all.length === 1);
  // Called once the channel is joined again: later events arrive, so a fetch leaves no gap.
  expect(second.server.broadcast(userChannel(5), 'BalanceChanged', {})).toBe(1);
  expect(tab.states.all).toEqual(['connecting', 'live', 'offline', 'live']);
});

it.each([[[500, 503]], [['html' as const]], [[429]]])(
  'keeps asking when the API answers %j first',
  async (answers) => {
    const { tab, asked } = await live({}, [...answers]);
    expect(asked.all).toHaveLength(answers.length + 1);
    // Nothing arrived until now, so the screens' data may be outdated.
    await tab.reconnects.until((all) => all.length === 1);
  },
);

it.each([401, 403, 404])('stops for good when the API answers %i', async (status) => {
  const { server, tab, asked } = await world({}, [status]);
  await tab.is('stopped');
  expect(tab.states.all).toEqual(['connecting', 'stopped']);
  expect(asked.all).toHaveLength(1);
  expect(server.stats().subscriptions).toBe(0);
});

it('reconnects after it was disconnected while its session is valid, and once that ended it stays out and its screens refetch', async () => {
  const answers: number[] = [];
  const { server, tab } = await live({}, answers);
  server.expel(userChannel(5));
  await tab.reconnects.until((all) => all.length === 1);
  expect(server.broadcast(userChannel(5), 'BalanceChanged', {})).toBe(1);
  answers.push(401);
  server.expel(userChannel(5));
  await tab.is('stopped');
  expect(tab.reconnects.all).toHaveLength(2);
  expect(server.broadcast(userChannel(5), 'BalanceChanged', {})).toBe(0);
});

it("stops when the API signs with another secret than the socket's", async () => {
  const { tab } = await world({}, [{ auth: 'test-key:00' }]);
  await tab.is('stopped');
});

it('stops when the server does not know its key', async () => {
  const { tab, asked } = await world({ key: 'another' });
  await tab.is('stopped');
  expect(asked.all).toEqual([]);
});

/** A port without a socket server; `knocked` counts the attempts. */
async function startOther(port: number, says: string) {
  const knocked = inbox<true>();
  const tcp = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.resume().end(says);
    knocked.put(true);
  });
  tcp.listen(port, '127.0.0.1');
  await once(tcp, 'listening');
  onTestFinished(() => void tcp.close());
  return { knocked, close: () => new Promise((resolve) => tcp.close(resolve)) };
}

it.each(['', 'HTTP/1.1 503 Down\r\n\r\n'])(
  'keeps trying while the port answers %j, and is live once the server is back',
  async (says) => {
    const { server, port, tab, restart } = await live({ timings: { attempt: 20 } });
    // On a busy machine the first attempts may have failed too.
    const before = tab.reconnects.all.length;
    await server.close();
    const other = await startOther(port, says);
    await other.knocked.until((all) => all.length >= 3);
    expect(tab.states.all.at(-1)).toBe('offline');
    await other.close();
    await restart();
    await tab.is('live');
    await tab.reconnects.until((all) => all.length > before);
  },
);

it('waits longer after each failed attempt, and less after a success', async () => {
  const waits = inbox<number>();
  const { server, tab, restart } = await live({
    timings: { attempt: 20 },
    random: () => 0.5,
    timer(run, ms) {
      waits.put(ms);
      return soon(run, ms);
    },
  });
  // On a busy machine the first attempts may have failed too.
  const [first, reconnects] = [waits.all.length, tab.reconnects.all.length];
  await server.close();
  await waits.until((all) => all.length >= first + 7);
  expect(waits.all.slice(first, first + 7)).toEqual([750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500]);
  const second = await restart();
  await tab.reconnects.until((all) => all.length > reconnects);
  const before = waits.all.length;
  await second.server.close();
  await waits.until((all) => all.length > before);
  expect(waits.all[before]).toBe(750);
});

it('notices a server that no longer answers', async () => {
  const { port } = await startGreeter({ autoPong: false });
  const api = await startApi();
  const tab = connect({ apiUrl: api.url, port, timings: { activity: 30, pong: 30 } });
  await tab.is('offline');
});

it('stays closed if it is closed in the second before pusher-js reconnects', async () => {
  const { server, port, tab, restart } = await live();
  const other = pusherClient(port);
  const channel = await subscribed(other, userChannel(5));
  const again = nextEvent(channel, 'pusher:subscription_succeeded');
  await server.close();
  await tab.is('offline');
  tab.connection.close();
  const second = await restart();
  // The other tab's second began later, so the closed tab would be back by now as well.
  await again;
  await connectionsLeft(second, 1);
  expect(tab.states.all).toEqual(['connecting', 'live', 'offline']);
});

it('sends pending messages before it disconnects', async () => {
  const { sockets, port } = await startGreeter();
  const said = inbox<string>();
  sockets.on('connection', (socket) => {
    socket.on('message', (frame) => said.put(JSON.parse(String(frame)).event));
    socket.on('close', () => said.put('closed'));
  });
  const tab = connect({ apiUrl: 'http://127.0.0.1:9', port, user: null });
  await tab.is('live');
  tab.connection.listenToFeed(true);
  tab.connection.close();
  await said.until((all) => all.includes('closed'));
  expect(said.all).toEqual(['pusher:subscribe', 'closed']);
});

it('is silent after it was closed at any moment', async () => {
  const { server, port } = await startServer();
  const api = await startApi(['hang']);
  const early = connect({ apiUrl: api.url, port });
  early.connection.close();
  const asking = connect({ apiUrl: api.url, port });
  await api.asked.until((all) => all.length === 1);
  asking.connection.close();
  const live = connect({ apiUrl: api.url, port });
  await live.is('live');
  live.connection.close();
  live.connection.close();
  server.broadcast(userChannel(5), 'BalanceChanged', {});
  await connectionsLeft({ server, port }, 0);
  // Two, and the one that reconnected: the first was closed before it started.
  expect(server.stats().accepted).toBe(3);
  await server.close();
  expect(early.states.all).toEqual(['connecting']);
  expect(asking.states.all).toEqual(['connecting']);
  expect(live.states.all).toEqual(['connecting', 'live']);
  expect(live.events.all).toEqual([]);
});

it('listens to the feed while it is needed, also in a guest’s tab, without a signature', async () => {
  const { server, port, url, asked, tab: guest } = await world({ user: null });
  guest.connection.listenToFeed(true);
  await guest.is('live');
  const other = await subscribed(pusherClient(port), 'feed');
  const reached = nextEvent(other, 'RewardChanged');
  server.broadcast('feed', 'ContestChanged', { contest_id: 'x' });
  server.broadcast('feed', 'ContestChanged', { contest_id: 7 });
  server.broadcast('feed', 'RewardChanged', { reward_id: 84 });
  await reached;
  await guest.events.until((all) => all.length === 2);
  expect(guest.events.all).toEqual([
    { name: 'ContestChanged', data: { contest_id: 7 } },
    { name: 'RewardChanged', data: { reward_id: 84 } },
  ]);
  expect(asked.all).toEqual([]);
  guest.connection.listenToFeed(false);
  guest.connection.listenToFeed(true);
  guest.connection.listenToFeed(false);
  const user = connect({ apiUrl: url, port });
  await user.is('live');
  expect(server.broadcast('feed', 'ContestChanged', { contest_id: 7 })).toBe(1);
});

it('also reports to a guest that events may be missing after a restart', async () => {
  const { server, tab: guest, restart } = await world({ user: null });
  guest.connection.listenToFeed(true);
  await guest.is('live');
  await server.close();
  await guest.is('offline');
  await restart();
  await guest.reconnects.until((all) => all.length === 1);
  expect(guest.states.all).toEqual(['connecting', 'live', 'offline', 'live']);
});

it('counts present users, and says that the count is unknown while there is no connection', async () => {
  const { server, port, tab, restart } = await world();
  const counts = inbox<number | null>();
  tab.connection.enter('contest.7', counts.put);
  await counts.until((all) => all.at(-1) === 1);
  const other = userClient(port, 6);
  other.subscribe('presence-contest.7');
  await counts.until((all) => all.at(-1) === 2);
  other.disconnect();
  await counts.until((all) => all.at(-1) === 1);
  await server.close();
  await counts.until((all) => all.at(-1) === null);
  const second = await restart();
  await counts.until((all) => all.at(-1) === 1);
  tab.connection.leave('contest.7');
  const watcher = userClient(port, 6);
  await subscribed(watcher, 'presence-contest.7');
  expect(second.server.stats().subscriptions).toBe(2);
});

it('works without presence if the host has no such channels', async () => {
  const { server, tab } = await world({}, [], (channel) => !channel.startsWith('presence-'));
  const counts = inbox<number | null>();
  tab.connection.enter('contest.7', counts.put);
  await tab.is('live');
  server.broadcast(userChannel(5), 'BalanceChanged', {});
  await tab.events.until((all) => all.length === 1);
  expect(counts.all).toEqual([]);
  expect(tab.states.all).toEqual(['connecting', 'live']);
});

it.each([
  ['plain', { apiUrl: 'https://api.test', tls: false }, 'GET /app/other-key?protocol=7&'],
  // What a TLS handshake begins with.
  ['encrypted', { apiUrl: 'http://api.test', tls: true }, '\u0016\u0003'],
  ['as the API is', { apiUrl: 'https://api.test' }, '\u0016\u0003'],
])('talks to any Pusher-compatible host by key, host, port and TLS: %s', async (_what, settings, first) => {
  const heard = inbox<string>();
  const tcp = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      heard.put(bytes.toString('latin1'));
      socket.destroy();
    });
  });
  const port = await listening(tcp, 'localhost');
  connect({ ...settings, port, wsHost: 'localhost', key: 'other-key' });
  await heard.until((all) => all.length > 0);
  expect(heard.all[0]?.slice(0, first.length)).toBe(first);
});
