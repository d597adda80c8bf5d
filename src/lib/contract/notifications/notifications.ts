/** Notifications to a user, by kind (notification-kinds.ts). */
import * as v from 'valibot';
import { defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { NOTIFICATION_KINDS } from './notification-kinds.ts';
import { unreadSchema } from './unread.ts';

export const notificationSchema = v.object({
  id: idSchema,
  kind: v.picklist(NOTIFICATION_KINDS),
  title: v.string(),
  /** The text, with the reason if something was rejected. May be empty. */
  body: v.string(),
  /** The page on our site that it is about. */
  href: v.nullable(v.string()),
  /** Whether the reader won or reached something: a level, a prize, a delivered reward. */
  win: v.boolean(),
  read: v.boolean(),
  created_at: timeSchema,
});
export type Notification = v.InferOutput<typeof notificationSchema>;

export const listNotifications = defineCall('user', 'GET /api/user/notifications', {
  summary: "The caller's notifications, newest first",
  query: v.object(pageEntries),
  answer: paged(notificationSchema),
});

export const readNotifications = defineCall('user', 'POST /api/user/notifications/read', {
  summary: 'Mark notifications as read, up to the given one',
  body: v.object({
    /** The newest notification on screen. One that arrived after it stays unread. */
    up_to: idSchema,
  }),
  answer: v.object({ unread: unreadSchema }),
});

/** The address in a mail's `List-Unsubscribe` (RFC 8058). Mail programs send a body of their own, which is ignored. */
export const unsubscribe = defineCall('guest', 'POST /api/unsubscribe/:token', {
  summary:
    'Turn off emails of one kind, with the signed token from one of them. Repeating it changes nothing',
  params: v.object({ token: v.pipe(v.string(), v.maxLength(200)) }),
  answer: v.object({ unsubscribed: v.literal(true) }),
});
