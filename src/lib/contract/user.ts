/** Who somebody is, as the calls tell it. */
import * as v from 'valibot';
import { idSchema, timeSchema } from './call.ts';

export const balanceSchema = v.object({
  /** Points that can be spent. */
  available: v.number(),
  /** Earned, and waiting to be confirmed. */
  pending: v.number(),
  /** Held for orders that aren't delivered yet. */
  reserved: v.number(),
  /** Points owed after a reversal, as a number of zero or more; new earnings settle it first. */
  debt: v.number(),
});
export type Balance = v.InferOutput<typeof balanceSchema>;

/** The user as its owner sees it; another's is the public face, without the optional keys. */
export const userSchema = v.object({
  id: idSchema,
  name: v.string(),
  /** The reward that is the caller's goal. */
  myreward: v.optional(v.nullable(idSchema)),
  email: v.optional(v.string()),
  country: v.optional(v.nullable(v.string())),
  birth_date: v.optional(v.nullable(v.string())),
  balance: v.optional(balanceSchema),
  /** Delivery details saved so far, by field name. */
  delivery_details: v.optional(v.record(v.string(), v.string())),
  created_at: v.optional(timeSchema),
  /** True for accounts of the demo data. */
  sample: v.optional(v.boolean()),
});
export type User = v.InferOutput<typeof userSchema>;
