/** Unread counts. Separate from messages and notifications, because every page shows them. */
import * as v from 'valibot';
import { defineCall } from '../call.ts';

export const unreadSchema = v.object({
  notifications: v.number(),
  threads: v.number(),
});
export type Unread = v.InferOutput<typeof unreadSchema>;

export const getUnread = defineCall('user', 'GET /api/user/unread', {
  summary: "The number of the caller's unread notifications and threads",
  answer: v.object({ unread: unreadSchema }),
});
