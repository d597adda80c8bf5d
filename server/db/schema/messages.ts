/** Messages between users and support, and notifications. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { SUPPORT_TOPICS } from '../../../src/lib/contract/limits.ts';
import { NOTIFICATION_KINDS } from '../../../src/lib/contract/notification-kinds.ts';
import { userId, users } from './accounts.ts';
import { identity, time } from './columns.ts';
import { operators } from './operators.ts';

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

export const notifications = pgTable(
  'notifications',
  {
    id: identity(),
    userId: userId(),
    kind: text('kind', { enum: NOTIFICATION_KINDS }).notNull(),
    /** Names the event. Each user is notified once per key. */
    key: text('key').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    /** The page on the site that it links to. */
    href: text('href'),
    /** Whether the reader won or reached something. */
    win: boolean('win').notNull().default(false),
    /** False if the reader wants only the mail. */
    shown: boolean('shown').notNull(),
    /** due: a mail is to be sent. Null: no mail. */
    mail: text('mail', { enum: ['due', 'sent'] }),
    /** When it may be pushed to the reader's devices. Null: it isn't pushed, or already was. */
    pushAt: time('push_at'),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
  },
  (table) => [
    unique('notifications_once').on(table.userId, table.key),
    index('notifications_user').on(table.userId, table.id).where(sql`shown`),
    index('notifications_unread').on(table.userId).where(sql`shown and read_at is null`),
    index('notifications_mail').on(table.id).where(sql`mail = 'due'`),
    index('notifications_push').on(table.pushAt).where(sql`push_at is not null`),
    check('notifications_mail_known', sql`${table.mail} in ('due', 'sent')`),
  ],
);
