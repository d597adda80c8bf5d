/**
 * What our own games can still pay the caller: the welcome, today's points, and whether the site's budget for today is used up.
 */
import * as v from 'valibot';
import { defineCall, timeSchema } from '../call.ts';

const part = v.object({ points: v.number(), left: v.number() });

export const playBudgetSchema = v.object({
  /** For one-time quests, in addition to today's points. When it is used up, one-time quests are paid from today's points. */
  welcome: part,
  /** For this UTC day. */
  today: part,
  /** The most that a round can pay now, given both parts and the site's budget for today. */
  left: v.number(),
  /** The site's budget for today is used up. Rounds still count for scores and quests, and pay after `resets_at`. */
  used_up: v.boolean(),
  /** When the day ends. */
  resets_at: timeSchema,
});
export type PlayBudgetLeft = v.InferOutput<typeof playBudgetSchema>;

export const getPlayBudget = defineCall('guest', 'GET /api/play-budget', {
  summary: 'The points the caller can still earn in our own games, today and from one-time quests',
  answer: playBudgetSchema,
});
