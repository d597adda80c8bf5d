/** Rewards as they are read (spec sections 3 and 7). */
import * as v from 'valibot';
import { goalId } from './account.ts';
import { adapted, adaptPage, isObject, named, needed, type Read, whole } from './answer.ts';
import { choice, defineCall, idSchema, paged, pageEntries, searchSchema, timeSchema } from './call.ts';
import { deliverySchema } from './delivery.ts';
import { REWARD_SORTS } from './limits.ts';

export const amountSchema = v.object({
  id: idSchema,
  label: named('Amount'),
  points: v.number(),
  cents: v.number(),
  /** How many are left, counted up to 10; null: made to order, never out of stock; left out: unknown. */
  stock: v.optional(v.nullable(v.number())),
});
export type Amount = Read<typeof amountSchema>;

/** A reward as a list shows it. */
export const rewardCardSchema = v.object({
  id: idSchema,
  name: named('Reward'),
  slug: v.string(),
  kind: v.string(),
  brand: v.string(),
  game: v.string(),
  glyph: v.nullable(v.string()),
  /** #rrggbb, dark enough for white on it. */
  colour: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/)),
  summary: v.string(),
  /** Of the smallest amount. */
  points: v.number(),
  cents: v.number(),
  in_stock: v.boolean(),
  /** Ours: nobody can redeem it until an operator turns it on again. */
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
  /** The caller's own, which other hosts needn't send; null where they haven't rated it. */
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
      /** What the creature is made from, where one was chosen; otherwise the name. */
      avatar: v.optional(v.nullable(v.string())),
    }),
    opinion: needed(v.string()),
    likes: v.number(),
    /** When its writer changed it, if so. */
    edited_at: v.optional(v.nullable(timeSchema)),
    /** Its writer redeemed this reward, or earned in this game. */
    verified: v.boolean(),
    created_at: timeSchema,
    /** For its writer alone: why others don't see it, and whether it was changed since and waits to be looked at. */
    hidden_for: v.optional(v.nullable(v.string())),
    waits: v.optional(v.boolean()),
  }),
  // The text of a comment is sent as `comment`.
  (given) => (isObject(given) ? { opinion: given.comment, ...given } : given),
);
export type Opinion = Read<typeof opinionSchema>;

/** The opinions on something. If they can't be read the list is empty, and the page is shown anyway. */
export const opinionsSchema = needed(
  adapted(paged(opinionSchema), (given, page) => {
    const list = adaptPage(given, page);
    return isObject(list) && Array.isArray(list.data) ? list : adaptPage([], page);
  }),
);

/** What blocks the smallest amount of this reward for the caller, the first blocker first. */
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
  summary: 'A reward with its opinions (paged), similar rewards, and what blocks it for the caller',
  query: v.object({ page: pageEntries.page }),
  answer: rewardInfoSchema,
});

export const checkReward = defineCall('user', 'GET /api/user/reward-completion-check-the-reward/:id', {
  source: 'spec',
  summary: "Make this reward the caller's goal and return what is missing",
  changes: true,
  answer: v.object({ completed: v.boolean(), missing_points: v.number(), myreward: goalId }),
});
