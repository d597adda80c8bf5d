/** Messages between users and support. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { SUPPORT_TOPICS } from '../../../src/lib/contract/limits.ts';
import { userId, users } from './account.ts';
import { operators } from './admin.ts';
import { identity, time } from './columns.ts';

export const threadStates = ['waiting', 'answered', 'closed'] as const;

export const threads = pgTable(
  'threads',
  {
    id: identity(),
    userId: userId(),
    topic: text('topic', { enum: SUPPORT_TOPICS }).notNull(),
    subject: text('subject').notNull(),
    /** The order that it is about. */
    orderId: integer('order_id'),
    /** waiting: for support. answered: for the user. closed: by either side; a new message opens it again. */
    state: text('state', { enum: threadStates }).notNull().default('waiting'),
    /** The number of answers that its owner hasn't read. */
    unread: integer('unread').notNull().default(0),
    /** The number of messages. */
    count: integer('count').notNull().default(1),
    createdAt: time('created_at').notNull(),
    /** When the last message was written. */
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    index('threads_user').on(table.userId, table.updatedAt),
    index('threads_waiting').on(table.updatedAt, table.id).where(sql`state = 'waiting'`),
    index('threads_unread').on(table.userId).where(sql`unread > 0`),
    check('threads_state', sql`${table.state} in ('waiting', 'answered', 'closed')`),
    check('threads_unread_within', sql`${table.unread} between 0 and ${table.count}`),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: identity(),
    threadId: integer('thread_id')
      .notNull()
      .references(() => threads.id, { onDelete: 'cascade' }),
    /** Who wrote it: the thread's owner, or support. */
    sender: text('sender', { enum: ['user', 'support'] }).notNull(),
    /** The account that wrote it; null for an operator's message or a sample answer. */
    writtenBy: integer('written_by').references(() => users.id),
    operatorId: integer('operator_id').references(() => operators.id),
    body: text('body').notNull(),
    /** The writer's idempotency key. */
    key: text('key').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('messages_thread').on(table.threadId, table.id),
    unique('messages_once').on(table.writtenBy, table.key),
    unique('messages_once_operator').on(table.operatorId, table.key),
    check(
      'messages_writer',
      sql`(${table.sender} = 'user') = (${table.writtenBy} is not null) and (${table.sender} = 'support' or ${table.operatorId} is null)`,
    ),
    check('messages_sender', sql`${table.sender} in ('user', 'support')`),
  ],
);
