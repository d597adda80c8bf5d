/** Support threads in the back office. All calls are ours. */
import * as v from 'valibot';
import { optionalId, personSchema, searchSchema, withReason } from '../admin/operator-fields.ts';
import { choice, defineCall, idSchema, paged, pageEntries } from '../call.ts';
import { THREAD_VIEWS } from '../operator-limits.ts';
import { messageSchema, newThreadSchema, replySchema, threadSchema } from './messages.ts';

/** The newest message that the operator has read. If anyone has written since, the act is rejected until that has been read. */
const read_up_to = idSchema;

export const supportThreadSchema = v.object({
  ...threadSchema.entries,
  user: personSchema,
  /** Whether the user is suspended. The thread may then be an appeal. */
  suspended: v.boolean(),
});
export type SupportThread = v.InferOutput<typeof supportThreadSchema>;

export const findThreads = defineCall('operator', 'POST /api/operator/threads/search', {
  summary:
    'Support threads by state, number, player or order: waiting ones longest waiting first, others newest first',
  body: v.object({
    ...pageEntries,
    state: choice('state', THREAD_VIEWS),
    search: searchSchema,
    user_id: optionalId,
    /** The order that they are about. */
    order_id: optionalId,
  }),
  answer: paged(supportThreadSchema),
});

export const getSupportThread = defineCall('operator', 'GET /api/operator/threads/:id', {
  summary: 'A thread with its messages, newest first',
  query: v.object({ page: pageEntries.page }),
  answer: v.object({ thread: supportThreadSchema, messages: paged(messageSchema) }),
});

/**
 * The same key again returns the same answer. Errors: not_found, forbidden (the operator's own), invalid with `body` or
 * `read_up_to`.
 */
export const answerThread = defineCall('operator', 'POST /api/operator/threads/:id/answer', {
  summary: 'Reply to a thread',
  body: v.object({
    ...replySchema.entries,
    read_up_to,
    close: v.optional(v.boolean('close must be true or false.'), false),
  }),
  answer: v.object({ thread: supportThreadSchema, message: messageSchema }),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason` or `read_up_to`. */
export const closeSupportThread = defineCall('operator', 'POST /api/operator/threads/:id/close', {
  summary: 'Close a thread that needs no answer',
  body: v.object({ ...withReason.entries, read_up_to }),
  answer: v.object({ thread: supportThreadSchema }),
});

/** The same key again returns the same thread. Errors: not_found, forbidden (the operator's own), invalid with `subject` or `body`. */
export const writeToUser = defineCall('operator', 'POST /api/operator/users/:id/threads', {
  summary: 'Start a thread with a user, who is notified as of a reply',
  body: v.object({ subject: newThreadSchema.entries.subject, ...replySchema.entries }),
  answer: v.object({ thread: supportThreadSchema }),
});
