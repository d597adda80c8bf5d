/** What our own games still pay: to the caller as a welcome and today, and whether the site's budget of today is used up. */
import * as v from 'valibot';
import { defineCall, timeSchema } from './call.ts';

const part = v.object({ points: v.number(), left: v.number() });

export const playBudgetSchema = v.object({
  /** Of one-time quests, paid beside the day's points; once it is used up they are paid from those. */
  welcome: part,
  /** Within this UTC day. */
  today: part,
  /** What a round can be paid now at most, by both parts and by what the site has left for today. */
  left: v.number(),
  /** The site has paid what it can today: rounds still count for scores and quests' progress, and pay after `resets_at`. */
  used_up: v.boolean(),
  /** When the day ends. */
  resets_at: timeSchema,
});
export type PlayBudgetLeft = v.InferOutput<typeof playBudgetSchema>;

export const getPlayBudget = defineCall('guest', 'GET /api/play-budget', {
  summary: 'What our own games still pay the caller today and as a welcome',
  answer: playBudgetSchema,
});
