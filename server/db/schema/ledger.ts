/** Points: the ledger, users' balances, and holds. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { time } from './columns.ts';

/** A user's balances. Only the ledger's trigger changes them, in the transaction that writes the entry. */
export const balances = pgTable(
  'balances',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    available: integer('available').notNull().default(0),
    pending: integer('pending').notNull().default(0),
    reserved: integer('reserved').notNull().default(0),
    /** Zero or negative: what is owed after a reversal that the other accounts couldn't cover. */
    debt: integer('debt').notNull().default(0),
  },
  (table) => [
    check('balances_available_not_negative', sql`${table.available} >= 0`),
    check('balances_pending_not_negative', sql`${table.pending} >= 0`),
    check('balances_reserved_not_negative', sql`${table.reserved} >= 0`),
    check('balances_debt_not_positive', sql`${table.debt} <= 0`),
  ],
);

const userAccounts = ['available', 'pending', 'reserved', 'debt'] as const;

/** The house's side of entries. It has no stored balance, so there is no row that everyone waits for. */
const houseAccounts = ['house:earnings', 'house:redeemed', 'house:adjustments', 'house:cases'] as const;

/**
 * The ledger. It is append-only, and each row moves points from one account to another, so the sum over all accounts never
 * changes.
 */
export const ledger = pgTable(
  'ledger',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Names the event, uniquely: the same event arriving twice has the same key. */
    key: text('key').notNull().unique(),
    userId: integer('user_id').notNull(),
    from: text('from_account', { enum: [...userAccounts, ...houseAccounts] }).notNull(),
    to: text('to_account', { enum: [...userAccounts, ...houseAccounts] }).notNull(),
    points: integer('points').notNull(),
    /**
     * credit: earned. hold, capture, return: of an order. refund: the price of a captured order, returned. confirm: pending
     * became available. reversal: a reversed credit. overdraft: the part of a reversal beyond the available points, as a debt.
     * settle: a debt paid from new points. stake: paid to open a case. prize: what the case contained.
     */
    reason: text('reason', {
      enum: [
        'credit',
        'hold',
        'capture',
        'return',
        'refund',
        'confirm',
        'reversal',
        'overdraft',
        'settle',
        'adjustment',
        'stake',
        'prize',
      ],
    }).notNull(),
    title: text('title').notNull(),
    detail: text('detail').notNull().default(''),
    /** The entry that this one reverses, confirms, captures or returns. */
    refersTo: bigint('refers_to', { mode: 'number' }),
    orderId: integer('order_id'),
    questId: integer('quest_id'),
    releasesAt: time('releases_at'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('ledger_user').on(table.userId, table.id),
    index('ledger_quests').on(table.userId, table.createdAt).where(sql`quest_id is not null`),
    /** For operators' figures of recent days. Entries are written in order of time, so a small index is enough. */
    index('ledger_created').using('brin', table.createdAt),
    uniqueIndex('ledger_one_end')
      .on(table.refersTo)
      .where(sql`reason in ('capture', 'return') and refers_to is not null`),
    uniqueIndex('ledger_one_refund').on(table.refersTo).where(sql`reason = 'refund'`),
    uniqueIndex('ledger_one_confirmation').on(table.refersTo).where(sql`reason = 'confirm'`),
    uniqueIndex('ledger_one_reversal').on(table.refersTo).where(sql`reason = 'reversal'`),
    check('ledger_points_positive', sql`${table.points} > 0`),
    check('ledger_two_accounts', sql`${table.from} <> ${table.to}`),
    check(
      'ledger_accounts_known',
      sql`${table.from} in ('available','pending','reserved','debt','house:earnings','house:redeemed','house:adjustments','house:cases') and ${table.to} in ('available','pending','reserved','debt','house:earnings','house:redeemed','house:adjustments','house:cases')`,
    ),
  ],
);

/** Pending credits that are to be released. Triggers on the ledger keep a row while a credit is pending. */
export const holds = pgTable(
  'holds',
  {
    ledgerId: bigint('ledger_id', { mode: 'number' }).primaryKey(),
    releasesAt: time('releases_at').notNull(),
  },
  (table) => [index('holds_due').on(table.releasesAt, table.ledgerId)],
);
