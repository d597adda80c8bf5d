/** Who somebody is, as the calls return it. */
import * as v from 'valibot';
import { adapted, isObject, named, type Read, whole } from './answer.ts';
import { idSchema, timeSchema } from './call.ts';

export const balanceSchema = whole(
  v.object({
    /** Points that can be spent. */
    available: v.number(),
    /** Earned, and waiting to be confirmed. */
    pending: v.number(),
    /** Held for orders that aren't delivered yet. */
    reserved: v.number(),
    /** Points owed after a reversal, as a number of zero or more; new earnings settle it first. */
    debt: v.number(),
  }),
);
export type Balance = v.InferOutput<typeof balanceSchema>;

/** Other hosts may give the reward itself. */
export const goalId = adapted(idSchema, (given) => {
  const reward = isObject(given) && isObject(given.data) ? given.data : given;
  return isObject(reward) ? reward.id : reward;
});

/** The user as its owner sees it; another's is the public face, without the optional keys. */
export const userSchema = v.object({
  id: idSchema,
  name: named('Player'),
  /** The reward that is the caller's goal. */
  myreward: v.optional(v.nullable(goalId)),
  /** Null where a provider sent none. */
  email: v.optional(v.nullable(v.string())),
  /** Without it nothing can be redeemed. */
  email_confirmed: v.optional(v.boolean()),
  /** What the creature is made from, where one was chosen; otherwise the name. */
  avatar: v.optional(v.nullable(v.string())),
  /** Others see name and creature alone. */
  private: v.optional(v.boolean()),
  country: v.optional(v.nullable(v.string())),
  birth_date: v.optional(v.nullable(v.string())),
  balance: v.optional(balanceSchema),
  /** Delivery details saved so far, by field name. */
  delivery_details: v.optional(v.record(v.string(), v.string())),
  created_at: v.optional(timeSchema),
  /** Since when and why it can't buy or earn; null: it can. */
  suspended: v.optional(v.nullable(whole(v.object({ at: timeSchema, reason: v.string() })))),
  /** True for accounts of the demo data. */
  sample: v.optional(v.boolean()),
});
export type User = Read<typeof userSchema>;
