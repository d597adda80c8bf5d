/** Clients that break the socket server's rules: each is handled, and no one else is affected. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import {
  closeCode,
  keys,
  manualTimers,
  nextEvent,
  origin,
  pusherClient,
  rawClient,
  type Started,
  startServer,
  subscribed,
} from '../../support/realtime.ts';

/** Another client in the channel "feed"; `unharmed` checks that it is still served. */
async function bystander({ server, port }: Started) {
  const channel = await subscribed(pusherClient(port), 'feed');
  return {
    async unharmed() {
      const event = nextEvent(channel, 'StillHere');
      server.broadcast('feed', 'StillHere', {});
      await event;
    },
  };
}

function open(port: number, path: string, headers: { origin?: string } = {}): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, headers);
  onTestFinished(() => socket.terminate());
  return socket;
}

it.each([
  ['', 'no text'],
  ['{', 'broken JSON'],
  ['null', 'null'],
  ['[]', 'an array'],
  ['{"event":5}', 'a number for the event'],
  ['{"event":"pusher:subscribe"}', 'no channel'],
  ['{"event":"pusher:subscribe","data":"{"}', 'broken JSON within'],
  ['{"event":"pusher:subscribe","data":{"channel":["feed"]}}', 'a list for the channel'],
  ['{"event":"pusher:subscribe","data":{"channel":"no spaces"}}', 'a bad channel name'],
  ['{"event":"pusher:subscribe","data":{"channel":"#server-to-user-5"}}', 'a reserved channel name'],
  ['{"event":"pusher:unsubscribe","data":{}}', 'nothing to unsubscribe'],
  ['{"event":"__proto__","data":{"__proto__":{"channel":"feed"}}}', 'an unknown event'],
  ['['.repeat(4000), 'deep nesting'],
])('answers %j with an error and goes on', async (text) => {
  const { port, server } = await startServer();
  const client = await rawClient(port);
  client.socket.send(text);
  expect(await client.next('pusher:error')).toMatchObject({
    data: { code: null, message: expect.any(String) },
  });
  await client.settled();
  expect(server.stats().subscriptions).toBe(0);
});

it('rejects binary frames', async () => {
  const { port } = await startServer();
  const client = await rawClient(port);
  client.socket.send(Buffer.from('{"event":"pusher:ping"}'), { binary: true });
  expect(await client.next('pusher:error')).toMatchObject({ data: { code: null } });
});

it.each([
  ['a frame with reserved bits', Buffer.from([0xff, 0x80, 0, 0, 0, 0])],
  ['an unmasked frame', Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  ['text that is not UTF-8', Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff])],
  ['bytes of another protocol', Buffer.from('\u0016\u0003\u0001 hello\r\n\r\n')],
])('survives %s on an open connection', async (_what, bytes) => {
  const started = await startServer();
  const other = await bystander(started);
  const bad = connect(started.port, '127.0.0.1');
  onTestFinished(() => void bad.destroy());
  bad.on('error', () => {});
  bad.write(
    `GET /app/${keys.key}?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(bad, 'data');
  bad.write(bytes);
  bad.resume();
  await once(bad, 'close');
  await other.unharmed();
});

it('survives a connection that isn’t HTTP at all', async () => {
  const started = await startServer();
  const other = await bystander(started);
  const bad = connect(started.port, '127.0.0.1');
  bad.on('error', () => {});
  bad.end(Buffer.from([0, 1, 2, 3, 13, 10, 13, 10]));
  bad.resume();
  await once(bad, 'close');
  await other.unharmed();
});

it('closes a connection whose frame is too large', async () => {
  const started = await startServer({ limits: { frameBytes: 1000 } });
  const other = await bystander(started);
  const client = await rawClient(started.port);
  const code = closeCode(client.socket);
  client.say('pusher:subscribe', { channel: 'a'.repeat(1000) });
  expect(await code).toBe(1009);
  await other.unharmed();
});

it('rejects one subscription too many and keeps the others', async () => {
  const { server, port } = await startServer({ limits: { subscriptions: 2 } });
  const client = pusherClient(port);
  await subscribed(client, 'a');
  await subscribed(client, 'b');
  const third = client.subscribe('c');
  expect(await nextEvent(third, 'pusher:subscription_error')).toMatchObject({
    type: 'LimitReached',
    code: 4004,
  });
  expect(['a', 'b', 'c'].map((channel) => server.broadcast(channel, 'Changed', {}))).toEqual([1, 1, 0]);
});

it('rejects client events', async () => {
  const started = await startServer();
  const other = await subscribed(pusherClient(started.port), 'feed');
  const strayed: unknown[] = [];
  other.bind('client-shout', (data: unknown) => strayed.push(data));
  const client = pusherClient(started.port);
  const channel = await subscribed(client, 'feed');
  const error = nextEvent(client.connection, 'error');
  channel.trigger('client-shout', { text: 'hey' });
  expect(await error).toMatchObject({ data: { code: 4301 } });
  const last = nextEvent(other, 'Last');
  started.server.broadcast('feed', 'Last', {});
  await last;
  expect(strayed).toEqual([]);
});

it('closes with 4301 on too many messages, and fills the allowance up again with time', async () => {
  const timers = manualTimers();
  const { port } = await startServer({ timers, limits: { messageBurst: 3, messagesPerSecond: 1 } });
  const client = await rawClient(port);
  for (let sent = 0; sent < 3; sent += 1) await client.settled();
  timers.advance(2_000);
  for (let sent = 0; sent < 2; sent += 1) await client.settled();
  const code = closeCode(client.socket);
  client.say('pusher:ping', {});
  expect(await client.next('pusher:error')).toMatchObject({ data: { code: 4301 } });
  expect(await code).toBe(4301);
});

it("counts the transport's own pings too, and answers them within the allowance", async () => {
  const { port } = await startServer({ timers: manualTimers(), limits: { messageBurst: 3 } });
  const client = await rawClient(port);
  const pongs: string[] = [];
  client.socket.on('pong', (data) => pongs.push(String(data)));
  client.socket.ping('there?');
  await client.settled();
  expect(pongs).toEqual(['there?']);
  const code = closeCode(client.socket);
  for (let sent = 0; sent < 5; sent += 1) client.socket.ping();
  expect(await code).toBe(4301);
});

it.each([
  ['/', 4005],
  ['/app/', 4005],
  ['/app/other-key?protocol=7', 4001],
  [`/app/${keys.key}`, 4008],
  [`/app/${keys.key}?protocol=5`, 4007],
  ['/app/%zz?protocol=7', 4001],
])('rejects a connection to %s with %i', async (path, expected) => {
  const { server, port } = await startServer();
  const socket = open(port, path);
  expect(await closeCode(socket)).toBe(expected);
  expect(server.stats()).toMatchObject({ connections: 0, accepted: 0, refused: 1 });
});

it.each(['http://evil.test', 'http://site.test.evil.test', 'https://site.test', 'null'])(
  'rejects the origin %s',
  async (wrong) => {
    const { port } = await startServer();
    expect(await closeCode(open(port, `/app/${keys.key}?protocol=7`, { origin: wrong }))).toBe(4009);
  },
);

it('accepts the right origin, and a client without one', async () => {
  const { server, port } = await startServer();
  await rawClient(port, { origin });
  await rawClient(port);
  expect(server.stats().accepted).toBe(2);
});

it('asks clients to come back later when it is full', async () => {
  const { server, port } = await startServer({ limits: { connections: 1 } });
  await rawClient(port);
  expect(await closeCode(open(port, `/app/${keys.key}?protocol=7`))).toBe(4100);
  expect(server.stats()).toMatchObject({ connections: 1, refused: 1 });
});

it('drops only a slow reader', async () => {
  const started = await startServer({ limits: { bufferedBytes: 200_000 } });
  const { server } = started;
  const other = await bystander(started);
  const slow = await rawClient(started.port);
  slow.say('pusher:subscribe', { channel: 'feed' });
  await slow.next('pusher_internal:subscription_succeeded');
  slow.socket.pause();
  const text = 'x'.repeat(200_000);
  // The kernel buffers a few megabytes for a reader that doesn't read; this limit is far above that.
  for (let sent = 0; server.stats().dropped.slow === 0 && sent < 500; sent += 1) {
    server.broadcast('feed', 'Long', text);
    await other.unharmed();
  }
  expect(server.stats()).toMatchObject({ connections: 1, dropped: { slow: 1, frozen: 0 } });
  expect(started.log.join()).toContain('slow');
});

it('drops a peer that answers no ping, and keeps one that does', async () => {
  const timers = manualTimers();
  const limits = { idleMs: 40_000, pongMs: 10_000, sweepMs: 5_000 };
  const { server, port } = await startServer({ timers, limits });
  const client = pusherClient(port);
  await subscribed(client, 'feed');
  const frozen = await rawClient(port);
  const code = closeCode(frozen.socket);
  const asked = nextEvent(client.connection, 'message');

  timers.advance(40_000);
  expect(await asked).toMatchObject({ event: 'pusher:ping' });
  await frozen.next('pusher:ping');
  // The healthy client's answer is on its way; a later ping returns after it was counted.
  client.send_event('pusher:ping', {});
  await nextEvent(client.connection, 'message');
  expect(server.stats().connections).toBe(2);

  timers.advance(10_000);
  // 1006: disconnected without a closing frame, which a frozen peer wouldn't read.
  expect(await code).toBe(1006);
  expect(server.stats()).toMatchObject({ connections: 1, dropped: { slow: 0, frozen: 1 } });
});

it('disconnects a peer that doesn’t close its side, so that shutdown always ends', async () => {
  const timers = manualTimers();
  const { server, port } = await startServer({ timers, limits: { closeMs: 2_000 } });
  const deaf = await rawClient(port);
  deaf.socket.pause();
  const stopped = server.close();
  timers.advance(2_000);
  await stopped;
  expect(server.stats().connections).toBe(0);
});
