/** Support threads. A user starts one, and operators answer. */
import * as v from 'valibot';
import { defineCall, idSchema, paged, pageEntries, textSchema, timeSchema } from '../call.ts';
import {
  MAX_MESSAGE,
  MAX_SUBJECT,
  MESSAGES_PER_PAGE,
  MIN_MESSAGE,
  MIN_SUBJECT,
  SUPPORT_TOPICS,
} from '../limits.ts';
import { unreadSchema } from '../notifications/unread.ts';

export const threadSchema = v.object({
  id: idSchema,
  topic: v.picklist(SUPPORT_TOPICS),
  subject: v.string(),
  /** The order that the thread is about. */
  order_id: v.nullable(idSchema),
  /** waiting: support has to answer. answered: support wrote last. closed: settled; a new message reopens it. */
  state: v.picklist(['waiting', 'answered', 'closed']),
  unread: v.number(),
  messages: v.number(),
  /** The last message: who wrote it, and its first words. */
  last: v.object({ from: v.picklist(['user', 'support']), text: v.string() }),
  created_at: timeSchema,
  updated_at: timeSchema,
});
export type Thread = v.InferOutput<typeof threadSchema>;

export const messageSchema = v.object({
  id: idSchema,
  from: v.picklist(['user', 'support']),
  body: v.string(),
  created_at: timeSchema,
});
export type Message = v.InferOutput<typeof messageSchema>;

const messageText = textSchema(MIN_MESSAGE, MAX_MESSAGE);

export const newThreadSchema = v.object({
  topic: v.picklist(SUPPORT_TOPICS, 'Please choose a topic.'),
  subject: textSchema(MIN_SUBJECT, MAX_SUBJECT),
  body: messageText,
  /** One of the caller's own orders. */
  order_id: v.optional(v.nullable(idSchema), null),
});
export type NewThread = v.InferInput<typeof newThreadSchema>;

export const replySchema = v.object({ body: messageText });

export const listThreads = defineCall('user', 'GET /api/user/messages', {
  summary: "The caller's support threads, latest activity first",
  query: v.object(pageEntries),
  answer: paged(threadSchema),
});

export const getThread = defineCall('user', 'GET /api/user/messages/:id', {
  summary: `A thread with its messages, newest first, ${MESSAGES_PER_PAGE} per page`,
  query: v.object({ page: pageEntries.page }),
  answer: v.object({ thread: threadSchema, messages: paged(messageSchema) }),
});

/**
 * The same key again returns the same message. Errors: invalid with topic, subject, body or order_id; limit_reached,
 * too_many_requests.
 */
export const startThread = defineCall('user', 'POST /api/user/messages', {
  summary: "Contact support: starts a thread. Repeating the Idempotency-Key doesn't send a second message",
  body: newThreadSchema,
  answer: v.object({ thread: threadSchema }),
});

/** The same key again returns the same message. Errors: invalid with body; not_found, limit_reached, too_many_requests. */
export const reply = defineCall('user', 'POST /api/user/messages/:id/reply', {
  summary: "Reply in a thread. Repeating the Idempotency-Key doesn't send a second message",
  body: replySchema,
  answer: v.object({ thread: threadSchema, message: messageSchema }),
});

export const readThread = defineCall('user', 'POST /api/user/messages/:id/read', {
  summary: 'Mark the replies in a thread as read, up to a message',
  body: v.object({
    /** The newest message on screen. An answer that arrived after it stays unread. */
    up_to: idSchema,
  }),
  answer: v.object({ unread: unreadSchema }),
});

export const closeThread = defineCall('user', 'POST /api/user/messages/:id/close', {
  summary: 'Close a solved thread. A reply reopens it',
  answer: v.object({ thread: threadSchema }),
});
