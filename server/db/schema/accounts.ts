/** Who joins, how they sign in, and what bounds them. */
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, identity, now, reviewReasons, time } from './columns.ts';
import { operators } from './operators.ts';
import { rewards } from './rewards.ts';

export const users = pgTable(
  'users',
  {
    id: identity(),
    /**
     * Lower case; null for those who came by a provider that sends none. It belongs to who confirms it: until then others may have
     * given it as well, or joining would reveal which addresses have an account.
     */
    email: text('email'),
    /** argon2id in PHC form; null for those who only sign in through a provider. */
    passwordHash: text('password_hash'),
    name: text('name').notNull(),
    country: text('country'),
    birthDate: date('birth_date', { mode: 'string' }),
    /** The reward that is this user's goal. */
    myreward: integer('myreward').references((): AnyPgColumn => rewards.id),
    invitedBy: integer('invited_by').references((): AnyPgColumn => users.id),
    /** An account of the demo data; the screen says so. */
    sample: boolean('sample').notNull().default(false),
    /** Null: not yet, and nothing can be redeemed. */
    emailConfirmedAt: time('email_confirmed_at'),
    /** Where mail to a confirmed address ends up (platform/mailbox.ts); null while it isn't confirmed. One account each. */
    mailbox: text('mailbox').generatedAlwaysAs(
      (): SQL => sql`CASE WHEN email_confirmed_at IS NOT NULL THEN mailbox_of(email) END`,
    ),
    /** When the address stopped counting as confirmed because an older account has the same mailbox. */
    mailboxLostAt: time('mailbox_lost_at'),
    /** What the chosen creature is made from; null: from the name. */
    avatar: text('avatar'),
    /** On the leaderboard: by name, without it, or not at all. */
    leaderboard: text('leaderboard', { enum: ['named', 'anonymous', 'left'] })
      .notNull()
      .default('named'),
    /** Others see name and creature alone. */
    isPrivate: boolean('is_private').notNull().default(false),
    /** Which sign of a second account nobody has looked at yet, the gravest one; orders made meanwhile are held for it. */
    reviewFor: text('review_for', { enum: reviewReasons }),
    /** Suspended: it can be signed in to and read, but neither buys nor earns. Why, in words for its owner. */
    suspendedAt: time('suspended_at'),
    suspendedFor: text('suspended_for'),
    suspendedBy: integer('suspended_by').references((): AnyPgColumn => operators.id),
    deletionAskedAt: time('deletion_asked_at'),
    /** When the account is erased; null: it isn't going to be. */
    deletionDueAt: time('deletion_due_at'),
    /** When signing in called the last deletion off. */
    deletionUndoneAt: time('deletion_undone_at'),
    /** Whether what was written goes with the account, or stays under "deleted account". */
    removesWritings: boolean('removes_writings').notNull().default(false),
    erasedAt: time('erased_at'),
    createdAt: time('created_at').notNull().default(now),
  },
  (table) => [
    index('users_email').on(table.email),
    index('users_suspended').on(table.suspendedAt).where(sql`suspended_at is not null`),
    check('users_suspended_for', sql`(${table.suspendedAt} is null) = (${table.suspendedFor} is null)`),
    uniqueIndex('users_email_owner').on(table.email).where(sql`email_confirmed_at is not null`),
    uniqueIndex('users_mailbox_owner').on(table.mailbox).where(sql`mailbox is not null`),
  ],
);

export const tokens = pgTable(
  'tokens',
  {
    id: identity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the secret; the secret itself is only ever with its owner. */
    hash: bytes('hash').notNull().unique(),
    device: text('device').notNull(),
    createdAt: time('created_at').notNull().default(now),
    lastUsedAt: time('last_used_at').notNull().default(now),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
  },
  (table) => [index('tokens_user').on(table.userId)],
);

/** Keys that all API processes share, made at the first start. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
});

/** Captcha solutions that were used: each counts once. */
export const spentCaptchas = pgTable('spent_captchas', {
  signature: text('signature').primaryKey(),
  expiresAt: time('expires_at').notNull(),
});

/** Requests per key and window, shared by all API processes. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: time('resets_at').notNull(),
});

/** A link to choose a new password, as it was mailed. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token and the address that it was mailed to; the token itself is only in the mail. */
    hash: bytes('hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('password_resets_user').on(table.userId)],
);
