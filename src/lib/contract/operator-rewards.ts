/** Which rewards can be redeemed, for operators. All of it ours. */
import * as v from 'valibot';
import { choice, defineCall, idParams, idSchema, paged, pageEntries, timeSchema } from './call.ts';
import { OPERATOR_REWARD_VIEWS } from './limits.ts';
import { optionalText } from './operator-fields.ts';

export const operatorRewardSchema = v.object({
  id: idSchema,
  name: v.string(),
  /** Of the smallest amount. */
  points: v.number(),
  /** Since when nobody can redeem it; null: it is on. */
  paused_at: v.nullable(timeSchema),
  /** code: from the stock, immediately. person: an operator sends each order. */
  delivery: v.picklist(['code', 'person']),
  /** Codes that can go out, of all amounts; null: it isn't delivered as a code. */
  codes: v.nullable(v.number()),
});
export type OperatorReward = v.InferOutput<typeof operatorRewardSchema>;

export const listOperatorRewards = defineCall({
  method: 'GET',
  path: '/api/operator/rewards',
  who: 'operator',
  source: 'ours',
  summary: 'Rewards of the catalogue with whether they are paused, the paused first',
  query: v.object({
    ...pageEntries,
    state: choice('state', OPERATOR_REWARD_VIEWS),
    search: optionalText(80),
  }),
  answer: paged(operatorRewardSchema),
});

const answer = v.object({ reward: operatorRewardSchema });

/** Errors: not_found, nothing_to_do. */
export const resumeReward = defineCall({
  method: 'POST',
  path: '/api/operator/rewards/:id/resume',
  who: 'operator',
  source: 'ours',
  summary: 'Turn a paused reward on: players can redeem it',
  params: idParams,
  answer,
});

/** Errors: not_found, nothing_to_do. */
export const pauseReward = defineCall({
  method: 'POST',
  path: '/api/operator/rewards/:id/pause',
  who: 'operator',
  source: 'ours',
  summary:
    'Pause a reward: nobody can redeem it until it is turned on; orders that were placed stay as they are',
  params: idParams,
  answer,
});

export const resumeAllRewards = defineCall({
  method: 'POST',
  path: '/api/operator/rewards/resume',
  who: 'operator',
  source: 'ours',
  summary: 'Turn all paused rewards on',
  answer: v.object({ resumed: v.array(idSchema) }),
});
