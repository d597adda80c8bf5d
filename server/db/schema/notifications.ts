/** Notifications, users' choices, and the devices that show them. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { NOTIFICATION_KINDS } from '../../../src/lib/contract/notifications/notification-kinds.ts';
import { userId, users } from './account.ts';
import { tokens } from './auth.ts';
import { identity, time } from './columns.ts';

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

/** A browser that shows notifications. It belongs to the session that turned them on, and ends with it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: identity(),
    userId: userId(),
    tokenId: integer('token_id')
      .notNull()
      .references(() => tokens.id, { onDelete: 'cascade' }),
    /** Its URL at the browser's push service. */
    endpoint: text('endpoint').notNull().unique(),
    /** The keys that messages to it are encrypted with: base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_token').on(table.tokenId),
  ],
);

export const pushSettings = pgTable(
  'push_settings',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** 'Europe/Berlin' */
    timeZone: text('time_zone').notNull(),
    /** The hours of the day between which nothing is sent; null for none. */
    quietFrom: integer('quiet_from'),
    quietUntil: integer('quiet_until'),
  },
  (table) => [
    check('push_settings_quiet', sql`(${table.quietFrom} is null) = (${table.quietUntil} is null)`),
    check(
      'push_settings_hours',
      sql`${table.quietFrom} between 0 and 23 and ${table.quietUntil} between 0 and 23`,
    ),
  ],
);

/** A user's notification choices that differ from the defaults (contract: notification-kinds). */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: userId(),
    kind: text('kind').notNull(),
    site: boolean('site').notNull(),
    mail: boolean('mail').notNull(),
    push: boolean('push').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);
