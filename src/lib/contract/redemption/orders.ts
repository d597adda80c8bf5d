/** Redeemed rewards, from the order to using the code (product.md, points 2, 5 and 8). All calls are ours. */
import * as v from 'valibot';
import { balanceSchema } from '../account/account.ts';
import { choice, defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { DISPUTE_REASONS, INVENTORY_STATES } from '../limits.ts';
import { transactionSchema } from '../progress/dashboard.ts';
import { orderSchema } from './buy.ts';
import { disputeSchema, disputeText } from './disputes.ts';

export type { Dispute } from './disputes.ts';

/** Delivery times. Half of the orders took no longer than the median; nine in ten took no longer than p90. */
const durationSchema = v.object({
  orders: v.number(),
  median_seconds: v.number(),
  p90_seconds: v.number(),
});

/** An order in its owner's list. A separate call returns its code. */
export const orderLineSchema = v.object({
  ...v.omit(orderSchema, ['code']).entries,
  has_code: v.boolean(),
  /** For a first order on hold: the number of days its owner has played, and the number after which it is sent automatically. */
  play_days: v.nullable(v.object({ played: v.number(), needed: v.number() })),
  /** A reference for the delivery, if an operator sent the order. */
  reference: v.nullable(v.string()),
  /** When an operator claimed it. After that, the owner can't cancel it. */
  processing_at: v.nullable(timeSchema),
  /** When it was cancelled or refunded, and why. */
  ended_at: v.nullable(timeSchema),
  ended_for: v.nullable(v.string()),
  /** Measured from orders of this reward. Null if there are too few to measure. */
  delivery_time: v.nullable(durationSchema),
  can_cancel: v.boolean(),
  /** The deadline for a dispute. Null: not possible now, or there already is one. */
  dispute_until: v.nullable(timeSchema),
  dispute: v.nullable(disputeSchema),
  /** When its owner marked it as used. */
  used_at: v.optional(timeSchema),
  /** True for the first order delivered to its owner. */
  first: v.optional(v.boolean()),
});
export type OrderLine = v.InferOutput<typeof orderLineSchema>;

export const listOrders = defineCall('user', 'GET /api/user/orders', {
  summary: "The caller's orders, newest first",
  query: v.object(pageEntries),
  answer: v.object({
    ...paged(orderLineSchema).entries,
    /** Whether to offer news of these orders on a device: one of them waits, and the caller hasn't chosen yet (`Push.offered`). */
    push_offered: v.optional(v.boolean(), false),
  }),
});

export const getOrder = defineCall('user', 'GET /api/user/orders/:id', {
  summary: "The receipt of one of the caller's orders, with its ledger entries",
  answer: v.object({ order: orderLineSchema, entries: v.array(transactionSchema) }),
});

/** Cancelling again returns the same answer. Errors: not_found, order_closed. */
export const cancelOrder = defineCall('user', 'POST /api/user/orders/:id/cancel', {
  summary: 'Cancel a pending order. Its points are returned',
  answer: v.object({ order: orderLineSchema, balance: balanceSchema }),
});

/** Errors: not_found, no_code. */
export const revealCode = defineCall('user', 'POST /api/user/orders/:id/reveal', {
  summary: "Return an order's code and record that it was viewed",
  answer: v.object({ code: v.string(), revealed_at: timeSchema }),
});

/** Errors: invalid with `reason` or `proof`, dispute_closed, not_found. */
export const openDispute = defineCall('user', 'POST /api/user/orders/:id/dispute', {
  summary: 'Report a problem with an order, with proof',
  body: v.object({
    reason: v.picklist(DISPUTE_REASONS, 'Please choose what went wrong.'),
    proof: disputeText,
  }),
  answer: v.object({ order: orderLineSchema }),
});

/** Errors: invalid with `appeal`, dispute_closed, not_found. */
export const appealDispute = defineCall('user', 'POST /api/user/orders/:id/appeal', {
  summary: 'Appeal a rejected dispute, once',
  body: v.object({ appeal: disputeText }),
  answer: v.object({ order: orderLineSchema }),
});

/** What the caller received with a delivered order. */
export const itemSchema = v.object({
  id: idSchema,
  reward: orderSchema.entries.reward,
  amount: v.string(),
  /** A code that the player uses, or something that was sent to `details`. */
  kind: v.picklist(['code', 'sent']),
  state: v.picklist(['unused', 'used', 'expired']),
  details: v.nullable(v.string()),
  got_at: timeSchema,
  revealed_at: v.nullable(timeSchema),
  used_at: v.nullable(timeSchema),
  /** The last day of use: "2027-05-31". Null if the issuer sets none. */
  expires_on: v.nullable(v.string()),
  /** How and where to use it. Empty if the catalogue no longer has the reward. */
  steps: v.array(v.string()),
  regions: v.string(),
});
export type Item = v.InferOutput<typeof itemSchema>;

export const listInventory = defineCall('user', 'GET /api/user/inventory', {
  summary: "The caller's inventory: codes and delivered rewards, newest first",
  query: v.object({ ...pageEntries, state: choice('state', INVENTORY_STATES) }),
  answer: v.object({
    ...paged(itemSchema).entries,
    /** The number of items in each state, regardless of the filter. */
    counts: v.object({ unused: v.number(), used: v.number(), expired: v.number(), all: v.number() }),
  }),
});
export type Inventory = v.InferOutput<typeof listInventory.answer>;

export const markUsed = defineCall('user', 'PUT /api/user/inventory/:id/used', {
  summary: 'Mark an item as used or unused',
  body: v.object({ used: v.boolean('used is true or false.') }),
  answer: v.object({ item: itemSchema }),
});
