/** Rewards: the reading calls (spec sections 3 and 7). */
import * as v from 'valibot';
import { goalId } from '../account/account.ts';
import { adapted, adaptPage, isObject, named, needed, type Read, whole } from '../answer.ts';
import { choice, defineCall, idSchema, paged, pageEntries, searchSchema, timeSchema } from '../call.ts';
import { REWARD_SORTS } from '../limits.ts';
import { deliverySchema } from './delivery.ts';

export const amountSchema = v.object({
  id: idSchema,
  label: named('Amount'),
  points: v.number(),
  cents: v.number(),
  /** How many are left, counted up to 10. Null: made to order, so never out of stock. Left out: unknown. */
  stock: v.optional(v.nullable(v.number())),
});
export type Amount = Read<typeof amountSchema>;

/** A reward in a list. */
export const rewardCardSchema = v.object({
  id: idSchema,
  name: named('Reward'),
  slug: v.string(),
  kind: v.string(),
  brand: v.string(),
  game: v.string(),
  glyph: v.nullable(v.string()),
  /** #rrggbb, dark enough for white text. */
  colour: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/)),
  summary: v.string(),
  /** The price of the smallest amount. */
  points: v.number(),
  cents: v.number(),
  in_stock: v.boolean(),
  /** Ours: an operator has turned it off. */
  paused: v.boolean(),
  rate: v.nullable(v.number()),
  rate_count: v.number(),
});
export type RewardCard = Read<typeof rewardCardSchema>;

export const rewardSchema = v.object({
  ...rewardCardSchema.entries,
  description: v.string(),
  steps: v.array(v.string()),
  regions: v.string(),
  min_age: v.number(),
  delivery: whole(deliverySchema),
  amounts: v.array(amountSchema),
  isRated: v.boolean(),
  /** The caller's own rating. Other hosts may omit it. Null if the caller hasn't rated it. */
  my_rate: v.optional(v.nullable(v.number())),
});
export type Reward = Read<typeof rewardSchema>;

export const opinionSchema = adapted(
  v.object({
    id: idSchema,
    user: v.object({
      id: idSchema,
      name: v.string(),
      sample: v.boolean(),
      /** The text that the creature is made from, if the player chose one. Otherwise it is the name. */
      avatar: v.optional(v.nullable(v.string())),
    }),
    opinion: needed(v.string()),
    likes: v.number(),
    /** When its writer last edited it, if ever. */
    edited_at: v.optional(v.nullable(timeSchema)),
    /** Whether the writer redeemed this reward or earned points in this game. */
    verified: v.boolean(),
    created_at: timeSchema,
    /** Only for its writer: why others don't see it, and whether an edit is waiting for review. */
    hidden_for: v.optional(v.nullable(v.string())),
    waits: v.optional(v.boolean()),
  }),
  // Comments send their text as `comment`.
  (given) => (isObject(given) ? { opinion: given.comment, ...given } : given),
);
export type Opinion = Read<typeof opinionSchema>;

/** The opinions on a subject. If they can't be read, the list is empty and the page still loads. */
export const opinionsSchema = needed(
  adapted(paged(opinionSchema), (given, page) => {
    const list = adaptPage(given, page);
    return isObject(list) && Array.isArray(list.data) ? list : adaptPage([], page);
  }),
);

/** What blocks the smallest amount of this reward for the caller, in order of precedence. */
export const rewardStatus = [
  'ready',
  'sign_in',
  'suspended',
  'reward_paused',
  'out_of_stock',
  'birth_date_needed',
  'too_young',
  'details_needed',
  'not_enough_points',
  'email_unconfirmed',
] as const;

export const rewardInfoSchema = v.object({
  reward: needed(rewardSchema),
  opinions: opinionsSchema,
  similarRewards: v.array(rewardCardSchema),
  likedOpinions: v.array(idSchema),
  status: v.picklist(rewardStatus),
});
export type RewardInfo = Read<typeof rewardInfoSchema>;

export const listRewards = defineCall('guest', 'GET /api/user/rewards', {
  source: 'spec',
  summary: 'Rewards, searched, sorted and paged',
  query: v.object({
    ...pageEntries,
    'game-name': searchSchema,
    'sort-by': choice('sort-by', REWARD_SORTS),
  }),
  answer: paged(rewardCardSchema),
});

export const getReward = defineCall('guest', 'GET /api/user/rewards/:id', {
  source: 'spec',
  summary: 'A reward with its opinions (paged), similar rewards, and what keeps the caller from redeeming it',
  query: v.object({ page: pageEntries.page }),
  answer: rewardInfoSchema,
});

export const checkReward = defineCall('user', 'GET /api/user/reward-completion-check-the-reward/:id', {
  source: 'spec',
  summary: "Set this reward as the caller's goal and return the missing points",
  changes: true,
  answer: v.object({ completed: v.boolean(), missing_points: v.number(), myreward: goalId }),
});
