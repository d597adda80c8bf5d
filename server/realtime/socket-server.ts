/**
 * A socket server that speaks the Pusher Channels protocol 7, so that laravel-echo and pusher-js connect to it and any
 * Pusher-compatible host can take its place. It only hands out events: clients send it nothing but their subscriptions.
 */

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { errorText } from '../platform/error-text.ts';
import { createChannelIndex } from './channel-index.ts';
import { type Authorize, createFrameHandler } from './frame-handler.ts';
import { type HandshakeRules, refusal } from './handshake.ts';
import { type SocketLimits, socketLimits } from './limits.ts';
import { createPeer, type DropReason, type Peer } from './peer.ts';
import { type Place, preparePlace } from './place.ts';
import { createPresence, type Presence } from './presence.ts';
import { type Code, codes, frameText } from './protocol.ts';
import { systemTimers, type Timers } from './timers.ts';

type SocketServerOptions = Place &
  HandshakeRules & {
    /** `verifyChannel` with the keys bound to it. */
    readonly authorize: Authorize;
    /** Where a connection comes from, as limits count it; without it nothing is counted by that. */
    readonly addressOf?: (request: IncomingMessage) => string;
    readonly limits?: Partial<SocketLimits>;
    readonly timers?: Timers;
    /** One line for what an operator should know. Never a token, a signature or a payload. */
    readonly log?: (line: string) => void;
  };

export interface SocketServer {
  /** Takes connections from now on. Rejects when the port is in use. Answers the port. */
  listen(): Promise<number>;
  /** Sends an event to everybody in a channel; answers to how many. `data` is serialised once for all. */
  broadcast(channel: string, event: string, data: unknown): number;
  /** Who is in the presence channels; a broadcaster connects it with other processes. */
  readonly presence: Presence;
  /** Asks all clients to come back in a second (4100): they may have missed something, and fetch when they are back. */
  recall(): void;
  /** Asks those in a channel to: what they were let in by may hold no more, and they are asked for it again. */
  expel(channel: string): void;
  /** The same for good; resolves when every connection is gone. */
  close(): Promise<void>;
  stats(): SocketStats;
}

/** The first three are as of now, the others count since the start. */
export interface SocketStats {
  readonly connections: number;
  readonly channels: number;
  readonly subscriptions: number;
  readonly accepted: number;
  readonly refused: number;
  readonly received: number;
  readonly sent: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
}

export function createSocketServer(options: SocketServerOptions): SocketServer {
  const { timers = systemTimers, log = () => {} } = options;
  const limits = { ...socketLimits, ...options.limits };
  const place = preparePlace(options);
  const peers = new Map<WebSocket, Peer>();
  const perAddress = new Map<string, number>();
  const channels = createChannelIndex();
  const presence = createPresence({
    timers,
    members: limits.presenceMembers,
    emit: (channel, event, member) => {
      const data = { user_id: member, ...(event === 'member_added' && { user_info: {} }) };
      broadcast(channel, `pusher_internal:${event}`, data);
    },
  });
  const handle = createFrameHandler({ channels, limits, authorize: options.authorize, presence });
  const counts = { accepted: 0, refused: 0, received: 0, sent: 0 };
  const dropped = { slow: 0, frozen: 0 };
  let sockets: WebSocketServer | null = null;
  let stopSweeping = () => {};

  function full(address: string | undefined): { code: Code; message: string } | null {
    const own = address === undefined ? 0 : (perAddress.get(address) ?? 0);
    if (own >= limits.addressConnections)
      return { code: codes.comeBack, message: 'Too many connections from your address' };
    return peers.size < limits.connections
      ? null
      : { code: codes.comeBack, message: 'Too many connections just now' };
  }

  function count(address: string | undefined, by: 1 | -1): void {
    if (address === undefined) return;
    const now = (perAddress.get(address) ?? 0) + by;
    if (now > 0) perAddress.set(address, now);
    else perAddress.delete(address);
  }

  function accept(socket: WebSocket, request: IncomingMessage): void {
    const peer = createPeer(socket, {
      limits,
      timers,
      onDrop(gone, why) {
        dropped[why] += 1;
        log(`realtime: dropped the ${why} connection ${gone.id}`);
      },
    });
    // ws closes the connection by itself after a frame that is too large or broken; unheard, the error would end the process.
    socket.on('error', (error) => log(`realtime: ${peer.id} ${errorText(error)}`));

    const address = options.addressOf?.(request);
    const no = refusal(request.url ?? '', request.headers.origin, options) ?? full(address);
    if (no !== null) {
      counts.refused += 1;
      peer.refuse(no.code, no.message);
      return;
    }

    counts.accepted += 1;
    peers.set(socket, peer);
    count(address, 1);
    const admit = () => {
      counts.received += 1;
      if (peer.admit()) return true;
      peer.refuse(codes.tooFast, 'Too many messages');
      return false;
    };
    socket.on('message', (payload: Buffer, isBinary) => {
      if (admit()) handle(peer, payload, isBinary);
    });
    socket.on('ping', (data) => {
      if (admit()) peer.pong(data);
    });
    socket.on('close', () => {
      const left = [...peer.channels];
      channels.leaveAll(peer);
      for (const channel of left) presence.leave(channel, peer);
      peers.delete(socket);
      count(address, -1);
    });
    const hello = { socket_id: peer.id, activity_timeout: limits.activityMs / 1000 };
    peer.send(frameText('pusher:connection_established', hello));
  }

  function broadcast(channel: string, event: string, data: unknown): number {
    let reached = 0;
    let frame: Buffer | null = null;
    for (const peer of channels.members(channel)) {
      frame ??= Buffer.from(frameText(event, data, channel));
      if (peer.send(frame)) reached += 1;
    }
    counts.sent += reached;
    return reached;
  }

  return {
    presence,
    broadcast,
    recall() {
      for (const peer of peers.values()) peer.end(codes.comeBack, 'Events may have been missed');
    },

    expel(channel) {
      for (const peer of channels.members(channel)) peer.end(codes.comeBack, 'A session has ended');
    },

    async listen() {
      if (sockets !== null) throw new Error('The socket server listens already');
      const opened = new WebSocketServer({
        server: place.http,
        maxPayload: limits.frameBytes,
        // Pongs are ours to send: they count against the limits like every other answer.
        autoPong: false,
        perMessageDeflate: false,
      });
      opened.on('connection', accept);
      if (!place.http.listening) {
        const ready = once(opened, 'listening');
        place.open();
        await ready;
      }
      opened.on('error', (error) => log(`realtime: ${errorText(error)}`));
      stopSweeping = timers.every(limits.sweepMs, () => {
        for (const peer of peers.values()) peer.checkSilence();
      });
      sockets = opened;
      const address = place.http.address();
      return address !== null && typeof address === 'object' ? address.port : 0;
    },

    async close() {
      stopSweeping();
      if (sockets === null) return;
      const closing = sockets;
      sockets = null;
      const gone = new Promise<void>((resolve) => closing.close(() => resolve()));
      for (const peer of peers.values()) peer.end(codes.comeBack, 'The server restarts');
      await gone;
      presence.close();
      await place.shut();
    },

    stats() {
      let subscriptions = 0;
      for (const peer of peers.values()) subscriptions += peer.channels.size;
      return {
        connections: peers.size,
        channels: channels.size(),
        subscriptions,
        ...counts,
        dropped: { ...dropped },
      };
    },
  };
}
