/** Signs that two accounts belong to one person. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { bytes, identity, matchReasons, time } from './columns.ts';

const signalKinds = ['payout', 'device', 'address', 'mailbox', 'sign_in', 'proof'] as const;

/** Why a signal outlives its account (fraud/kept-signals.ts). */
const keptReasons = ['review', 'paid'] as const;

const user = (name: string) =>
  integer(name)
    .notNull()
    .references((): AnyPgColumn => users.id);

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
