/**
 * Who may join which private channel, and the signature that proves it to the socket server.
 * Source: Pusher Channels, "Generating authentication strings": key:hex(hmac_sha256(secret, socket_id:channel[:channel_data])).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isPresenceChannel, userOfChannel } from '../../src/lib/contract/channels.ts';

export interface ChannelKeys {
  /** Public: it is in the page and in the socket's address. */
  readonly key: string;
  /** Known to the API and socket processes alone. */
  readonly secret: string;
}

export interface Subscription {
  readonly socketId: string;
  readonly channel: string;
  /** What a presence channel says about its member, as JSON text. It is signed along. */
  readonly channelData?: string | undefined;
}

/** The `auth` value of a subscription: "key:64 hex digits". */
export function signChannel(keys: ChannelKeys, { socketId, channel, channelData }: Subscription): string {
  const signed =
    channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`;
  return `${keys.key}:${createHmac('sha256', keys.secret).update(signed).digest('hex')}`;
}

/** Whether `auth` was signed with our secret for just this socket and channel. Takes as long for a near miss as for any other. */
export function verifyChannel(keys: ChannelKeys, auth: string, subscription: Subscription): boolean {
  const right = Buffer.from(signChannel(keys, subscription));
  const given = Buffer.from(auth);
  return given.length === right.length && timingSafeEqual(given, right);
}

/**
 * Under which name a user is a member of a presence channel: another one in each channel, so that members can be counted but
 * nobody learns from it who they are, or follows them from page to page.
 */
function memberName(keys: ChannelKeys, userId: number, channel: string): string {
  return createHmac('sha256', keys.secret).update(`member:${channel}:${userId}`).digest('hex').slice(0, 16);
}

/**
 * The answer of POST /broadcasting/auth for a signed-in user, or null (403) for what isn't theirs.
 * `private-user.{id}` is for that user; the presence channels of our screens are for everybody who is signed in. A socket id in any other form than ours is refused too:
 * with a colon in it, one signature could be read as that of another channel.
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
