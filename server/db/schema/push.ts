/** Web Push: devices that get notifications, and their owners' quiet hours. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { tokens, userId, users } from './accounts.ts';
import { identity, time } from './columns.ts';

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
