/** What was redeemed: orders, the stock of codes, and how orders are delivered. */
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytes, heldReasons, identity, now, time } from './columns.ts';

/**
 * Orders, codes and the ledger name other rows without foreign keys: the checks took a third of a buy, and their share locks on
 * one reward's row made its buyers wait for each other. What they name is never deleted; the invariants check the rest.
 */
export const orderStates = ['pending', 'held', 'processing', 'delivered', 'cancelled', 'refunded'] as const;

export const orders = pgTable(
  'orders',
  {
    id: identity(),
    userId: integer('user_id').notNull(),
    rewardId: integer('reward_id').notNull(),
    amountId: integer('amount_id').notNull(),
    points: integer('points').notNull(),
    cents: integer('cents').notNull(),
    /**
     * held: a person looks at the account first (`heldFor`); a code stays in the stock until then. processing: an operator is sending
     * it, so it can't be called off any more. refunded: it was sent or tried, and the points went back.
     */
    state: text('state', { enum: orderStates }).notNull(),
    /** Why it was held for review, also once it isn't any more. */
    heldFor: text('held_for', { enum: heldReasons }),
    /** Of a first order that is held: what wasn't clean about it, for operators (first_order_signs). */
    heldSigns: text('held_signs').array(),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Where it goes, sealed (features/account/delivery-details.ts), and under which name that was saved. */
    details: text('details'),
    detailsField: text('details_field'),
    /** The code that was delivered with it, taken out of `codes`. */
    codeId: integer('code_id'),
    code: text('code'),
    createdAt: time('created_at').notNull(),
    /** When an operator began to send it. */
    processingAt: time('processing_at'),
    /** Who did; without a foreign key, as all of this table. */
    processingBy: integer('processing_by'),
    /** By what the sending can be found again, in words for its owner. */
    reference: text('reference'),
    deliveredAt: time('delivered_at'),
    /** When it was cancelled or refunded, and why, in words for its owner. */
    endedAt: time('ended_at'),
    endedFor: text('ended_for'),
    /** When its owner was first shown the code: with the purchase, or later on request. */
    revealedAt: time('revealed_at'),
    /** When its owner put it away as used. */
    usedAt: time('used_at'),
  },
  (table) => [
    unique('orders_once_per_key').on(table.userId, table.idempotencyKey),
    check(
      'orders_state',
      sql`${table.state} in ('pending', 'held', 'processing', 'delivered', 'cancelled', 'refunded')`,
    ),
    check(
      'orders_ended',
      sql`(${table.state} in ('cancelled', 'refunded')) = (${table.endedAt} is not null and ${table.endedFor} is not null)`,
    ),
    /** Each code goes out once; and the last of an amount marks where its stock begins (last_code). */
    uniqueIndex('orders_code_once').on(table.amountId, table.codeId).where(sql`code_id is not null`),
    check(
      'orders_first_has_signs',
      sql`(${table.heldFor} is not distinct from 'first_order') = (${table.heldSigns} is not null)`,
    ),
    index('orders_first_held').on(table.id).where(sql`state = 'held' and held_for = 'first_order'`),
    index('orders_pending').on(table.id).where(sql`state in ('pending', 'held', 'processing')`),
    /** What operators sent: how long it took is measured. Codes go out immediately and aren't in it. */
    index('orders_sent').on(table.deliveredAt).where(sql`code_id is null and delivered_at is not null`),
  ],
);

/** The stock of codes, each sealed (platform/encryption.ts). One that goes out moves from this table into its order. */
export const codes = pgTable(
  'codes',
  {
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    amountId: integer('amount_id').notNull(),
    code: text('code').notNull(),
  },
  // The key begins with the amount, so that no plan looks for its codes among all others.
  (table) => [primaryKey({ columns: [table.amountId, table.id] })],
);

/**
 * Every code that ever came in, also after it went out: the same one isn't taken in again. By digest, since what is sealed twice
 * doesn't look the same.
 */
export const codeRegister = pgTable(
  'code_register',
  {
    digest: bytes('digest').primaryKey(),
    amountId: integer('amount_id').notNull(),
    codeId: integer('code_id').notNull(),
    /** The last day on which it can be used; null: none is known. */
    expiresOn: date('expires_on', { mode: 'string' }),
    addedAt: time('added_at').notNull(),
  },
  (table) => [
    uniqueIndex('code_register_code').on(table.amountId, table.codeId),
    index('code_register_expiry').on(table.expiresOn).where(sql`expires_on is not null`),
  ],
);

/** How long operators took to send a reward, from its orders of the last months: counted now and then by a job. */
export const deliveryTimes = pgTable('delivery_times', {
  rewardId: integer('reward_id').primaryKey(),
  orders: integer('orders').notNull(),
  medianSeconds: integer('median_seconds').notNull(),
  p90Seconds: integer('p90_seconds').notNull(),
});

/** Where rewards go, as their owner saved it: sealed for owner and field (features/account/delivery-details.ts). */
export const deliveryDetails = pgTable(
  'delivery_details',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    field: text('field').notNull(),
    value: text('value').notNull(),
    savedAt: time('saved_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.userId, table.field] })],
);
