/** Account stats (points by state, streak, level) and the ledger export (product.md, points 1 and 9). All of it ours. */
import * as v from 'valibot';
import { balanceSchema } from './account.ts';
import { defineCall, idSchema, timeSchema } from './call.ts';
import { transactionSchema } from './dashboard.ts';
import { playBudgetSchema } from './play-budget.ts';
import { playStepSchema } from './play-path.ts';

export const accountStatsSchema = v.object({
  balance: balanceSchema,
  /** What our own games can still pay the caller. */
  budget: v.nullable(playBudgetSchema),
  /** What to play now; null: no quest of our own games is open. */
  next: v.optional(v.nullable(playStepSchema), null),
  /** Pending points by the moment at which they are confirmed, the soonest first; null: when their partner says so. */
  pending: v.array(
    v.object({ points: v.number(), entries: v.number(), releases_at: v.nullable(timeSchema) }),
  ),
  /** Orders that hold points. */
  reserved: v.array(v.object({ order_id: idSchema, title: v.string(), points: v.number() })),
  streak: v.object({
    /** Days in a row, those that a freeze bridged left out. */
    days: v.number(),
    best: v.number(),
    played_today: v.boolean(),
    /** Freezes in hand: each forgives a day without a round. */
    freezes: v.number(),
    freezes_held: v.number(),
    /** Days of play after which another one comes. */
    next_freeze_in: v.number(),
    /** The day of the streak that brings a creature for the collection; null where all of them are found. */
    gift_day: v.optional(v.nullable(v.number()), null),
    /** The last seven days, today at the end. */
    week: v.array(v.object({ day: v.string(), state: v.picklist(['played', 'frozen', 'missed', 'open']) })),
    /** When today ends. */
    ends_at: timeSchema,
  }),
  level: v.object({
    level: v.number(),
    /** Points earned and confirmed, ever. */
    earned: v.number(),
    /** Null at the last level. */
    next: v.nullable(v.object({ level: v.number(), at: v.number(), perks: v.array(v.string()) })),
    /** Where this level begins. */
    from: v.number(),
    perks: v.array(v.string()),
  }),
});
export type AccountStats = v.InferOutput<typeof accountStatsSchema>;

export const getAccountStats = defineCall('user', 'GET /api/user/dashboard/stats', {
  summary: "The caller's points by state with their dates, the streak, and the level with its perks",
  answer: accountStatsSchema,
});

const before = v.optional(
  v.pipe(
    v.union(
      [v.literal(''), v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))],
      'before is the number of an entry.',
    ),
    v.transform((given) => (given === '' ? null : given)),
  ),
  '',
);

export const exportTransactions = defineCall('user', 'GET /api/user/dashboard/transactions/export', {
  summary: "The caller's whole ledger, newest first, a thousand entries at a time",
  query: v.object({ before }),
  answer: v.object({
    entries: v.array(transactionSchema),
    /** To ask for what is older; null at the end. */
    before: v.nullable(v.number()),
  }),
});
