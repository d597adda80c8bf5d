/** How much isn't read yet. Apart from messages and notifications, since every page shows it. */
import * as v from 'valibot';
import { defineCall } from './call.ts';

export const unreadSchema = v.object({
  /** Notifications that weren't read yet. */
  notifications: v.number(),
  /** Threads with answers that weren't read yet. */
  threads: v.number(),
});
export type Unread = v.InferOutput<typeof unreadSchema>;

export const getUnread = defineCall('user', 'GET /api/user/unread', {
  summary: 'How many notifications and threads the caller has not read',
  answer: v.object({ unread: unreadSchema }),
});
