/**
 * Frames of the Pusher Channels protocol, version 7 (pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol).
 * A frame is JSON `{ event, data, channel? }`; what the server sends carries `data` as a JSON string within the JSON.
 */
import * as v from 'valibot';

/**
 * Close and error codes. By its hundred a code instructs the client: 40xx stay away, 41xx come back after a
 * second, 43xx stay away. 42xx would mean "come back at once": a stampede after each restart, so none is listed.
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

/** What `pusher:subscribe` brings. Public channels come with an empty `auth`. */
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

/** Whom a presence channel's `channel_data` names, or null when it names nobody. Its signature is checked before. */
export function memberOf(channelData: string | null | undefined): string | null {
  const data = v.safeParse(memberSchema, fromJson(channelData ?? ''));
  return data.success ? data.output.user_id : null;
}

/** A client's frame, or null when it is none. `data` may come as an object or as JSON within a string. */
export function parseFrame(text: string): ClientFrame | null {
  const frame = v.safeParse(frameSchema, fromJson(text));
  if (!frame.success) return null;
  const { event, data } = frame.output;
  return { event, data: typeof data === 'string' ? fromJson(data) : data };
}

/** The text of a frame to a client. Without `channel` it is about the connection itself. */
export function frameText(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, ...(channel === undefined ? {} : { channel }), data: JSON.stringify(data) });
}

/** `pusher:error`; code null is a complaint that closes nothing. */
export function errorFrame(code: Code | null, message: string): string {
  return frameText('pusher:error', { code, message });
}

/** Says which subscription was rejected: pusher-js hands it to that channel, Echo to its `error` callback. */
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
