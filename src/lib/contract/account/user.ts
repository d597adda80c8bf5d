/** A user, as calls return it. */
import * as v from 'valibot';
import { adapted, isObject, named, type Read, whole } from '../answer.ts';
import { idSchema, timeSchema } from '../call.ts';

export const balanceSchema = whole(
  v.object({
    /** Points that can be spent. */
    available: v.number(),
    /** Points earned that are waiting for confirmation. */
    pending: v.number(),
    /** Held for orders that aren't delivered yet. */
    reserved: v.number(),
    /** Points owed after a reversal: zero or more. New earnings settle the debt first. */
    debt: v.number(),
    /** Only there if the ledger has no entry yet. */
    is_new: v.optional(v.boolean()),
  }),
);
export type Balance = v.InferOutput<typeof balanceSchema>;

/** Other hosts may send the whole reward. */
export const goalId = adapted(idSchema, (given) => {
  const reward = isObject(given) && isObject(given.data) ? given.data : given;
  return isObject(reward) ? reward.id : reward;
});

/** The user as its owner sees it. Other users' profiles lack the optional keys. */
export const userSchema = v.object({
  id: idSchema,
  name: named('Player'),
  /** The reward that the user has set as a goal. */
  myreward: v.optional(v.nullable(goalId)),
  /** Null if the provider sent none. */
  email: v.optional(v.nullable(v.string())),
  /** Required before the first redemption. */
  email_confirmed: v.optional(v.boolean()),
  /** The text that the creature is made from, if the player chose one. Otherwise it is the name. */
  avatar: v.optional(v.nullable(v.string())),
  /** Others see only the name and the creature. */
  private: v.optional(v.boolean()),
  country: v.optional(v.nullable(v.string())),
  birth_date: v.optional(v.nullable(v.string())),
  balance: v.optional(balanceSchema),
  /** Delivery details saved so far, by field name. */
  delivery_details: v.optional(v.record(v.string(), v.string())),
  created_at: v.optional(timeSchema),
  /** When and why the user was suspended, and so can't buy or earn. Null: not suspended. */
  suspended: v.optional(v.nullable(whole(v.object({ at: timeSchema, reason: v.string() })))),
  /** True for an account from the demo data. */
  sample: v.optional(v.boolean()),
});
export type User = Read<typeof userSchema>;
