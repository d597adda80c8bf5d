import { randomInt } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { SocketLimits } from './limits.ts';
import { type Code, errorFrame, frameText } from './protocol.ts';
import type { Timers } from './timers.ts';

/** One connection, as the server sees it. */
export interface Peer {
  /** The socket id that signatures are made for: two numbers and a dot. */
  readonly id: string;
  /** Counts up with each connection. */
  readonly number: number;
  readonly channels: Set<string>;
  /** Sends one frame, or drops the connection if too much is already unsent. Returns whether it was sent. */
  send(frame: string | Buffer): boolean;
  /** Closes the connection, and cuts it if the peer doesn't close its side in time. Frames that still arrive are ignored. */
  end(code: Code, reason: string): void;
  /** Sends the reason in its own frame, then closes. */
  refuse(code: Code, reason: string): void;
  /** Counts one incoming frame. Returns false if it is one too many, or if the connection has ended. */
  admit(): boolean;
  /** Answers the transport's own ping. */
  pong(data: Buffer): void;
  /** Pings a silent peer, and drops it if it doesn't answer. */
  checkSilence(): void;
}

export type DropReason = 'slow' | 'frozen';

export function createPeer(
  socket: WebSocket,
  {
    number,
    limits,
    timers,
    onDrop,
  }: {
    number: number;
    limits: SocketLimits;
    timers: Timers;
    onDrop: (peer: Peer, why: DropReason) => void;
  },
): Peer {
  let ended = false;
  let heardAt = timers.now();
  let askedAt: number | null = null;
  // A token bucket: it fills by messagesPerSecond up to messageBurst, and each frame takes one token.
  let tokens = limits.messageBurst;

  /** Ends without a closing handshake, which a peer that reads nothing would never see. Clients see 1006 and wait a second. */
  function drop(why: DropReason): void {
    ended = true;
    socket.terminate();
    onDrop(peer, why);
  }

  function mayWrite(): boolean {
    if (ended || socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount <= limits.bufferedBytes) return true;
    drop('slow');
    return false;
  }

  const peer: Peer = {
    id: `${randomInt(1, 1e12)}.${randomInt(1, 1e12)}`,
    number,
    channels: new Set(),
    send(frame) {
      if (!mayWrite()) return false;
      socket.send(frame, { binary: false });
      return true;
    },
    end(code, reason) {
      if (ended) return;
      ended = true;
      socket.close(code, reason);
      const cancelTerminate = timers.after(limits.closeMs, () => socket.terminate());
      socket.once('close', cancelTerminate);
    },
    refuse(code, reason) {
      peer.send(errorFrame(code, reason));
      peer.end(code, reason);
    },
    admit() {
      if (ended) return false;
      const now = timers.now();
      tokens =
        Math.min(limits.messageBurst, tokens + ((now - heardAt) / 1000) * limits.messagesPerSecond) - 1;
      heardAt = now;
      askedAt = null;
      return tokens >= 0;
    },
    pong(data) {
      if (mayWrite()) socket.pong(data);
    },
    checkSilence() {
      if (ended) return;
      const now = timers.now();
      if (askedAt !== null) {
        if (now - askedAt >= limits.pongMs) drop('frozen');
      } else if (now - heardAt >= limits.idleMs) {
        askedAt = now;
        peer.send(frameText('pusher:ping', {}));
      }
    },
  };
  return peer;
}
