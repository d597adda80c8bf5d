/**
 * Decides who may join a private channel, and signs that for the socket server. Source: Pusher Channels, "Generating
 * authentication strings": key:hex(hmac_sha256(secret, socket_id:channel[:channel_data])).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isPresenceChannel, userOfChannel } from '../../src/lib/contract/channels.ts';

export interface ChannelKeys {
  /** Public: it is in the page and in the socket's URL. */
  readonly key: string;
  /** Known only to the API and socket processes. */
  readonly secret: string;
}

export interface Subscription {
  readonly socketId: string;
  readonly channel: string;
  /** What a presence channel shows about its member, as JSON text. The signature covers it. */
  readonly channelData?: string | undefined;
}

/** Returns the `auth` value of a subscription: "key:64 hex digits". */
export function signChannel(keys: ChannelKeys, { socketId, channel, channelData }: Subscription): string {
  const signed =
    channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`;
  return `${keys.key}:${createHmac('sha256', keys.secret).update(signed).digest('hex')}`;
}

/**
 * Returns whether `auth` was signed with our secret for this socket and channel. It takes the same time for a near miss as for
 * any other value.
 */
export function verifyChannel(keys: ChannelKeys, auth: string, subscription: Subscription): boolean {
  const right = Buffer.from(signChannel(keys, subscription));
  const given = Buffer.from(auth);
  return given.length === right.length && timingSafeEqual(given, right);
}

/**
 * Returns the name of a user in a presence channel. It differs per channel, so members can be counted, but not identified or
 * followed from page to page.
 */
function memberName(keys: ChannelKeys, userId: number, channel: string): string {
  return createHmac('sha256', keys.secret).update(`member:${channel}:${userId}`).digest('hex').slice(0, 16);
}

/**
 * Returns the answer of POST /broadcasting/auth for a signed-in user, or null (403) if the channel isn't theirs.
 *
 * `private-user.{id}` is for that user. Presence channels are for everyone who is signed in. A socket id in another form than
 * ours is rejected too: with a colon in it, one signature could be read as the signature of another channel.
 */
export function authorizeChannel(
  { userId, socketId, channel }: { userId: number; socketId: string; channel: string },
  keys: ChannelKeys,
): { auth: string; channel_data?: string } | null {
  if (!/^\d{1,15}\.\d{1,15}$/.test(socketId)) return null;
  if (isPresenceChannel(channel)) {
    const channelData = JSON.stringify({ user_id: memberName(keys, userId, channel) });
    return { auth: signChannel(keys, { socketId, channel, channelData }), channel_data: channelData };
  }
  if (userOfChannel(channel) !== userId) return null;
  return { auth: signChannel(keys, { socketId, channel }) };
}
