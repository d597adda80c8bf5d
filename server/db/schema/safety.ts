/** What keeps an account its owner's and one person's: the confirmed address, signs of second accounts, wishes; and the jobs. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes, identity, matchReasons, time } from './columns.ts';

export const signalKinds = ['payout', 'device', 'address'] as const;

const user = (name: string) =>
  integer(name)
    .notNull()
    .references((): AnyPgColumn => users.id);

/** A link that confirms an address, as it was mailed. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** SHA-256 of the token; the token itself is only in the mail. */
    hash: bytes('hash').primaryKey(),
    userId: user('user_id'),
    /** The address that it was sent to: a link confirms no other. */
    email: text('email').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('email_confirmations_user').on(table.userId)],
);

/** What accounts have in common who may be one person: keyed hashes, from which nothing can be read. */
export const accountSignals = pgTable(
  'account_signals',
  {
    userId: user('user_id'),
    kind: text('kind', { enum: signalKinds }).notNull(),
    hash: bytes('hash').notNull(),
    firstSeenAt: time('first_seen_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.hash] }),
    index('account_signals_same').on(table.kind, table.hash),
  ],
);

/** Two accounts that a sign connects, the lower number first. One that a person has looked at never counts again. */
export const accountMatches = pgTable(
  'account_matches',
  {
    id: identity(),
    userId: user('user_id'),
    otherId: user('other_id'),
    reason: text('reason', { enum: matchReasons }).notNull(),
    foundAt: time('found_at').notNull(),
    settledAt: time('settled_at'),
  },
  (table) => [
    uniqueIndex('account_matches_once').on(table.userId, table.otherId, table.reason),
    index('account_matches_other').on(table.otherId),
    check('account_matches_ordered', sql`${table.userId} < ${table.otherId}`),
  ],
);

/** When a first order that own games paid goes out immediately; written by each start from the settings. One row. */
export const firstOrderRules = pgTable(
  'first_order_rules',
  {
    one: boolean('one').primaryKey().default(true),
    /** On so many different days somebody has played who needs no other proof. */
    playDays: integer('play_days').notNull(),
    /** Minutes of counted play below which it was no person's pace. */
    playMinutes: integer('play_minutes').notNull(),
    /** SITE_DAILY_POINTS: used up, first orders of that day wait. */
    siteDaily: integer('site_daily').notNull(),
  },
  (table) => [check('first_order_rules_one', sql`${table.one}`)],
);

/** What somebody wants to be notified of, where that isn't the default (contract: notification-kinds). */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: user('user_id'),
    kind: text('kind').notNull(),
    site: boolean('site').notNull(),
    mail: boolean('mail').notNull(),
    push: boolean('push').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

/** Recurring work. The process that sets `leasedUntil` does it; if it dies, another takes over once that has passed. */
export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  dueAt: time('due_at').notNull(),
  leasedUntil: time('leased_until'),
});

/**
 * The calls that changed something, by the key that their sender gave them: sent again with it, one is answered from here and not done
 * twice (http/idempotency.ts). Answers hold what their sender may read, so they are sealed.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** "user:12" or "operator:3": a key is of one sender alone. */
    sender: text('sender').notNull(),
    key: text('key').notNull(),
    /** Of address and body: another call may not use the key. */
    digest: bytes('digest').notNull(),
    startedAt: time('started_at').notNull(),
    /** null: it is being done, or the process ended while it was. */
    sealedAnswer: text('sealed_answer'),
  },
  (table) => [
    primaryKey({ columns: [table.sender, table.key] }),
    index('idempotency_keys_started').on(table.startedAt),
  ],
);
