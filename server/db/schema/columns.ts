import { sql } from 'drizzle-orm';
import { customType, integer, timestamp } from 'drizzle-orm/pg-core';

/** Columns that all tables write alike. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const now = sql`now()`;
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
export const identity = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
/** What says by itself that two accounts may be one person's, the gravest first. */
const telling = ['self_referral', 'payout', 'device', 'address'] as const;
/** What two accounts may have in common; an address of many says too little to hold more than a first order. */
export const matchReasons = [...telling, 'crowd'] as const;
/** Why an account's orders are held for review, the gravest first. */
export const reviewReasons = ['lost_factor', ...telling] as const;
/** Why an order is held: its account is under review, or it is a first one that own games paid (first_order_signs). */
export const heldReasons = [...reviewReasons, 'first_order'] as const;
