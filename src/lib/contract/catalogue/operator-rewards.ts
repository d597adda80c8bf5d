/** Turning rewards on and off in the back office. All calls are ours. */
import * as v from 'valibot';
import { optionalText } from '../admin/operator-fields.ts';
import { choice, defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { OPERATOR_REWARD_VIEWS } from '../operator-limits.ts';

export const operatorRewardSchema = v.object({
  id: idSchema,
  name: v.string(),
  /** The price of the smallest amount. */
  points: v.number(),
  /** Since when it is turned off. Null: it is on. */
  paused_at: v.nullable(timeSchema),
  /** code: sent from stock immediately. person: an operator sends each order. */
  delivery: v.picklist(['code', 'person']),
  /** Codes available over all amounts. Null if it isn't delivered as a code. */
  codes: v.nullable(v.number()),
});
export type OperatorReward = v.InferOutput<typeof operatorRewardSchema>;

export const listOperatorRewards = defineCall('operator', 'GET /api/operator/rewards', {
  summary: 'Rewards of the catalogue, paused ones first',
  query: v.object({
    ...pageEntries,
    state: choice('state', OPERATOR_REWARD_VIEWS),
    search: optionalText(80),
  }),
  answer: paged(operatorRewardSchema),
});

const answer = v.object({ reward: operatorRewardSchema });

/** Errors: not_found, nothing_to_do. */
export const resumeReward = defineCall('operator', 'POST /api/operator/rewards/:id/resume', {
  summary: 'Turn on a paused reward: players can redeem it',
  answer,
});

/** Errors: not_found, nothing_to_do. */
export const pauseReward = defineCall('operator', 'POST /api/operator/rewards/:id/pause', {
  summary: 'Pause a reward: it can’t be redeemed until you turn it on. Orders already placed stay open',
  answer,
});

export const pauseAllRewards = defineCall('operator', 'POST /api/operator/rewards/pause', {
  summary:
    'Pause all rewards, for example after a leak: nobody can redeem until they are turned on again. Orders already placed stay open',
  answer: v.object({ paused: v.array(idSchema) }),
});

export const resumeAllRewards = defineCall('operator', 'POST /api/operator/rewards/resume', {
  summary: 'Turn on all paused rewards',
  answer: v.object({ resumed: v.array(idSchema) }),
});
