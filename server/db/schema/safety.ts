/** Account safety: confirmed addresses and signs of second accounts. Also notification settings, jobs and idempotency keys. */
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

const signalKinds = ['payout', 'device', 'address', 'mailbox', 'sign_in', 'proof'] as const;
/** Why a signal outlives its account (fraud/kept-signals.ts). */
const keptReasons = ['review', 'paid'] as const;

const user = (name: string) =>
  integer(name)
    .notNull()
    .references((): AnyPgColumn => users.id);

/** A mailed link that confirms an address. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** SHA-256 of the token. Only the mail has the token itself. */
    hash: bytes('hash').primaryKey(),
    userId: user('user_id'),
    /** The address that it was sent to. The link confirms no other. */
    email: text('email').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('email_confirmations_user').on(table.userId)],
);

/**
 * Things that accounts have in common if they may belong to one person. They are keyed hashes, from which nothing can be read.
 */
export const accountSignals = pgTable(
  'account_signals',
  {
    userId: user('user_id'),
    kind: text('kind', { enum: signalKinds }).notNull(),
    hash: bytes('hash').notNull(),
    firstSeenAt: time('first_seen_at').notNull(),
    /** Of a kept signal, when the account was deleted. */
    lastSeenAt: time('last_seen_at').notNull(),
    /** Null while the account exists. */
    keptFor: text('kept_for', { enum: keptReasons }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.hash] }),
    index('account_signals_kept').on(table.lastSeenAt).where(sql`kept_for is not null`),
    index('account_signals_same').on(table.kind, table.hash),
  ],
);

/** Two accounts that a signal connects, the lower id first. A settled match never counts again. */
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

/**
 * The rules by which a first order, paid with points from our own games, is delivered immediately. One row, written from the
 * settings at each start.
 */
export const firstOrderRules = pgTable(
  'first_order_rules',
  {
    one: boolean('one').primaryKey().default(true),
    /** How many different days a player must have played on, without other proof. */
    playDays: integer('play_days').notNull(),
    /** The least minutes of counted play. Less means a pace that no person has. */
    playMinutes: integer('play_minutes').notNull(),
    /** SITE_DAILY_POINTS. Once they are used up, the first orders of that day wait. */
    siteDaily: integer('site_daily').notNull(),
  },
  (table) => [check('first_order_rules_one', sql`${table.one}`)],
);

/** A user's notification choices that differ from the defaults (contract: notification-kinds). */
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

/** Recurring work. The process that sets `leasedUntil` does it. If that process dies, another one takes over after this time. */
export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  dueAt: time('due_at').notNull(),
  leasedUntil: time('leased_until'),
});

/**
 * Calls that changed something, by the key that their sender gave them. A call that is sent again gets its answer from here and
 * isn't run twice (http/idempotency.ts). Answers contain the sender's private data, so they are encrypted.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** "user:12" or "operator:3". A key belongs to one sender. */
    sender: text('sender').notNull(),
    key: text('key').notNull(),
    /** Of URL and body. Another call can't use the key. */
    digest: bytes('digest').notNull(),
    startedAt: time('started_at').notNull(),
    /** Null while it is running, or if the process ended during it. */
    sealedAnswer: text('sealed_answer'),
  },
  (table) => [
    primaryKey({ columns: [table.sender, table.key] }),
    index('idempotency_keys_started').on(table.startedAt),
  ],
);
