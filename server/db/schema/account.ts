/** Users, and where they want rewards sent. */
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { operators } from './admin.ts';
import { rewards } from './catalogue.ts';
import { identity, now, reviewReasons, time } from './columns.ts';

const listings = ['named', 'anonymous', 'left'] as const;

/** The user that a row belongs to. */
export const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id);

export const users = pgTable(
  'users',
  {
    id: identity(),
    /**
     * In lower case; null if a provider sent none. It belongs to the account that confirms it. Before that, several accounts may
     * have it; otherwise signing up would reveal which addresses have an account.
     */
    email: text('email'),
    /** An argon2id hash in PHC format; null for an account without a password. */
    passwordHash: text('password_hash'),
    name: text('name').notNull(),
    country: text('country'),
    birthDate: date('birth_date', { mode: 'string' }),
    /** The reward that is the user's goal. */
    myreward: integer('myreward').references((): AnyPgColumn => rewards.id),
    invitedBy: integer('invited_by').references((): AnyPgColumn => users.id),
    /** A demo account. The screen says so. */
    sample: boolean('sample').notNull().default(false),
    /** Null: not confirmed yet, so nothing can be redeemed. */
    emailConfirmedAt: time('email_confirmed_at'),
    /**
     * The mailbox of a confirmed address (platform/mailbox.ts); null if it isn't confirmed. Each mailbox has at most one account.
     */
    mailbox: text('mailbox').generatedAlwaysAs(
      (): SQL => sql`CASE WHEN email_confirmed_at IS NOT NULL THEN mailbox_of(email) END`,
    ),
    /** When the address stopped counting as confirmed, because an older account has the same mailbox. */
    mailboxLostAt: time('mailbox_lost_at'),
    /** The code of the chosen creature; null makes it from the name. */
    avatar: text('avatar'),
    /** How the user wants to be listed on leaderboards: by name, without it, or not at all. */
    leaderboard: text('leaderboard', { enum: listings }).notNull().default('named'),
    /** How the user is listed on leaderboards: as chosen, and not at all while suspended. */
    shownAs: text('shown_as', { enum: listings })
      .notNull()
      .generatedAlwaysAs((): SQL => sql`CASE WHEN suspended_at IS NOT NULL THEN 'left' ELSE leaderboard END`),
    /** Others see only the name and the creature. */
    isPrivate: boolean('is_private').notNull().default(false),
    /** The most serious unsettled sign of a second account. New orders are held for it. */
    reviewFor: text('review_for', { enum: reviewReasons }),
    /**
     * When it was suspended. Its owner can sign in and read, but not buy or earn. `suspendedFor` is the reason that the owner
     * reads.
     */
    suspendedAt: time('suspended_at'),
    suspendedFor: text('suspended_for'),
    suspendedBy: integer('suspended_by').references((): AnyPgColumn => operators.id),
    deletionAskedAt: time('deletion_asked_at'),
    /** When the account will be erased; null if it won't be. */
    deletionDueAt: time('deletion_due_at'),
    /** When signing in cancelled the last deletion. */
    deletionUndoneAt: time('deletion_undone_at'),
    /** Whether the user's texts are deleted with the account, or stay under "deleted account". */
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

/** Where rewards go, as their owner saved it: encrypted for owner and field (features/account/delivery-details.ts). */
export const deliveryDetails = pgTable(
  'delivery_details',
  {
    userId: userId(),
    field: text('field').notNull(),
    value: text('value').notNull(),
    savedAt: time('saved_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.userId, table.field] })],
);
