/** A player's second factor: the secret of their app, and the codes for when that is lost. */
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { time } from './columns.ts';

export const secondFactors = pgTable('second_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Sealed (domain/authenticator.ts). */
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
