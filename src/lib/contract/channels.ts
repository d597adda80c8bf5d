/** The names of the realtime channels, by laravel-echo and the Pusher protocol: `private-` marks one that needs a signature. */

const PRIVATE = 'private-';
const PRESENCE = 'presence-';

/** The public channel for events that concern everyone, guests included. */
export const FEED = 'feed';

/** A user's own channel without its prefix, for Echo's `private()`: 5 → "user.5". */
export function userTopic(userId: number): string {
  return `user.${userId}`;
}

/** The full name of a user's own channel: 5 → "private-user.5". */
export function userChannel(userId: number): string {
  return PRIVATE + userTopic(userId);
}

/** Returns the user id in a channel name: "private-user.5" → 5. Null for any other name. */
export function userOfChannel(channel: string): number | null {
  const digits = /^private-user\.([1-9]\d{0,14})$/.exec(channel)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The presence channel of a contest, for Echo's `join()`: 7 → "contest.7". */
export function contestTopic(contestId: number): string {
  return `contest.${contestId}`;
}

/** Returns the full name of a presence channel: "contest.7" → "presence-contest.7". */
export function presenceChannel(topic: string): string {
  return PRESENCE + topic;
}

/** Whether this is a presence channel that our screens use: "presence-contest.7". */
export function isPresenceChannel(channel: string): boolean {
  return /^presence-contest\.[1-9]\d{0,14}$/.test(channel);
}
