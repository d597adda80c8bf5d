/** What well-behaved clients get from the socket server, with the official pusher-js as the client. */
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { authorizeChannel } from '../../../server/realtime/channel-auth.ts';
import { createSocketServer } from '../../../server/realtime/socket-server.ts';
import { userChannel } from '../../../src/lib/contract/channels.ts';
import { listening } from '../../support/listening.ts';
import {
  closeCode,
  connectionsLeft,
  keys,
  nextEvent,
  pusherClient,
  type RawClient,
  rawClient,
  startServer,
  subscribed,
} from '../../support/realtime.ts';

it('greets with a socket id and the activity timeout', async () => {
  const { port } = await startServer();
  const client = pusherClient(port);
  expect(await nextEvent(client.connection, 'connected')).toEqual({
    socket_id: expect.stringMatching(/^\d+\.\d+$/),
  });
  // The client uses the shorter of its own 120 s and the greeting's value.
  expect(client.connection.activityTimeout).toBe(30_000);
});

it('delivers an event to everyone in its channel and to no one else', async () => {
  const { server, port } = await startServer();
  const [one, two, other] = await Promise.all(
    ['feed', 'feed', 'news'].map((channel) => subscribed(pusherClient(port), channel)),
  );
  const strayed: unknown[] = [];
  other?.bind('Changed', (data: unknown) => strayed.push(data));
  const told1 = nextEvent(one ?? expect.fail(), 'Changed');
  const told2 = nextEvent(two ?? expect.fail(), 'Changed');

  expect(server.broadcast('feed', 'Changed', { text: 'zwölf ✓' })).toBe(2);
  expect(await Promise.all([told1, told2])).toEqual([{ text: 'zwölf ✓' }, { text: 'zwölf ✓' }]);

  const last = nextEvent(other ?? expect.fail(), 'Last');
  server.broadcast('news', 'Last', {});
  await last;
  expect(strayed).toEqual([]);
});

it('serializes an event once, however many clients listen', async () => {
  const { server, port } = await startServer();
  const channels = await Promise.all([1, 2, 3].map(() => subscribed(pusherClient(port), 'feed')));
  let times = 0;
  const all = Promise.all(channels.map((channel) => nextEvent(channel, 'Changed')));
  server.broadcast('feed', 'Changed', { toJSON: () => ++times });
  expect(await all).toEqual([1, 1, 1]);
});

it.each([
  ['a wrong signature', () => `${keys.key}:${'0'.repeat(64)}`],
  ['no signature', () => ''],
  [
    'a signature for another socket',
    () => authorizeChannel({ userId: 5, socketId: '1.2', channel: userChannel(5) }, keys)?.auth ?? '',
  ],
])('rejects a private channel with %s', async (_what, sign) => {
  const { server, port } = await startServer();
  const channel = pusherClient(port, sign).subscribe(userChannel(5));
  expect(await nextEvent(channel, 'pusher:subscription_error')).toMatchObject({
    type: 'AuthError',
    code: 4009,
    status: 401,
  });
  expect(server.broadcast(userChannel(5), 'BalanceChanged', {})).toBe(0);
});

it.each(['presence-room', 'private-encrypted-user.5'])(
  'doesn’t serve %s as if it were public',
  async (channel) => {
    const { server, port } = await startServer();
    const client = await rawClient(port);
    client.say('pusher:subscribe', { channel });
    expect(await client.next('pusher:subscription_error')).toMatchObject({ channel, data: { code: 4009 } });
    expect(server.stats().subscriptions).toBe(0);
  },
);

it.each([false, true])(
  'a signature ends with the sessions of its account (used before: %s)',
  async (isUsed) => {
    const { server, port } = await startServer();
    const channel = userChannel(5);
    const subscribe = ({ socketId, say }: RawClient) =>
      say('pusher:subscribe', { channel, ...authorizeChannel({ userId: 5, socketId, channel }, keys) });
    const client = await rawClient(port);
    if (isUsed) {
      subscribe(client);
      await client.next('pusher_internal:subscription_succeeded');
      client.say('pusher:unsubscribe', { channel });
      await client.settled();
    }
    server.expel(channel);
    subscribe(client);
    await expect(client.next('pusher_internal:subscription_succeeded')).rejects.toThrow('closed with 4100');
    expect(server.broadcast(channel, 'BalanceChanged', {})).toBe(0);
    // A session that is still valid signs for its next connection.
    const fresh = await rawClient(port);
    subscribe(fresh);
    await fresh.next('pusher_internal:subscription_succeeded');
  },
);

it('sends nothing more after an unsubscription, and deletes empty channels', async () => {
  const { server, port } = await startServer();
  const client = await rawClient(port);
  client.say('pusher:subscribe', { channel: 'feed' });
  await client.next('pusher_internal:subscription_succeeded');
  expect(server.stats()).toMatchObject({ connections: 1, channels: 1, subscriptions: 1 });
  client.say('pusher:unsubscribe', { channel: 'feed' });
  await client.settled();
  expect(server.broadcast('feed', 'Changed', {})).toBe(0);
  expect(server.stats()).toMatchObject({ connections: 1, channels: 0, subscriptions: 0 });
});

it('accepts data as JSON in a string, as some clients send it', async () => {
  const { server, port } = await startServer();
  const client = await rawClient(port);
  client.say('pusher:subscribe', JSON.stringify({ channel: 'feed', auth: null }));
  await client.next('pusher_internal:subscription_succeeded');
  expect(server.broadcast('feed', 'Changed', {})).toBe(1);
});

it('delivers once to a client that subscribes twice', async () => {
  const { server, port } = await startServer();
  const client = await rawClient(port);
  client.say('pusher:subscribe', { channel: 'feed' });
  client.say('pusher:subscribe', { channel: 'feed' });
  await client.settled();
  expect(server.broadcast('feed', 'Changed', {})).toBe(1);
});

it('forgets a client that leaves', async () => {
  const { server, port } = await startServer();
  const leaving = pusherClient(port);
  await subscribed(leaving, 'feed');
  leaving.disconnect();
  await connectionsLeft({ server, port }, 0);
  expect(server.stats()).toMatchObject({ channels: 0, subscriptions: 0 });
});

it('closes with 4100 when it stops, and the client reconnects to its successor automatically', async () => {
  const first = await startServer();
  const client = pusherClient(first.port);
  const channel = await subscribed(client, userChannel(5));
  const raw = await rawClient(first.port);
  const code = closeCode(raw.socket);
  const again = nextEvent(channel, 'pusher:subscription_succeeded');

  await first.server.close();
  expect(await code).toBe(4100);
  expect(first.server.stats().connections).toBe(0);

  const second = await startServer({ port: first.port });
  await again;
  const event = nextEvent(channel, 'BalanceChanged');
  expect(second.server.broadcast(userChannel(5), 'BalanceChanged', {})).toBe(1);
  await event;
});

it('can be closed twice, and without ever being used', async () => {
  const { server } = await startServer();
  await server.close();
  await server.close();
});

it('says so when the port is in use', async () => {
  const { port } = await startServer();
  await expect(startServer({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

it('runs on an existing HTTP server and leaves it running', async () => {
  const http = createServer((_request, response) => response.end('the API'));
  await listening(http);
  const server = createSocketServer({
    server: http,
    key: keys.key,
    allowedOrigins: [],
    authorize: () => false,
  });
  const port = await server.listen();
  const channel = await subscribed(pusherClient(port), 'feed');
  const event = nextEvent(channel, 'Changed');
  server.broadcast('feed', 'Changed', 1);
  expect(await event).toBe(1);
  await server.close();
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
  expect(await answer.text()).toBe('the API');
});
