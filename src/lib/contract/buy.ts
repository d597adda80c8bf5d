/** Redeeming a reward, and the order that comes of it (spec sections 4 and 7). */
import * as v from 'valibot';
import { balanceSchema } from './account.ts';
import { whole } from './answer.ts';
import { defineCall, idSchema, ours, paged, timeSchema } from './call.ts';
import { opinionSchema, rewardInfoSchema } from './rewards.ts';

/** held: a person looks at the account before anything goes out; see `held_for`. */
export const orderStates = ['pending', 'held', 'processing', 'delivered', 'cancelled', 'refunded'] as const;
/** What two accounts may have in common. */
export const matchReasons = ['self_referral', 'payout', 'device', 'address', 'crowd'] as const;
/** Why an order is held for review: that, that the account's second factor was reported lost, or that it is a first one paid by own games. */
export const heldReasons = ['lost_factor', ...matchReasons, 'first_order'] as const;

export const orderSchema = whole(
  v.object({
    id: idSchema,
    reward: v.object({ id: idSchema, name: v.string(), glyph: v.nullable(v.string()), colour: v.string() }),
    amount: v.string(),
    points: v.number(),
    cents: v.number(),
    state: v.picklist(orderStates),
    /** Why it is or was held for review; null where it never was. */
    held_for: v.optional(v.nullable(v.picklist(heldReasons))),
    /** The code, once delivered; null where the reward comes another way. */
    code: v.nullable(v.string()),
    /** Where it goes, as saved when ordering. */
    details: v.nullable(v.string()),
    created_at: timeSchema,
    delivered_at: v.nullable(timeSchema),
  }),
);
export type Order = v.InferOutput<typeof orderSchema>;

const bought = v.object({
  ...rewardInfoSchema.entries,
  /** Null: the answer isn't the whole info. */
  opinions: paged(opinionSchema),
  order: v.optional(orderSchema),
  balance: v.optional(balanceSchema),
  /** Ours: the order was made by an earlier try with the same key; left out where it is new. */
  repeated: v.optional(v.boolean()),
});

/** Ours: the price that the buyer saw. Where it isn't the price any more nothing is bought. */
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
 * The same key again answers the same order. Errors: not_enough_points, out_of_stock, birth_date_needed, too_young, invalid with the
 * delivery detail's field.
 */
export const buyReward = defineCall('user', 'POST /api/user/rewards/:id/buy', {
  source: 'spec',
  summary: "Redeem a reward's smallest amount",
  body: v.optional(v.object(seenPrice), {}),
  answer: bought,
});

/**
 * The same key again answers the same order. Errors: price_changed (`points` isn't the price any more), not_enough_points, out_of_stock,
 * birth_date_needed, too_young, invalid with the delivery detail's field.
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
