/** Account stats: points by state, streak, level (product.md, points 1 and 9). The call is ours. */
import * as v from 'valibot';
import { balanceSchema } from '../account/account.ts';
import { playBudgetSchema } from '../arcade/play-budget.ts';
import { playStepSchema } from '../arcade/play-path.ts';
import { defineCall, idSchema, timeSchema } from '../call.ts';

export const accountStatsSchema = v.object({
  balance: balanceSchema,
  /** The points that our own games can still pay the caller. */
  budget: v.nullable(playBudgetSchema),
  /** The suggested next game. Null if no quest in our own games is open. */
  next: v.optional(v.nullable(playStepSchema), null),
  /** Pending points by release time, the earliest first. Null: the partner decides when to confirm them. */
  pending: v.array(
    v.object({ points: v.number(), entries: v.number(), releases_at: v.nullable(timeSchema) }),
  ),
  /** The orders that hold points. */
  reserved: v.array(v.object({ order_id: idSchema, title: v.string(), points: v.number() })),
  streak: v.object({
    /** Days in a row. Days bridged by a freeze don't count. */
    days: v.number(),
    best: v.number(),
    played_today: v.boolean(),
    /** Freezes available. Each one covers a day without a round. */
    freezes: v.number(),
    freezes_held: v.number(),
    next_freeze_in: v.number(),
    /** The streak day that brings a creature for the collection. Null if the player has found them all. */
    gift_day: v.optional(v.nullable(v.number()), null),
    /** The last seven days; today is the last one. */
    week: v.array(v.object({ day: v.string(), state: v.picklist(['played', 'frozen', 'missed', 'open']) })),
    /** When today ends. */
    ends_at: timeSchema,
  }),
  level: v.object({
    level: v.number(),
    /** All points ever earned and confirmed. */
    earned: v.number(),
    /** Null at the last level. */
    next: v.nullable(v.object({ level: v.number(), at: v.number(), perks: v.array(v.string()) })),
    /** The points at which this level begins. */
    from: v.number(),
    perks: v.array(v.string()),
  }),
  /** Whether to offer the weekly digest: it can reach the caller, who has played on two days and hasn't chosen yet. */
  digest_offered: v.optional(v.boolean(), false),
});
export type AccountStats = v.InferOutput<typeof accountStatsSchema>;

export const getAccountStats = defineCall('user', 'GET /api/user/dashboard/stats', {
  summary: "The caller's points by status with dates, streak, and level with its perks",
  answer: accountStatsSchema,
});
