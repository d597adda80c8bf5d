/** Orders, the stock of codes, disputes, and rules for first orders. */
import { sql } from 'drizzle-orm';
import {
  boolean,
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
import { DISPUTE_REASONS } from '../../../src/lib/contract/limits.ts';
import { userId } from './account.ts';
import { bytes, heldReasons, identity, now, time } from './columns.ts';

export { WAITING_STATES } from '../../../src/lib/contract/operator-limits.ts';

export const orderStates = ['pending', 'held', 'processing', 'delivered', 'cancelled', 'refunded'] as const;

/**
 * Orders, codes and the ledger refer to other rows without foreign keys. The checks took a third of a purchase, and their share
 * locks on a reward's row made its buyers wait for each other. Rows that they refer to are never deleted, and the invariants
 * check everything else.
 */
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
     * held: an operator looks at the account first (`heldFor`); a code stays in the stock until then. processing: an operator is
     * sending it, so it can't be cancelled. refunded: it was sent or tried, and the points were returned.
     */
    state: text('state', { enum: orderStates }).notNull(),
    /** Why it was held for review. It stays after the order is released. */
    heldFor: text('held_for', { enum: heldReasons }),
    /** For a held first order: what looked wrong, for operators (first_order_signs). */
    heldSigns: text('held_signs').array(),
    /**
     * When a held order continued, or the database was restored; its days for delivery count from then. Null if that was before
     * releases were recorded.
     */
    releasedAt: time('released_at'),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Where it goes, encrypted (features/account/delivery-details.ts). `detailsField` is the field it was saved under. */
    details: text('details'),
    detailsField: text('details_field'),
    /** Whether it took a piece of the amount's stock, which it gives back if nothing is sent. */
    tookStock: boolean('took_stock').notNull().default(false),
    /** The code that was delivered with it, taken from `codes`. */
    codeId: integer('code_id'),
    code: text('code'),
    createdAt: time('created_at').notNull(),
    /** When an operator started to send it. */
    processingAt: time('processing_at'),
    /** The operator who sends it. Like all of this table, without a foreign key. */
    processingBy: integer('processing_by'),
    /** What identifies the delivery, in words for the player. */
    reference: text('reference'),
    deliveredAt: time('delivered_at'),
    /** When it was cancelled or refunded. `endedFor` is the reason that the player reads. */
    endedAt: time('ended_at'),
    endedFor: text('ended_for'),
    /** When the player first saw the code: with the purchase, or later on request. */
    revealedAt: time('revealed_at'),
    /** When the player marked it as used. */
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
    /** Each code is delivered once. The last one of an amount marks where its stock starts (last_code). */
    uniqueIndex('orders_code_once').on(table.amountId, table.codeId).where(sql`code_id is not null`),
    check(
      'orders_first_has_signs',
      sql`(${table.heldFor} is not distinct from 'first_order') = (${table.heldSigns} is not null)`,
    ),
    index('orders_first_held').on(table.id).where(sql`state = 'held' and held_for = 'first_order'`),
    index('orders_pending').on(table.id).where(sql`state in ('pending', 'held', 'processing')`),
    /** For measuring how long operators take. Codes are delivered immediately, so they aren't in it. */
    index('orders_sent').on(table.deliveredAt).where(sql`code_id is null and delivered_at is not null`),
  ],
);

/** The stock of codes, each encrypted (platform/encryption.ts). A delivered code moves from this table to its order. */
export const codes = pgTable(
  'codes',
  {
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    amountId: integer('amount_id').notNull(),
    code: text('code').notNull(),
  },
  // The key starts with the amount, so that no plan searches for its codes among all others.
  (table) => [primaryKey({ columns: [table.amountId, table.id] })],
);

/**
 * Every code that was ever added, including delivered ones, so that none is added twice. It is found by digest, because
 * encrypting a code twice gives different texts.
 */
export const codeRegister = pgTable(
  'code_register',
  {
    digest: bytes('digest').primaryKey(),
    amountId: integer('amount_id').notNull(),
    codeId: integer('code_id').notNull(),
    /** The last day on which it can be used; null if none is known. */
    expiresOn: date('expires_on', { mode: 'string' }),
    addedAt: time('added_at').notNull(),
  },
  (table) => [
    uniqueIndex('code_register_code').on(table.amountId, table.codeId),
    index('code_register_expiry').on(table.expiresOn).where(sql`expires_on is not null`),
  ],
);

const disputeSubjects = ['order', 'offer'] as const;

const disputeStates = ['open', 'accepted', 'refused', 'appealed', 'closed'] as const;

export const disputes = pgTable(
  'disputes',
  {
    id: identity(),
    userId: userId(),
    subject: text('subject', { enum: [...disputeSubjects] }).notNull(),
    /** The id of the order or offer. */
    subjectId: integer('subject_id').notNull(),
    /** For an order: the kind of problem (contract: DISPUTE_REASONS). */
    reason: text('reason', { enum: [...DISPUTE_REASONS] }),
    /** For an offer: the code of the milestone that it is about; null for the goal. */
    milestone: text('milestone'),
    /** What happened, with proof, in the user's words. */
    proof: text('proof').notNull(),
    /** open: waits for an answer. refused: can be appealed once. appealed: waits again. closed: refused for good. */
    state: text('state', { enum: [...disputeStates] })
      .notNull()
      .default('open'),
    openedAt: time('opened_at').notNull().default(now),
    /** When we promised to answer. */
    dueAt: time('due_at').notNull(),
    /** The operator's answer with the reason. The answer to an appeal replaces the first one. */
    answer: text('answer'),
    answeredAt: time('answered_at'),
    appeal: text('appeal'),
    appealedAt: time('appealed_at'),
  },
  (table) => [
    unique('disputes_once').on(table.userId, table.subject, table.subjectId),
    index('disputes_waiting').on(table.dueAt).where(sql`state in ('open', 'appealed')`),
    check('disputes_state', sql`${table.state} in ('open', 'accepted', 'refused', 'appealed', 'closed')`),
    check(
      'disputes_answered',
      sql`(${table.state} = 'open' and ${table.answer} is null) or (${table.state} <> 'open' and ${table.answer} is not null and ${table.answeredAt} is not null)`,
    ),
    check('disputes_appealed', sql`(${table.appeal} is null) = (${table.appealedAt} is null)`),
  ],
);

/**
 * The rules by which a first order, paid with points from our own games, is delivered immediately. One row, written from the
 * settings at each start.
 */
export const firstOrderRules = pgTable(
  'first_order_rules',
  {
    one: boolean('one').primaryKey().default(true),
    /** How many different days a player must have played on, without other proof. */
    playDays: integer('play_days').notNull(),
    /** The least minutes of counted play. Less means a pace that no person has. */
    playMinutes: integer('play_minutes').notNull(),
    /** SITE_DAILY_POINTS. Once they are used up, the first orders of that day wait. */
    siteDaily: integer('site_daily').notNull(),
  },
  (table) => [check('first_order_rules_one', sql`${table.one}`)],
);
