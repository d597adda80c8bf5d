/** A player's second factor: the secret of their app, and recovery codes for when the app is lost. */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes, time } from './columns.ts';

export const secondFactors = pgTable('second_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Encrypted (features/auth/authenticator.ts). */
  totpSecret: text('totp_secret').notNull(),
  /** The time step of the last used code. Codes of this step or earlier ones are rejected. */
  totpStep: integer('totp_step').notNull(),
  startedAt: time('started_at').notNull(),
  /** Null until a code from the app has confirmed it. Until then nothing asks for a code. */
  onSince: time('on_since'),
});

/** The recovery codes that are left. A used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    /** An argon2id hash in PHC format. */
    hash: text('hash').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/** Recovery for someone who has lost the app and all recovery codes: a mailed link, then a wait, then the next login. */
export const factorRecoveries = pgTable(
  'factor_recoveries',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** SHA-256 of the mailed link that starts the wait, and when the link expires; null if there is none. */
    linkHash: bytes('link_hash').unique(),
    linkExpiresAt: time('link_expires_at'),
    /** When the wait started; null if the link wasn't opened. */
    startedAt: time('started_at'),
    /** SHA-256 of the mailed link that stops it. */
    cancelHash: bytes('cancel_hash').unique(),
    /** When a login turned off the second factor. The row stays as long as orders are held for it. */
    removedAt: time('removed_at'),
  },
  (table) => [
    check('factor_recoveries_link', sql`(${table.linkHash} is null) = (${table.linkExpiresAt} is null)`),
    check('factor_recoveries_started', sql`(${table.startedAt} is null) = (${table.cancelHash} is null)`),
    check('factor_recoveries_removed', sql`${table.removedAt} is null or ${table.startedAt} is not null`),
  ],
);
