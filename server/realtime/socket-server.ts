/**
 * A socket server for the Pusher Channels protocol 7. laravel-echo and pusher-js connect to it, and any Pusher-compatible host
 * can replace it. It only sends events: clients send it nothing but subscriptions.
 */

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { networksOf } from '../platform/client-address.ts';
import { errorText } from '../platform/error-text.ts';
import { createChannelIndex } from './channel-index.ts';
import { type Authorize, createFrameHandler } from './frame-handler.ts';
import { type HandshakeRules, rejectionOf } from './handshake.ts';
import { type SocketLimits, socketLimits } from './limits.ts';
import { createPeer, type DropReason, type Peer } from './peer.ts';
import { type Place, preparePlace } from './place.ts';
import { createPresence, type Presence } from './presence.ts';
import { type Code, codes, frameText } from './protocol.ts';
import { systemTimers, type Timers } from './timers.ts';

type SocketServerOptions = Place &
  HandshakeRules & {
    /** `verifyChannel`, bound to the keys. */
    readonly authorize: Authorize;
    /** Returns where a connection comes from, as limits count it. Without it, connections aren't counted by address. */
    readonly addressOf?: (request: IncomingMessage) => string;
    readonly limits?: Partial<SocketLimits>;
    readonly timers?: Timers;
    /** Logs one line for the operator. It never contains a token, a signature or a payload. */
    readonly log?: (line: string) => void;
  };

export interface SocketServer {
  /** Starts to accept connections and returns the port. Rejects if the port is in use. */
  listen(): Promise<number>;
  /** Sends an event to everyone in a channel, and returns to how many. `data` is serialised once for all. */
  broadcast(channel: string, event: string, data: unknown): number;
  /** The members of presence channels. A broadcaster connects it with other processes. */
  readonly presence: Presence;
  /** Asks all clients to reconnect in a second (4100). They may have missed something, and fetch it then. */
  recall(): void;
  /**
   * Does the same for one channel. Access to it may have ended, and is checked again for the next connection. A signature made
   * before no longer opens the channel, whether it was used or not.
   */
  expel(channel: string): void;
  /** Closes all connections for good. Resolves when every connection is gone. */
  close(): Promise<void>;
  stats(): SocketStats;
}

/** The first three are current values, the others count since the start. */
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
  /** The channels that were expelled, oldest first, and the number of the last connection that was accepted by then. */
  const expelled = new Map<string, number>();
  const handle = createFrameHandler({
    channels,
    limits,
    authorize: options.authorize,
    isExpelled: (channel, { number }) => number <= (expelled.get(channel) ?? 0),
    presence,
  });
  const counts = { accepted: 0, refused: 0, received: 0, sent: 0 };
  const dropped = { slow: 0, frozen: 0 };
  let sockets: WebSocketServer | null = null;
  let stopSweeping = () => {};

  const networksAt = (address: string | undefined) => (address === undefined ? [] : networksOf(address));

  function full(address: string | undefined): { code: Code; message: string } | null {
    const isFull = networksAt(address).some(
      ({ network, times }) => (perAddress.get(network) ?? 0) >= limits.addressConnections * times,
    );
    if (isFull) return { code: codes.comeBack, message: 'Too many connections from your address' };
    return peers.size < limits.connections
      ? null
      : { code: codes.comeBack, message: 'Too many connections just now' };
  }

  function count(address: string | undefined, by: 1 | -1): void {
    for (const { network } of networksAt(address)) {
      const now = (perAddress.get(network) ?? 0) + by;
      if (now > 0) perAddress.set(network, now);
      else perAddress.delete(network);
    }
  }

  function accept(socket: WebSocket, request: IncomingMessage): void {
    const peer = createPeer(socket, {
      number: counts.accepted + 1,
      limits,
      timers,
      onDrop(gone, why) {
        dropped[why] += 1;
        log(`realtime: dropped the ${why} connection ${gone.id}`);
      },
    });
    // ws closes the connection itself after a frame that is too large or malformed. Without a listener, the error would end the
    // process.
    socket.on('error', (error) => log(`realtime: ${peer.id} ${errorText(error)}`));

    const address = options.addressOf?.(request);
    const no = rejectionOf(request.url ?? '', request.headers.origin, options) ?? full(address);
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
      expelled.delete(channel);
      expelled.set(channel, counts.accepted);
      const [oldest] = peers.values();
      for (const [gone, last] of expelled) {
        if (oldest && last >= oldest.number) break;
        expelled.delete(gone);
      }
    },

    async listen() {
      if (sockets !== null) throw new Error('The socket server is already listening');
      const opened = new WebSocketServer({
        server: place.http,
        maxPayload: limits.frameBytes,
        // The server sends pongs itself, so they count against the limits like every other answer.
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
      for (const peer of peers.values()) peer.end(codes.comeBack, 'The server is restarting');
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
