/** Unread counts. Separate from messages and notifications, because every page shows them. */
import * as v from 'valibot';
import { defineCall } from './call.ts';

export const unreadSchema = v.object({
  /** The number of unread notifications. */
  notifications: v.number(),
  /** The number of threads with unread answers. */
  threads: v.number(),
});
export type Unread = v.InferOutput<typeof unreadSchema>;

export const getUnread = defineCall('user', 'GET /api/user/unread', {
  summary: 'How many notifications and threads the caller has not read',
  answer: v.object({ unread: unreadSchema }),
});
