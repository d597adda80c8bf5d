/** A player's second factor: the secret of their app, and the codes for when that is lost. */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes, time } from './columns.ts';

export const secondFactors = pgTable('second_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Sealed (features/auth/authenticator.ts). */
  totpSecret: text('totp_secret').notNull(),
  /** The step of time whose code was used last: no code of it or of one before it is taken again. */
  totpStep: integer('totp_step').notNull(),
  startedAt: time('started_at').notNull(),
  /** Null: no code of the app has confirmed it yet, and nothing asks for one. */
  onSince: time('on_since'),
});

/** Those that are left: one that was used is gone. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    /** argon2id in PHC form. */
    hash: text('hash').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/** Recovery for someone who has lost the app and all recovery codes: a mailed link, then a wait, then the next log-in. */
export const factorRecoveries = pgTable(
  'factor_recoveries',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** SHA-256 of the mailed link that begins the wait, and until when it does; null: none is out. */
    linkHash: bytes('link_hash').unique(),
    linkExpiresAt: time('link_expires_at'),
    /** When the wait began; null: nobody has opened the link. */
    startedAt: time('started_at'),
    /** SHA-256 of the mailed link that stops it. */
    cancelHash: bytes('cancel_hash').unique(),
    /** When a log-in took the second factor off. The row stays as long as orders are held for it. */
    removedAt: time('removed_at'),
  },
  (table) => [
    check('factor_recoveries_link', sql`(${table.linkHash} is null) = (${table.linkExpiresAt} is null)`),
    check('factor_recoveries_started', sql`(${table.startedAt} is null) = (${table.cancelHash} is null)`),
    check('factor_recoveries_removed', sql`${table.removedAt} is null or ${table.startedAt} is not null`),
  ],
);
