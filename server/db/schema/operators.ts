/** Setup codes of new operators, and adjustments of points by hand. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { ADJUSTMENT_STATES } from '../../../src/lib/contract/operator-limits.ts';
import { userId } from './account.ts';
import { operator, operators } from './admin.ts';
import { bytes, identity, time } from './columns.ts';

/**
 * A setup code, and what its holder has entered so far. The holder becomes an operator when a code from their app is confirmed.
 */
export const operatorInvitations = pgTable(
  'operator_invitations',
  {
    id: identity(),
    /** SHA-256 of the code. Only the invited person has the code itself. */
    hash: bytes('hash').notNull().unique(),
    note: text('note').notNull(),
    /** Null for the server's own code, which is only for the first operator. */
    invitedBy: operator('invited_by'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    /** If there are other operators, one of them must approve it before the code works. */
    approvedBy: operator('approved_by'),
    approvedAt: time('approved_at'),
    /** Whether it was made on the server for a further operator (operator-code.ts). */
    further: boolean('further').notNull().default(false),
    name: text('name'),
    email: text('email'),
    passwordHash: text('password_hash'),
    /** Encrypted. */
    totpSecret: text('totp_secret'),
  },
  (table) => [
    check('operator_invitations_two_persons', sql`${table.approvedBy} <> ${table.invitedBy}`),
    check('operator_invitations_further', sql`not ${table.further} or ${table.invitedBy} is null`),
  ],
);

/** Points that operators give or take by hand. Above a limit, a second operator must approve. */
export const adjustments = pgTable(
  'adjustments',
  {
    id: identity(),
    userId: userId(),
    /** Positive is a credit. */
    points: integer('points').notNull(),
    reason: text('reason').notNull(),
    state: text('state', { enum: ADJUSTMENT_STATES }).notNull(),
    needsSecond: boolean('needs_second').notNull(),
    proposedBy: integer('proposed_by')
      .notNull()
      .references(() => operators.id),
    proposedAt: time('proposed_at').notNull(),
    /** The proposer's idempotency key. */
    key: text('key').notNull(),
    decidedBy: integer('decided_by').references(() => operators.id),
    decidedAt: time('decided_at'),
    decidedFor: text('decided_for'),
  },
  (table) => [
    unique('adjustments_once').on(table.proposedBy, table.key),
    index('adjustments_user').on(table.userId, table.id),
    index('adjustments_waiting').on(table.id).where(sql`state = 'waiting'`),
    check('adjustments_points', sql`${table.points} <> 0`),
    check(
      'adjustments_two_persons',
      sql`not ${table.needsSecond} or ${table.state} <> 'done' or (${table.decidedBy} is not null and ${table.decidedBy} <> ${table.proposedBy})`,
    ),
    check(
      'adjustments_decided',
      sql`(${table.decidedBy} is null) = (${table.decidedAt} is null) and (${table.state} <> 'declined' or ${table.decidedFor} is not null)`,
    ),
  ],
);
