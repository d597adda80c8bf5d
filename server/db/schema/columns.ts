import { sql } from 'drizzle-orm';
import { customType, integer, timestamp } from 'drizzle-orm/pg-core';

/** Columns that all tables write alike. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const now = sql`now()`;
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
export const identity = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
/** What two accounts may have in common, the gravest first. */
export const matchReasons = ['self_referral', 'payout', 'device', 'address'] as const;
/** Why an account's orders are held for review, the gravest first. */
export const reviewReasons = ['lost_factor', ...matchReasons] as const;
