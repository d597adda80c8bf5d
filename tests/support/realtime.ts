/** Real socket servers and real clients for the realtime tests, all on free ports of the loopback address. */
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import Pusher from 'pusher-js';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Bridge } from '../../server/db/database.ts';
import {
  authorizeChannel,
  type ChannelKeys,
  signChannel,
  verifyChannel,
} from '../../server/realtime/channel-auth.ts';
import type { SocketLimits } from '../../server/realtime/limits.ts';
import { createSocketServer, type SocketServer } from '../../server/realtime/socket-server.ts';
import { systemTimers, type Timers } from '../../server/realtime/timers.ts';
import { anyPort } from './ports.ts';

export const keys: ChannelKeys = { key: 'test-key', secret: 'a secret of the tests' };
export const origin = 'http://site.test';

type AddressOf = (request: IncomingMessage) => string;

export interface Started {
  readonly server: SocketServer;
  readonly port: number;
  readonly log: string[];
}

export async function startServer(
  options: { port?: number; limits?: Partial<SocketLimits>; timers?: Timers; addressOf?: AddressOf } = {},
): Promise<Started> {
  const log: string[] = [];
  const server = createSocketServer({
    // Not an ephemeral port, which another connection could take before the server is back there.
    port: options.port ?? (await anyPort()),
    host: '127.0.0.1',
    key: keys.key,
    allowedOrigins: [origin],
    authorize: (auth, subscription) => verifyChannel(keys, auth, subscription),
    limits: options.limits ?? {},
    ...(options.addressOf && { addressOf: options.addressOf }),
    timers: options.timers ?? systemTimers,
    log: (line) => log.push(line),
  });
  const port = await server.listen();
  onTestFinished(() => server.close());
  return { server, port, log };
}

/** NOTIFY and LISTEN within this process: every listener gets every payload, its own too. `lose` drops one in between. */
export function memoryBridge(): Bridge & {
  payloads: string[];
  lose: (payload: string) => boolean;
  gap(): void;
} {
  const wire = new EventEmitter();
  const bridge = {
    payloads: [] as string[],
    lose: (_payload: string) => false,
    async notify(payload: string) {
      bridge.payloads.push(payload);
      if (!bridge.lose(payload)) wire.emit('payload', payload);
    },
    async listen(onPayload: (payload: string) => void, onGap: () => void) {
      wire.on('payload', onPayload);
      wire.on('gap', onGap);
      return async () => {
        wire.off('payload', onPayload);
        wire.off('gap', onGap);
      };
    },
    gap: () => void wire.emit('gap'),
  };
  return bridge;
}

/** A clock that only moves on request. */
export function manualTimers(): Timers & { advance(ms: number): void } {
  let time = 0;
  const waiting = new Set<{ at: number; again: number | null; run: () => void }>();
  function add(ms: number, again: number | null, run: () => void): () => void {
    const entry = { at: time + ms, again, run };
    waiting.add(entry);
    return () => waiting.delete(entry);
  }
  return {
    now: () => time,
    after: (ms, run) => add(ms, null, run),
    every: (ms, run) => add(ms, ms, run),
    advance(ms) {
      const end = time + ms;
      for (;;) {
        const [next] = [...waiting].filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        time = next.at;
        if (next.again === null) waiting.delete(next);
        else next.at += next.again;
        next.run();
      }
      time = end;
    },
  };
}

interface Signed {
  readonly auth: string;
  readonly channel_data?: string;
}

/** The official client as a user, with signatures like our own endpoint's. */
export function userClient(port: number, userId: number): Pusher {
  return pusherClient(port, (socketId, channel) => authorizeChannel({ userId, socketId, channel }, keys));
}

/** The official client. By default it makes its own signatures, like our endpoint for the right user. */
export function pusherClient(
  port: number,
  sign: (socketId: string, channel: string) => string | Signed | null = (socketId, channel) =>
    signChannel(keys, { socketId, channel }),
): Pusher {
  const client = new Pusher(keys.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      customHandler({ socketId, channelName }, answer) {
        const signed = sign(socketId, channelName);
        if (signed === null) answer(new Error('not yours'), null);
        else answer(null, typeof signed === 'string' ? { auth: signed } : signed);
      },
    },
  });
  onTestFinished(() => client.disconnect());
  return client;
}

interface Binds {
  bind(event: string, callback: (data: unknown) => void): unknown;
}

/** A subscription is answered with one of each pair: waiting for one rejects if the other arrives, instead of hanging. */
const ANSWERS: readonly (readonly [string, string])[] = [
  ['pusher:subscription_succeeded', 'pusher:subscription_error'],
  ['pusher_internal:subscription_succeeded', 'pusher:subscription_error'],
];
const othersOf = (event: string) =>
  ANSWERS.filter((pair) => pair.includes(event)).map(([yes, no]) => (event === yes ? no : yes));
const cameInstead = (event: string, other: string) => new Error(`${other} came instead of ${event}`);

/** Resolves with the emitter's next event of that name. */
export function nextEvent(emitter: Binds, event: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    emitter.bind(event, resolve);
    for (const other of othersOf(event)) emitter.bind(other, () => reject(cameInstead(event, other)));
  });
}

export async function subscribed(client: Pusher, channel: string) {
  const subscription = client.subscribe(channel);
  await nextEvent(subscription, 'pusher:subscription_succeeded');
  return subscription;
}

export interface Frame {
  readonly event: string;
  readonly channel?: string;
  readonly data: unknown;
}

export interface RawClient {
  readonly socket: WebSocket;
  readonly socketId: string;
  say(event: string, data: unknown): void;
  /** Returns the next frame of that event that wasn't read yet. */
  next(event: string): Promise<Frame>;
  /** Resolves once the server has handled everything sent so far. */
  settled(): Promise<void>;
}

/** A client that may misbehave: frames by hand, no reconnecting. */
export async function rawClient(
  port: number,
  headers: { origin?: string; headers?: Record<string, string> } = {},
  key = keys.key,
): Promise<RawClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${key}?protocol=7`, headers);
  onTestFinished(() => socket.terminate());
  const come: Frame[] = [];
  let closedWith: number | undefined;
  let wake = () => {};
  socket.on('close', (code) => {
    closedWith = code;
    wake();
  });
  socket.on('message', (text) => {
    const frame: { event: string; channel?: string; data: string } = JSON.parse(String(text));
    come.push({ ...frame, data: JSON.parse(frame.data) });
    wake();
  });
  const client = {
    socket,
    say: (event: string, data: unknown) => socket.send(JSON.stringify({ event, data })),
    async next(event: string): Promise<Frame> {
      for (;;) {
        const at = come.findIndex((frame) => frame.event === event);
        const [found] = at === -1 ? [] : come.splice(at, 1);
        if (found !== undefined) return found;
        const other = othersOf(event).find((one) => come.some((frame) => frame.event === one));
        if (other !== undefined) throw cameInstead(event, other);
        if (closedWith !== undefined)
          throw new Error(`The server closed with ${closedWith}, and no ${event} came.`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async settled() {
      client.say('pusher:ping', {});
      await client.next('pusher:pong');
    },
  };
  await once(socket, 'open');
  const { data } = await client.next('pusher:connection_established');
  const socketId = Object(data).socket_id;
  return { ...client, socketId: String(socketId) };
}

/** Resolves with the server's close code. Rejects if the server accepts a connection that isn't open yet. */
export function closeCode(socket: WebSocket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('close', resolve);
    if (socket.readyState === socket.CONNECTING)
      socket.on('message', (text) => {
        if (String(text).includes('connection_established'))
          reject(new Error('The server took the connection.'));
      });
  });
}

/** Resolves when that many connections are left. Checks again after each round trip, because closing takes one. */
export async function connectionsLeft(
  { server, port }: Pick<Started, 'server' | 'port'>,
  left: number,
): Promise<void> {
  const asker = await rawClient(port);
  for (let asked = 0; server.stats().connections !== left + 1; asked += 1) {
    if (asked === 50) throw new Error(`${server.stats().connections - 1} connections are left, not ${left}`);
    await asker.settled();
  }
  asker.socket.terminate();
}
