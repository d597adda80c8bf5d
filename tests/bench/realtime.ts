/**
 * `npm run bench:realtime`: the socket server in a separate process, and the sockets of many browsers in this one. First 2,000
 * sockets receive 20 events, compared with the bare ws library sending the same frames to as many. Each event is sent once the
 * one before has reached all sockets, so that single events are timed. Then the real server is restarted under 1,000 clients like
 * the site's (the official library and our wrapper), and the time until all have reconnected is measured.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import Pusher from 'pusher-js';
import { WebSocket, WebSocketServer } from 'ws';
import { createSocketServer } from '../../server/realtime/socket-server.ts';
import { systemTimer } from '../../src/lib/realtime/delay.ts';
import { watchConnection } from '../../src/lib/realtime/watch.ts';

const SOCKETS = 2_000;
const EVENTS = 20;
const CLIENTS = 1_000;
/** The time within which all must reconnect (reliability: a restart with 1,000 clients). */
const BACK_WITHIN_MS = 10_000;
const KEY = 'bench';
/** Before the time at which an event was sent; the payload is JSON within JSON. */
const AT = 'at\\":';
/** Wall-clock milliseconds, finer than Date.now(): the same in both processes. */
const now = () => performance.timeOrigin + performance.now();

type Kind = 'playtally' | 'bare ws';

/** The other process: serves on a port, and sends one event whenever it is told to. */
async function serve(kind: Kind, port: number): Promise<void> {
  const say = (what: object) => process.send?.(what);
  if (kind === 'bare ws') {
    const bare = new WebSocketServer({ port, host: '127.0.0.1', perMessageDeflate: false });
    await once(bare, 'listening');
    // The same greeting and answer, so that the clients work with either server.
    bare.on('connection', (socket) => {
      socket.send(JSON.stringify({ event: 'pusher:connection_established', data: '{}' }));
      socket.on('message', () =>
        socket.send(JSON.stringify({ event: 'pusher_internal:subscription_succeeded', data: '{}' })),
      );
    });
    process.on('message', () => {
      const data = JSON.stringify({ contest_id: 7, at: now() });
      const frame = Buffer.from(JSON.stringify({ event: 'Changed', channel: 'feed', data }));
      for (const socket of bare.clients) socket.send(frame, { binary: false });
    });
    return void say({ ready: true });
  }
  const server = createSocketServer({
    port,
    host: '127.0.0.1',
    key: KEY,
    allowedOrigins: [],
    authorize: () => false,
  });
  await server.listen();
  process.on('message', () => {
    server.broadcast('feed', 'Changed', { contest_id: 7, at: now() });
  });
  process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
  say({ ready: true });
}

async function start(kind: Kind, port: number): Promise<ChildProcess> {
  const child = fork(import.meta.filename, [kind, String(port)], { stdio: 'inherit' });
  await once(child, 'message');
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

interface Measured {
  readonly delivered: number;
  /** Milliseconds from sending to arrival. */
  readonly p50: number;
  readonly p99: number;
  readonly last: number;
}

async function deliver(kind: Kind): Promise<Measured> {
  const port = await freePort();
  const child = await start(kind, port);
  const times: number[] = [];
  let left = 0;
  let arrived = () => {};
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${KEY}?protocol=7`, {
        perMessageDeflate: false,
      });
      const joined = new Promise<void>((resolve) => {
        socket.on('message', (bytes: Buffer) => {
          const begins = bytes.indexOf(AT);
          if (begins > 0) {
            times.push(now() - Number.parseFloat(bytes.toString('latin1', begins + AT.length)));
            left -= 1;
            if (left === 0) arrived();
          } else if (bytes.includes('established'))
            socket.send('{"event":"pusher:subscribe","data":{"channel":"feed"}}');
          else if (bytes.includes('succeeded')) resolve();
        });
      });
      await joined;
      return socket;
    }),
  );
  for (let event = 0; event < EVENTS; event += 1) {
    left = SOCKETS;
    const everywhere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    child.send('send');
    await Promise.race([everywhere, new Promise((resolve) => setTimeout(resolve, 10_000))]);
  }
  for (const socket of sockets) socket.terminate();
  await stop(child);
  times.sort((a, b) => a - b);
  const part = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { delivered: times.length, p50: part(0.5), p99: part(0.99), last: times.at(-1) ?? Number.NaN };
}

/** Milliseconds after the restart until half, and until all of the clients listen again. */
async function comeBack(): Promise<{ half: number; all: number; back: number }> {
  const port = await freePort();
  let child = await start('playtally', port);
  const clients = Array.from(
    { length: CLIENTS },
    () =>
      new Pusher(KEY, {
        cluster: '',
        wsHost: '127.0.0.1',
        wsPort: port,
        forceTLS: false,
        enabledTransports: ['ws'],
        unavailableTimeout: 4_000,
      }),
  );
  const ending = new AbortController();
  for (const client of clients)
    watchConnection(client, {
      signal: ending.signal,
      timer: systemTimer,
      random: Math.random,
      onLost() {},
      onRefused() {},
    });
  const joined = (client: Pusher) =>
    new Promise<void>((resolve) => {
      const channel = client.channel('feed') ?? client.subscribe('feed');
      channel.bind('pusher:subscription_succeeded', () => resolve());
    });
  await Promise.all(clients.map(joined));
  const times: number[] = [];
  const stopped = stop(child);
  let began = Number.NaN;
  const again = Promise.all(
    clients.map((client) => joined(client).then(() => times.push(performance.now() - began))),
  );
  await stopped;
  child = await start('playtally', port);
  began = performance.now();
  await Promise.race([again, new Promise((resolve) => setTimeout(resolve, 60_000))]);
  ending.abort();
  await stop(child);
  return {
    half: times[Math.floor(CLIENTS / 2)] ?? Number.NaN,
    all: times.at(-1) ?? Number.NaN,
    back: times.length,
  };
}

const number = (value: number) => Math.round(value).toLocaleString('en-US');

function line(name: string, { delivered, p50, p99, last }: Measured): string {
  return `  ${name.padEnd(10)} ${number(delivered).padStart(7)} of ${number(SOCKETS * EVENTS)} delivered   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   last ${last.toFixed(1)} ms`;
}

const [kind, port] = process.argv.slice(2);
if (kind === 'playtally' || kind === 'bare ws') await serve(kind, Number(port));
else {
  console.log(`${number(SOCKETS)} sockets × ${EVENTS} events`);
  const floor = await deliver('bare ws');
  console.log(line('bare ws', floor));
  const ours = await deliver('playtally');
  console.log(line('playtally', ours));
  console.log(`  p99 is ${(ours.p99 / floor.p99).toFixed(2)} × the floor's`);
  const { half, all, back } = await comeBack();
  console.log(
    `\n${number(back)} of ${number(CLIENTS)} clients are back after a restart: half within ${(half / 1000).toFixed(1)} s, all within ${(all / 1000).toFixed(1)} s`,
  );
  const good = ours.delivered === SOCKETS * EVENTS && back === CLIENTS && all <= BACK_WITHIN_MS;
  console.log(
    good ? '  as it is asked for' : '  MISSES what is asked for: everything delivered, all back within 10 s',
  );
  process.exitCode = good ? 0 : 1;
}
