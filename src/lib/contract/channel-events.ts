/**
 * What travels over the realtime channels: event names and payloads. Payloads hold only ids. The receiver fetches the new state
 * over the API, so a forged, duplicate or stale event can't put a wrong number on a screen.
 */
import * as v from 'valibot';
import { defineCall, idSchema } from './call.ts';

/**
 * The events of a user's own channel. Add a new event here; the server and the browser both use this list.
 * Unknown extra keys in payloads are ignored. A PHP host's empty payload (`[]`) counts as an empty object.
 */
export const userEventSchema = v.variant('name', [
  v.object({ name: v.literal('BalanceChanged'), data: v.object({}) }),
  v.object({ name: v.literal('OrderChanged'), data: v.object({ order_id: idSchema }) }),
  v.object({ name: v.literal('QuestChanged'), data: v.object({ quest_id: idSchema }) }),
  /** A partner reported something, or we answered a dispute about it. */
  v.object({ name: v.literal('OfferChanged'), data: v.object({ offer_id: idSchema }) }),
  /** A thread with support has a new message or answer, was read or was closed. */
  v.object({ name: v.literal('MessageChanged'), data: v.object({ thread_id: idSchema }) }),
  /** There is a new notification. */
  v.object({ name: v.literal('NotificationsChanged'), data: v.object({}) }),
  /** The user read something in another tab. Only the unread counts changed. */
  v.object({ name: v.literal('UnreadChanged'), data: v.object({}) }),
]);
export type UserEvent = v.InferOutput<typeof userEventSchema>;
export type UserEventName = UserEvent['name'];

export const userEventNames = userEventSchema.options.map(({ entries }) => entries.name.literal);

export const feedEventSchema = v.variant('name', [
  /** A player entered the contest, or it was drawn. */
  v.object({ name: v.literal('ContestChanged'), data: v.object({ contest_id: idSchema }) }),
  /** A player redeemed the reward, so its stock may have changed. */
  v.object({ name: v.literal('RewardChanged'), data: v.object({ reward_id: idSchema }) }),
]);
export type FeedEvent = v.InferOutput<typeof feedEventSchema>;
export type FeedEventName = FeedEvent['name'];

export const feedEventNames = feedEventSchema.options.map(({ entries }) => entries.name.literal);

/** Echo's form of an event name. The leading dot keeps Echo from adding a namespace. */
export function echoName<Name extends UserEventName | FeedEventName>(name: Name): `.${Name}` {
  return `.${name}`;
}

/** Parses a feed event from the wire. Null if the name or payload isn't one of ours. */
export function parseFeedEvent(name: string, data: unknown): FeedEvent | null {
  const result = v.safeParse(feedEventSchema, { name, data });
  return result.success ? result.output : null;
}

/** Parses an event of a user's channel from the wire. Null if the name or payload isn't one of ours. */
export function parseUserEvent(name: string, data: unknown): UserEvent | null {
  const result = v.safeParse(userEventSchema, { name, data });
  return result.success ? result.output : null;
}

/** Signs a request to join a private channel. pusher-js sends the body form-urlencoded; JSON is also accepted. */
export const joinChannel = defineCall('user', 'POST /broadcasting/auth', {
  changes: false,
  summary: "Sign the subscription to the caller's private channel, or to a presence channel",
  body: v.object({
    socket_id: v.pipe(v.string(), v.maxLength(40)),
    channel_name: v.pipe(v.string(), v.maxLength(164)),
  }),
  answer: v.object({ auth: v.string(), channel_data: v.exactOptional(v.string()) }),
});
