import * as v from 'valibot';
import { userOfChannel } from '../../src/lib/contract/channels.ts';
import type { Subscription } from './channel-auth.ts';
import type { ChannelIndex } from './channel-index.ts';
import type { SocketLimits } from './limits.ts';
import type { Peer } from './peer.ts';
import type { Presence } from './presence.ts';
import {
  type ClientFrame,
  codes,
  errorFrame,
  frameText,
  memberOf,
  parseFrame,
  refusedFrame,
  subscribeSchema,
  unsubscribeSchema,
} from './protocol.ts';

/** Returns whether this socket may join this private channel with this `auth`. */
export type Authorize = (auth: string, subscription: Subscription) => boolean;

/** Handles clients' frames and answers them. Whatever arrives, nothing is thrown. */
export function createFrameHandler(options: {
  channels: ChannelIndex;
  limits: SocketLimits;
  authorize: Authorize;
  /** Returns whether access to the channel may have ended since this socket connected, and so since `auth` was signed for it. */
  isExpelled: (channel: string, peer: Peer) => boolean;
  presence: Presence;
}) {
  const { channels, limits, authorize, isExpelled, presence } = options;

  function subscribe(peer: Peer, data: unknown): void {
    const asked = v.safeParse(subscribeSchema, data);
    if (!asked.success) {
      peer.send(errorFrame(null, 'Invalid channel name'));
      return;
    }
    const { channel, auth, channel_data } = asked.output;
    // Encrypted channels aren't supported. Treated as private ones, the server's operator could read their events.
    if (channel.startsWith('private-encrypted-')) {
      peer.send(
        refusedFrame(channel, 'Unsupported', codes.unauthorized, 'This kind of channel isn’t supported'),
      );
      return;
    }
    if (/^(private|presence)-/.test(channel)) {
      const subscription = { socketId: peer.id, channel, channelData: channel_data ?? undefined };
      if (!authorize(auth ?? '', subscription)) {
        peer.send(refusedFrame(channel, 'AuthError', codes.unauthorized, 'Invalid signature'));
        return;
      }
      if (isExpelled(channel, peer)) {
        peer.end(codes.comeBack, 'A session has ended');
        return;
      }
    }
    if (!peer.channels.has(channel) && peer.channels.size >= limits.subscriptions) {
      const text = `At most ${limits.subscriptions} channels per connection`;
      peer.send(refusedFrame(channel, 'LimitReached', codes.limitReached, text));
      return;
    }
    const isAccount = userOfChannel(channel) !== null && !peer.channels.has(channel);
    if (isAccount && channels.count(channel) >= limits.accountConnections) {
      const text = `At most ${limits.accountConnections} connections per account`;
      peer.send(refusedFrame(channel, 'LimitReached', codes.limitReached, text));
      return;
    }
    const greeting = channel.startsWith('presence-') ? enter(peer, channel, channel_data) : {};
    if (greeting === null) return;
    channels.join(channel, peer);
    peer.send(frameText('pusher_internal:subscription_succeeded', greeting, channel));
  }

  /** Adds a member to a presence channel. Returns its members, or null if the peer was sent the reason why not. */
  function enter(peer: Peer, channel: string, data: string | null | undefined): object | null {
    const member = memberOf(data);
    if (member === null) {
      peer.send(refusedFrame(channel, 'AuthError', codes.unauthorized, 'The channel data has no member'));
      return null;
    }
    const ids = presence.join(channel, member, peer);
    if (ids === null) {
      const text = `At most ${limits.presenceMembers} members per channel`;
      peer.send(refusedFrame(channel, 'LimitReached', codes.limitReached, text));
      return null;
    }
    const hash = Object.fromEntries(ids.map((id) => [id, {}]));
    return { presence: { count: ids.length, ids, hash } };
  }

  function unsubscribe(peer: Peer, data: unknown): void {
    const asked = v.safeParse(unsubscribeSchema, data);
    if (asked.success) {
      channels.leave(asked.output.channel, peer);
      presence.leave(asked.output.channel, peer);
    } else peer.send(errorFrame(null, 'Invalid channel name'));
  }

  function act(peer: Peer, { event, data }: ClientFrame): void {
    if (event === 'pusher:ping') peer.send(frameText('pusher:pong', {}));
    else if (event === 'pusher:subscribe') subscribe(peer, data);
    else if (event === 'pusher:unsubscribe') unsubscribe(peer, data);
    else if (event.startsWith('client-'))
      peer.send(errorFrame(codes.tooFast, 'Client events aren’t accepted'));
    // A pong needs no answer; the peer already counts as alive.
    else if (event !== 'pusher:pong') peer.send(errorFrame(null, 'Unknown event'));
  }

  return function handle(peer: Peer, payload: Buffer, isBinary: boolean): void {
    const frame = isBinary ? null : parseFrame(payload.toString());
    if (frame === null) peer.send(errorFrame(null, 'Not a valid frame'));
    else act(peer, frame);
  };
}
