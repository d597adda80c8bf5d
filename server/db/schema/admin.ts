/**
 * Operators, their sessions, what they paid out, and the audit log of their actions. Operators aren't users, and their sessions
 * open no user's call.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, identity, time } from './columns.ts';

export const operator = (name: string) => integer(name).references((): AnyPgColumn => operators.id);

export const operators = pgTable(
  'operators',
  {
    id: identity(),
    name: text('name').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    /** An argon2id hash in PHC format. */
    passwordHash: text('password_hash').notNull(),
    /** The second factor's secret, encrypted (platform/encryption.ts). */
    totpSecret: text('totp_secret').notNull(),
    /** The time step of the last used code. Codes of this step or earlier ones are rejected. */
    totpStep: integer('totp_step').notNull(),
    /** Null if they joined with the server's setup code. */
    invitedBy: operator('invited_by'),
    /** Who approved the invitation; null if there was no other operator or the server made it. */
    approvedBy: operator('approved_by'),
    createdAt: time('created_at').notNull(),
    /** When the access ended. `endedBy` says who ended it. */
    endedAt: time('ended_at'),
    endedBy: operator('ended_by'),
  },
  (table) => [
    uniqueIndex('operators_email').on(table.email).where(sql`ended_at is null`),
    check(
      'operators_two_persons',
      sql`${table.approvedBy} <> ${table.invitedBy} and ${table.approvedBy} <> ${table.id}`,
    ),
  ],
);

export const operatorSessions = pgTable(
  'operator_sessions',
  {
    id: identity(),
    operatorId: operator('operator_id').notNull(),
    /** SHA-256 of the secret. Only its owner has the secret itself. */
    hash: bytes('hash').notNull().unique(),
    device: text('device').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
  },
  (table) => [index('operator_sessions_operator').on(table.operatorId)],
);

/**
 * What operators paid out by any action: alone within their limit, or with a second operator above it
 * (features/admin/approvals.ts).
 */
export const operatorPayments = pgTable(
  'operator_payments',
  {
    id: identity(),
    operatorId: operator('operator_id').notNull(),
    act: text('act').notNull(),
    subjectId: text('subject_id').notNull(),
    points: integer('points').notNull(),
    state: text('state', { enum: ['alone', 'waiting', 'approved', 'withdrawn'] }).notNull(),
    at: time('at').notNull(),
    approvedBy: operator('approved_by'),
    approvedAt: time('approved_at'),
  },
  (table) => [
    index('operator_payments_sum').on(table.operatorId, table.at),
    uniqueIndex('operator_payments_waiting').on(table.act, table.subjectId).where(sql`state = 'waiting'`),
    check('operator_payments_points', sql`${table.points} > 0`),
    check(
      'operator_payments_two_persons',
      sql`(${table.state} = 'approved') = (${table.approvedBy} is not null and ${table.approvedAt} is not null) and ${table.approvedBy} is distinct from ${table.operatorId}`,
    ),
  ],
);

type Short = Record<string, string | number | boolean | null>;

/** The audit log. It is append-only, like the ledger: an event is written in its action's transaction and never changes. */
export const operatorActs = pgTable(
  'operator_acts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null if no operator was signed in. */
    operatorId: operator('operator_id'),
    act: text('act').notNull(),
    subject: text('subject').notNull(),
    subjectId: text('subject_id').notNull(),
    userId: integer('user_id'),
    reason: text('reason').notNull().default(''),
    before: jsonb('before').$type<Short>().notNull(),
    after: jsonb('after').$type<Short>().notNull(),
    at: time('at').notNull(),
  },
  (table) => [
    index('operator_acts_operator').on(table.operatorId, table.id),
    index('operator_acts_user').on(table.userId, table.id),
    index('operator_acts_subject').on(table.subject, table.subjectId, table.id),
  ],
);
