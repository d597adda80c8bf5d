/** Rewards, and redeeming them (spec sections 3 and 7). */
import * as v from 'valibot';
import { balanceSchema } from './account.ts';
import {
  choice,
  defineCall,
  idParams,
  idSchema,
  paged,
  pageEntries,
  searchSchema,
  timeSchema,
} from './call.ts';
import { deliverySchema } from './catalogue.ts';
import { REWARD_SORTS } from './limits.ts';

const amountSchema = v.object({
  id: idSchema,
  label: v.string(),
  points: v.number(),
  cents: v.number(),
  /** How many are left, counted up to 10; null: made to order, never out of stock. */
  stock: v.nullable(v.number()),
});
export type Amount = v.InferOutput<typeof amountSchema>;

/** A reward as a list shows it. */
export const rewardCardSchema = v.object({
  id: idSchema,
  name: v.string(),
  slug: v.string(),
  kind: v.string(),
  brand: v.string(),
  game: v.string(),
  glyph: v.nullable(v.string()),
  colour: v.string(),
  summary: v.string(),
  /** Of the smallest amount. */
  points: v.number(),
  cents: v.number(),
  in_stock: v.boolean(),
  rate: v.nullable(v.number()),
  rate_count: v.number(),
});
export type RewardCard = v.InferOutput<typeof rewardCardSchema>;

const rewardSchema = v.object({
  ...rewardCardSchema.entries,
  description: v.string(),
  steps: v.array(v.string()),
  regions: v.string(),
  min_age: v.number(),
  delivery: deliverySchema,
  amounts: v.array(amountSchema),
  isRated: v.boolean(),
});
export type Reward = v.InferOutput<typeof rewardSchema>;

export const opinionSchema = v.object({
  id: idSchema,
  user: v.object({ id: idSchema, name: v.string(), sample: v.boolean() }),
  opinion: v.string(),
  likes: v.number(),
  /** When its writer changed it, if so. */
  edited_at: v.optional(v.nullable(timeSchema)),
  /** Its writer redeemed this reward, or earned in this game. */
  verified: v.boolean(),
  created_at: timeSchema,
});
export type Opinion = v.InferOutput<typeof opinionSchema>;

/** What stands between the caller and the smallest amount of this reward, the first thing first. */
export const rewardStatus = [
  'ready',
  'sign_in',
  'out_of_stock',
  'birth_date_needed',
  'too_young',
  'details_needed',
  'not_enough_points',
] as const;

export const rewardInfoSchema = v.object({
  reward: rewardSchema,
  opinions: paged(opinionSchema),
  similarRewards: v.array(rewardCardSchema),
  likedOpinions: v.array(idSchema),
  status: v.picklist(rewardStatus),
});
export type RewardInfo = v.InferOutput<typeof rewardInfoSchema>;

export const orderStates = ['pending', 'delivered', 'cancelled'] as const;

export const orderSchema = v.object({
  id: idSchema,
  reward: v.object({ id: idSchema, name: v.string(), glyph: v.nullable(v.string()), colour: v.string() }),
  amount: v.string(),
  points: v.number(),
  cents: v.number(),
  state: v.picklist(orderStates),
  /** The code, once delivered; null where the reward comes another way. */
  code: v.nullable(v.string()),
  /** Where it goes, as saved when ordering. */
  details: v.nullable(v.string()),
  created_at: timeSchema,
  delivered_at: v.nullable(timeSchema),
});
export type Order = v.InferOutput<typeof orderSchema>;

export const listRewards = defineCall({
  method: 'GET',
  path: '/api/user/rewards',
  who: 'guest',
  source: 'spec',
  summary: 'Rewards, searched, sorted and paged',
  query: v.object({
    ...pageEntries,
    'game-name': searchSchema,
    'sort-by': choice('sort-by', REWARD_SORTS),
  }),
  answer: paged(rewardCardSchema),
});

export const getReward = defineCall({
  method: 'GET',
  path: '/api/user/rewards/:id',
  who: 'guest',
  source: 'spec',
  summary: 'A reward with its opinions (paged), similar rewards, and what stands between the caller and it',
  params: idParams,
  query: v.object({ page: pageEntries.page }),
  answer: rewardInfoSchema,
});

const bought = v.object({
  ...rewardInfoSchema.entries,
  order: v.optional(orderSchema),
  balance: v.optional(balanceSchema),
});

export const buyReward = defineCall({
  method: 'POST',
  path: '/api/user/rewards/:id/buy',
  who: 'user',
  source: 'spec',
  summary: "Redeem a reward's smallest amount",
  params: idParams,
  answer: bought,
});

export const buyAmount = defineCall({
  method: 'POST',
  path: '/api/user/rewards/:id/buyAmount',
  who: 'user',
  source: 'spec',
  summary: 'Redeem one amount of a reward',
  params: idParams,
  body: v.object({
    amount_id: v.pipe(
      v.number('Please choose an amount.'),
      v.integer('Please choose an amount.'),
      v.minValue(1, 'Please choose an amount.'),
    ),
  }),
  answer: bought,
});

export const checkReward = defineCall({
  method: 'GET',
  path: '/api/user/reward-completion-check-the-reward/:id',
  who: 'user',
  source: 'spec',
  summary: "Make this reward the caller's goal and tell what is missing",
  params: idParams,
  answer: v.object({ completed: v.boolean(), missing_points: v.number(), myreward: idSchema }),
});

export const listOrders = defineCall({
  method: 'GET',
  path: '/api/user/orders',
  who: 'user',
  source: 'ours',
  summary: "The caller's orders, newest first",
  query: v.object(pageEntries),
  answer: paged(orderSchema),
});
