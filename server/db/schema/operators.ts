/** Operators: who they are, how they came in, and the log of all that they do. They are no users, and their sessions open no user's call. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, identity, time } from './columns.ts';

const operator = (name: string) => integer(name).references((): AnyPgColumn => operators.id);

export const operators = pgTable(
  'operators',
  {
    id: identity(),
    name: text('name').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    /** argon2id in PHC form. */
    passwordHash: text('password_hash').notNull(),
    /** Of the second factor, sealed (platform/encryption.ts). */
    totpSecret: text('totp_secret').notNull(),
    /** The step of time whose code was used last: no code of it or of one before it is taken again. */
    totpStep: integer('totp_step').notNull(),
    /** Null: by the set-up code of the server. */
    invitedBy: operator('invited_by'),
    /** Who approved the invitation; null: there was nobody else, or the server made it. */
    approvedBy: operator('approved_by'),
    createdAt: time('created_at').notNull(),
    /** When the access was ended, and by whom. */
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
    /** SHA-256 of the secret; the secret itself is only ever with its owner. */
    hash: bytes('hash').notNull().unique(),
    device: text('device').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
  },
  (table) => [index('operator_sessions_operator').on(table.operatorId)],
);

/** A set-up code, and what its holder has given so far: nobody is an operator before a code of their app has confirmed it. */
export const operatorInvitations = pgTable(
  'operator_invitations',
  {
    id: identity(),
    /** SHA-256 of the code; the code itself is only with the person who was invited. */
    hash: bytes('hash').notNull().unique(),
    note: text('note').notNull(),
    /** Null: the server's own, for the first operator alone. */
    invitedBy: operator('invited_by'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    /** Where there are others, one of them approves it before its code opens anything. */
    approvedBy: operator('approved_by'),
    approvedAt: time('approved_at'),
    /** Made on the server for one operator more (operator-code.ts). */
    further: boolean('further').notNull().default(false),
    name: text('name'),
    email: text('email'),
    passwordHash: text('password_hash'),
    /** Sealed. */
    totpSecret: text('totp_secret'),
  },
  (table) => [
    check('operator_invitations_two_persons', sql`${table.approvedBy} <> ${table.invitedBy}`),
    check('operator_invitations_further', sql`not ${table.further} or ${table.invitedBy} is null`),
  ],
);

/** What operators paid, by whatever act: alone within their sum, or with a second one above it (features/admin/approvals.ts). */
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

/** Append-only, as the ledger is: an act is written in its own transaction, and never changes. */
export const operatorActs = pgTable(
  'operator_acts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null: nobody was signed in. */
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
