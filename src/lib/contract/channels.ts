/**
 * What travels over the realtime socket: channel names, event names and their payloads. Ids only: a receiver fetches
 * the new state over the API, so a forged, doubled or stale event can't put a wrong figure on a screen.
 * Names are those that laravel-echo and the Pusher protocol use: `private-` marks a channel that needs a signature.
 */
import * as v from 'valibot';
import { defineCall, idSchema } from './call.ts';

const PRIVATE = 'private-';
const PRESENCE = 'presence-';

/** The channel of everybody, guests too: what changed for all. */
export const FEED = 'feed';

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

/** Who is looking at a contest just now, as Echo's `join()` takes it: 7 → "contest.7". */
export function contestTopic(contestId: number): string {
  return `contest.${contestId}`;
}

/** The same by its full name on the wire: "contest.7" → "presence-contest.7". */
export function presenceChannel(topic: string): string {
  return PRESENCE + topic;
}

/** Whether it is a presence channel that some screen of ours joins: "presence-contest.7". */
export function isPresenceChannel(channel: string): boolean {
  return /^presence-contest\.[1-9]\d{0,14}$/.test(channel);
}

/**
 * The events of a user's own channel. A new one is a new line here: server and browser know it by that.
 * Payloads are tolerant of unknown extra keys; a PHP host's empty payload (`[]`) counts as an empty object.
 */
export const userEventSchema = v.variant('name', [
  v.object({ name: v.literal('BalanceChanged'), data: v.object({}) }),
  v.object({ name: v.literal('OrderChanged'), data: v.object({ order_id: idSchema }) }),
  v.object({ name: v.literal('QuestChanged'), data: v.object({ quest_id: idSchema }) }),
  /** A partner reported something, or a dispute about it was answered. */
  v.object({ name: v.literal('OfferChanged'), data: v.object({ offer_id: idSchema }) }),
  /** A thread with support: written to, answered, read or closed. */
  v.object({ name: v.literal('MessageChanged'), data: v.object({ thread_id: idSchema }) }),
  /** There is a notification that wasn't there before. */
  v.object({ name: v.literal('NotificationsChanged'), data: v.object({}) }),
  /** Something was read in one of the account's tabs: only the counts are others. */
  v.object({ name: v.literal('UnreadChanged'), data: v.object({}) }),
]);
export type UserEvent = v.InferOutput<typeof userEventSchema>;
export type UserEventName = UserEvent['name'];

export const userEventNames = [
  'BalanceChanged',
  'OrderChanged',
  'QuestChanged',
  'OfferChanged',
  'MessageChanged',
  'NotificationsChanged',
  'UnreadChanged',
] as const satisfies readonly UserEventName[];

/** The events of the feed: what changed for everybody. */
export const feedEventSchema = v.variant('name', [
  /** Somebody entered it, or it was drawn. */
  v.object({ name: v.literal('ContestChanged'), data: v.object({ contest_id: idSchema }) }),
  /** Somebody redeemed it: its stock may be another. */
  v.object({ name: v.literal('RewardChanged'), data: v.object({ reward_id: idSchema }) }),
]);
export type FeedEvent = v.InferOutput<typeof feedEventSchema>;
export type FeedEventName = FeedEvent['name'];

export const feedEventNames = ['ContestChanged', 'RewardChanged'] as const satisfies readonly FeedEventName[];

/** Echo's form of an event name: the leading dot keeps it from putting a namespace before it. */
export function echoName<Name extends UserEventName | FeedEventName>(name: Name): `.${Name}` {
  return `.${name}`;
}

/** An event of the feed as it came from the wire, or null where name or payload isn't one of ours. */
export function parseFeedEvent(name: string, data: unknown): FeedEvent | null {
  const result = v.safeParse(feedEventSchema, { name, data });
  return result.success ? result.output : null;
}

/** An event of a user's channel as it came from the wire, or null where name or payload isn't one of ours. */
export function parseUserEvent(name: string, data: unknown): UserEvent | null {
  const result = v.safeParse(userEventSchema, { name, data });
  return result.success ? result.output : null;
}

/** The signature that a private channel asks for. pusher-js sends the body form-urlencoded; JSON is taken as well. */
export const joinChannel = defineCall('user', 'POST /broadcasting/auth', {
  changes: false,
  summary: "Sign the subscription to the caller's private channel, or to a presence channel",
  body: v.object({
    socket_id: v.pipe(v.string(), v.maxLength(40)),
    channel_name: v.pipe(v.string(), v.maxLength(164)),
  }),
  answer: v.object({ auth: v.string(), channel_data: v.exactOptional(v.string()) }),
});
