import { sql } from 'drizzle-orm';
import { customType, integer, timestamp } from 'drizzle-orm/pg-core';

/** Column types that all tables share. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const now = sql`now()`;
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
export const identity = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
/** Signs that two accounts may belong to one person, the most serious first. */
const telling = ['self_referral', 'returned', 'payout', 'device', 'address'] as const;
/** What two accounts may have in common. A crowded address says too little to hold more than a first order. */
export const matchReasons = [...telling, 'crowd'] as const;
/** Why an account's orders are held for review, the most serious reason first. */
export const reviewReasons = ['lost_factor', ...telling] as const;
/**
 * Why an order is held: its account is under review, or it is a first order paid with points from our own games
 * (first_order_signs).
 */
export const heldReasons = [...reviewReasons, 'first_order'] as const;
