/** Redeeming a reward, and the order that it creates (spec sections 4 and 7). */
import * as v from 'valibot';
import { balanceSchema } from '../account/account.ts';
import { whole } from '../answer.ts';
import { defineCall, idSchema, ours, paged, timeSchema } from '../call.ts';
import { opinionSchema, rewardInfoSchema } from '../catalogue/rewards.ts';

/** held: an operator reviews the account before the order is sent; see `held_for`. */
export const orderStates = ['pending', 'held', 'processing', 'delivered', 'cancelled', 'refunded'] as const;
/** What links two accounts. */
export const matchReasons = ['self_referral', 'returned', 'payout', 'device', 'address', 'crowd'] as const;
/**
 * Why an order is held for review: a link to another account, a second factor that was reported lost, or a first order paid for
 * with points from our own games.
 */
export const heldReasons = ['lost_factor', ...matchReasons, 'first_order'] as const;

export const orderSchema = whole(
  v.object({
    id: idSchema,
    reward: v.object({ id: idSchema, name: v.string(), glyph: v.nullable(v.string()), colour: v.string() }),
    amount: v.string(),
    points: v.number(),
    cents: v.number(),
    state: v.picklist(orderStates),
    /** Why it is or was held for review. Null if it never was. */
    held_for: v.optional(v.nullable(v.picklist(heldReasons))),
    /** The code, once delivered. Null if the reward isn't a code. */
    code: v.nullable(v.string()),
    /** The delivery details, as saved when the order was made. */
    details: v.nullable(v.string()),
    created_at: timeSchema,
    delivered_at: v.nullable(timeSchema),
  }),
);
export type Order = v.InferOutput<typeof orderSchema>;

const bought = v.object({
  ...rewardInfoSchema.entries,
  /** Null if the answer doesn't contain the whole info. */
  opinions: paged(opinionSchema),
  order: v.optional(orderSchema),
  balance: v.optional(balanceSchema),
  /** Ours: an earlier try with the same key made this order. Left out for a new order. */
  repeated: v.optional(v.boolean()),
  /** Ours: true if the order brought the buyer's first reward. */
  first: v.optional(v.boolean()),
  /** Ours: true if the reward was the buyer's goal. The buyer then has none. */
  goal: v.optional(v.boolean()),
});

/** Ours: the price that the buyer saw. If the price has changed, the server rejects the order. */
const seenPrice = {
  points: ours(
    v.optional(
      v.pipe(
        v.number('points is a whole number.'),
        v.integer('points is a whole number.'),
        v.minValue(1, 'points is 1 or more.'),
      ),
    ),
  ),
};

/**
 * Buys a reward. The same key again returns the same order. Errors: not_enough_points, out_of_stock, birth_date_needed,
 * too_young, invalid with the delivery detail's field.
 */
export const buyReward = defineCall('user', 'POST /api/user/rewards/:id/buy', {
  source: 'spec',
  summary: "Redeem a reward's smallest amount",
  body: v.optional(v.object(seenPrice), {}),
  answer: bought,
});

/**
 * Buys one amount of a reward. The same key again returns the same order. Errors: price_changed (`points` isn't the price any
 * more), not_enough_points, out_of_stock, birth_date_needed, too_young, invalid with the delivery detail's field.
 */
export const buyAmount = defineCall('user', 'POST /api/user/rewards/:id/buyAmount', {
  source: 'spec',
  summary: 'Redeem one amount of a reward',
  body: v.object({
    amount_id: v.pipe(
      v.number('Please choose an amount.'),
      v.integer('Please choose an amount.'),
      v.minValue(1, 'Please choose an amount.'),
    ),
    ...seenPrice,
  }),
  answer: bought,
});
