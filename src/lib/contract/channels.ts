/**
 * What travels over the realtime socket: channel names, event names and their payloads. Ids only: a receiver fetches
 * the new state over the API, so a forged, doubled or stale event can't put a wrong figure on a screen.
 * Names are those that laravel-echo and the Pusher protocol use: `private-` marks a channel that needs a signature.
 */
import * as v from 'valibot';
import { defineCall, idSchema } from './call.ts';

const PRIVATE = 'private-';

/** A user's own channel without its prefix, as Echo's `private()` takes it: 5 → "user.5". */
export function userTopic(userId: number): string {
  return `user.${userId}`;
}

/** A user's own channel by its full name on the wire: 5 → "private-user.5". */
export function userChannel(userId: number): string {
  return PRIVATE + userTopic(userId);
}

/** Whose channel this is: "private-user.5" → 5; null for every other name. */
export function userOfChannel(channel: string): number | null {
  const digits = /^private-user\.([1-9]\d{0,14})$/.exec(channel)?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * The events of a user's own channel. A new one is a new line here: server and browser know it by that.
 * Payloads are tolerant of unknown extra keys; a PHP host's empty payload (`[]`) counts as an empty object.
 */
export const userEventSchema = v.variant('name', [
  v.object({ name: v.literal('BalanceChanged'), data: v.object({}) }),
  v.object({ name: v.literal('OrderChanged'), data: v.object({ order_id: idSchema }) }),
  v.object({ name: v.literal('QuestChanged'), data: v.object({ quest_id: idSchema }) }),
]);
export type UserEvent = v.InferOutput<typeof userEventSchema>;
export type UserEventName = UserEvent['name'];

export const userEventNames = [
  'BalanceChanged',
  'OrderChanged',
  'QuestChanged',
] as const satisfies readonly UserEventName[];

/** Echo's form of an event name: the leading dot keeps it from putting a namespace before it. */
export function echoName(name: UserEventName): `.${UserEventName}` {
  return `.${name}`;
}

/** An event of a user's channel as it came from the wire, or null where name or payload isn't one of ours. */
export function parseUserEvent(name: string, data: unknown): UserEvent | null {
  const result = v.safeParse(userEventSchema, { name, data });
  return result.success ? result.output : null;
}

/** The signature that a private channel asks for. pusher-js sends the body form-urlencoded; JSON is taken as well. */
export const joinChannel = defineCall({
  method: 'POST',
  path: '/broadcasting/auth',
  who: 'user',
  source: 'ours',
  summary: "Sign the subscription to one of the caller's private channels",
  body: v.object({
    socket_id: v.pipe(v.string(), v.maxLength(40)),
    channel_name: v.pipe(v.string(), v.maxLength(164)),
  }),
  answer: v.object({ auth: v.string(), channel_data: v.exactOptional(v.string()) }),
});
