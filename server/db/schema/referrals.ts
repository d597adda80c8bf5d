/** Invited friends. */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { operators } from './admin.ts';
import { time } from './columns.ts';

/**
 * A friend who signed up with a player's link, on the terms of that day. Later changes of the terms apply only to later friends.
 */
export const referrals = pgTable(
  'referrals',
  {
    friendId: integer('friend_id')
      .primaryKey()
      .references(() => users.id),
    inviterId: integer('inviter_id')
      .notNull()
      .references(() => users.id),
    /** The percentage of what the friend wins in our own games. */
    percent: integer('percent').notNull(),
    /** The most points that this friend can bring. */
    cap: integer('cap').notNull(),
    joinedAt: time('joined_at').notNull(),
    /** The friend's wins after this time don't count. */
    endsAt: time('ends_at').notNull(),
    /** Points paid so far: the sum of this friend's ledger entries. */
    earned: integer('earned').notNull().default(0),
    /** The last UTC day that was paid. */
    paidThrough: date('paid_through', { mode: 'string' }).notNull(),
    /** If set, nothing more is paid, because the friend is the inviter's own second account. */
    refusedAt: time('refused_at'),
    /** The operator who refused it; null if it was refused automatically, because both addresses have the same mailbox. */
    refusedBy: integer('refused_by').references(() => operators.id),
    /** The reason, in words for the inviter. */
    reason: text('reason'),
  },
  (table) => [
    index('referrals_inviter').on(table.inviterId, table.friendId),
    index('referrals_due').on(table.paidThrough).where(sql`refused_at is null and earned < cap`),
    check('referrals_of_two', sql`${table.friendId} <> ${table.inviterId}`),
    check('referrals_refused_with_reason', sql`(${table.refusedAt} IS NULL) = (${table.reason} IS NULL)`),
    check('referrals_within_cap', sql`${table.earned} between 0 and ${table.cap}`),
  ],
);
