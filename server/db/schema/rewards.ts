/** What can be redeemed: rewards and their amounts. */
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** What is asked of a reward in SQL; its texts stay in the catalogue's files, which every API process has in memory. */
export const rewards = pgTable('rewards', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  game: text('game').notNull(),
  glyph: text('glyph'),
  colour: text('colour').notNull(),
  minAge: integer('min_age').notNull(),
  /** Under which name the detail is kept that its delivery needs; null for codes. */
  field: text('field'),
  /** Of the smallest amount: lists sort by it. */
  points: integer('points').notNull(),
  added: date('added', { mode: 'string' }).notNull(),
  /** Orders so far, counted now and then by a job, not on each buy: that would be one hot row. */
  popularity: integer('popularity').notNull().default(0),
  rateSum: integer('rate_sum').notNull().default(0),
  rateCount: integer('rate_count').notNull().default(0),
  /** How many opinions it has, kept by a trigger. */
  opinions: integer('opinions').notNull().default(0),
  /** False once its catalogue file is gone. */
  active: boolean('active').notNull().default(true),
  /** Since when nobody can redeem it; null: it is on. An operator's, which no catalogue file changes. */
  pausedAt: time('paused_at'),
});

export const amounts = pgTable(
  'amounts',
  {
    id: integer('id').primaryKey(),
    rewardId: integer('reward_id')
      .notNull()
      .references(() => rewards.id),
    label: text('label').notNull(),
    points: integer('points').notNull(),
    cents: integer('cents').notNull(),
    /** Delivered as a code from `codes`, immediately. */
    isCode: boolean('is_code').notNull(),
    /** Pieces left of what isn't a code; null: made to order. Codes are counted in `codes`. */
    stock: integer('stock'),
    /** Whether codes are left: set by a trigger when some come in, cleared by the buy that takes the last. Lists read this alone. */
    hasCodes: boolean('has_codes').notNull().default(false),
    position: integer('position').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    index('amounts_reward').on(table.rewardId, table.position),
    check('amounts_stock_not_negative', sql`${table.stock} >= 0`),
    check('amounts_points_positive', sql`${table.points} > 0`),
  ],
);
