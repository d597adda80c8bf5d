/**
 * Frames of the Pusher Channels protocol, version 7 (pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol).
 * A frame is JSON: `{ event, data, channel? }`. Frames from the server carry `data` as a JSON string inside the JSON.
 */
import * as v from 'valibot';

/**
 * Close and error codes. The first two digits instruct the client: 40xx don't reconnect, 41xx reconnect after a second, 43xx
 * don't reconnect. 42xx would mean "reconnect immediately", which causes a stampede after each restart, so none is used.
 */
export const codes = {
  unknownKey: 4001,
  limitReached: 4004,
  unknownPath: 4005,
  unsupportedVersion: 4007,
  noVersion: 4008,
  unauthorized: 4009,
  comeBack: 4100,
  tooFast: 4301,
} as const;
export type Code = (typeof codes)[keyof typeof codes];

const frameSchema = v.object({ event: v.pipe(v.string(), v.maxLength(200)), data: v.optional(v.unknown()) });
export type ClientFrame = v.InferOutput<typeof frameSchema>;

const channelName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_\-=@,.;]{1,164}$/));

/** The data of `pusher:subscribe`. Public channels have an empty `auth`. */
export const subscribeSchema = v.object({
  channel: channelName,
  auth: v.optional(v.nullable(v.string()), ''),
  channel_data: v.optional(v.nullable(v.string())),
});

export const unsubscribeSchema = v.object({ channel: channelName });

const memberSchema = v.object({
  // A number in some clients' endpoints, a string in ours.
  user_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^[\w.-]{1,64}$/)),
});

/**
 * Returns the member that a presence channel's `channel_data` names, or null if it names none. Its signature has been checked
 * before.
 */
export function memberOf(channelData: string | null | undefined): string | null {
  const data = v.safeParse(memberSchema, fromJson(channelData ?? ''));
  return data.success ? data.output.user_id : null;
}

/** Parses a client's frame; null if it isn't one. `data` may be an object or a JSON string. */
export function parseFrame(text: string): ClientFrame | null {
  const frame = v.safeParse(frameSchema, fromJson(text));
  if (!frame.success) return null;
  const { event, data } = frame.output;
  return { event, data: typeof data === 'string' ? fromJson(data) : data };
}

/** Returns the text of a frame to a client. Without `channel` it is about the connection itself. */
export function frameText(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, ...(channel === undefined ? {} : { channel }), data: JSON.stringify(data) });
}

/** Returns a `pusher:error` frame. Code null reports a problem without closing. */
export function errorFrame(code: Code | null, message: string): string {
  return frameText('pusher:error', { code, message });
}

/** Returns the frame for a rejected subscription. pusher-js passes it to that channel, Echo to its `error` callback. */
export function refusedFrame(channel: string, type: string, code: Code, error: string): string {
  const status = code === codes.unauthorized ? 401 : 403;
  return frameText('pusher:subscription_error', { type, code, error, status }, channel);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
