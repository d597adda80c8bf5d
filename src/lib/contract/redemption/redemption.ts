/** What blocks a redemption now, shown before the player tries (product.md, point 6). Ours. */
import * as v from 'valibot';
import { playPathSchema } from '../arcade/play-path.ts';
import { defineCall, idSchema } from '../call.ts';

/** Where the player can solve it. The screen maps these to addresses. */
export const redemptionWays = [
  'confirm_mail',
  'birth_date',
  'details',
  'earn',
  'orders',
  'ledger',
  'rewards',
  'support',
  'amounts',
] as const;

const blockSchema = v.object({
  /** The kind: 'stock'. New kinds may be added; a screen shows the title and advice of an unknown one. */
  name: v.string(),
  /** blocks: the player can't order. holds: the player can order, but the order will be held. */
  effect: v.picklist(['blocks', 'holds']),
  /** "Your email address isn't confirmed" */
  title: v.string(),
  /** What to do about it. */
  advice: v.string(),
  way: v.nullable(v.picklist(redemptionWays)),
});
export type RedemptionBlock = v.InferOutput<typeof blockSchema>;

const optionalId = v.optional(
  v.pipe(
    v.union(
      [v.literal(''), idSchema, v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/), v.transform(Number))],
      'This must be the number of a reward or an amount.',
    ),
    v.transform((given) => (given === '' ? null : given)),
  ),
  '',
);

/** Errors: not_found, invalid. */
export const checkRedemption = defineCall('user', 'GET /api/user/redemption-checks', {
  summary:
    'What keeps the caller from redeeming a reward, or anything if no reward is given, each with what to do about it',
  query: v.object({ reward_id: optionalId, amount_id: optionalId }),
  answer: v.object({
    ready: v.boolean(),
    blocks: v.array(blockSchema),
    /** The fastest way to earn the missing points in our own games. Null if none are missing. */
    path: v.optional(v.nullable(playPathSchema), null),
  }),
});
export type RedemptionChecks = v.InferOutput<typeof checkRedemption.answer>;
