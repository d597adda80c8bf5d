/** Rewards with their amounts and delivery times, and games with their quests. */
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { GAME_SOURCES } from '../../../src/lib/contract/limits.ts';
import { time } from './columns.ts';

/** The data about rewards that SQL needs. Their texts are in the catalogue's files, which every API process has in memory. */
export const rewards = pgTable('rewards', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  game: text('game').notNull(),
  glyph: text('glyph'),
  colour: text('colour').notNull(),
  minAge: integer('min_age').notNull(),
  /** The field of the delivery detail that it needs; null for codes. */
  field: text('field'),
  /** The price of the smallest amount, for sorting lists. */
  points: integer('points').notNull(),
  added: date('added', { mode: 'string' }).notNull(),
  /** The number of orders. A job updates it from time to time. Updating it in each purchase would make one row a bottleneck. */
  popularity: integer('popularity').notNull().default(0),
  rateSum: integer('rate_sum').notNull().default(0),
  rateCount: integer('rate_count').notNull().default(0),
  /** The number of opinions, kept by a trigger. */
  opinions: integer('opinions').notNull().default(0),
  /** False once its catalogue file is gone. */
  active: boolean('active').notNull().default(true),
  /** Since when it can't be redeemed; null if it is on. Operators set it; the catalogue's files don't change it. */
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
    /** Whether it is delivered immediately, as a code from `codes`. */
    isCode: boolean('is_code').notNull(),
    /** Units left of something that isn't a code; null if it is made to order. Codes are counted in `codes`. */
    stock: integer('stock'),
    /**
     * Whether codes are left. A trigger sets it when codes are added, and the purchase that takes the last one clears it. Lists
     * read only this column.
     */
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

export const games = pgTable('games', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  source: text('source', { enum: GAME_SOURCES }).notNull(),
  arcade: text('arcade'),
  genre: text('genre').notNull(),
  summary: text('summary').notNull(),
  description: text('description').notNull(),
  controls: text('controls').notNull(),
  devices: jsonb('devices').$type<string[]>().notNull(),
  added: date('added', { mode: 'string' }).notNull(),
  registrationQuest: integer('registration_quest'),
  rateSum: integer('rate_sum').notNull().default(0),
  rateCount: integer('rate_count').notNull().default(0),
  active: boolean('active').notNull().default(true),
});

export const quests = pgTable(
  'quests',
  {
    id: integer('id').primaryKey(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    points: integer('points').notNull(),
    period: text('period', { enum: ['once', 'daily', 'weekly'] }).notNull(),
    metric: text('metric').notNull(),
    mode: text('mode', { enum: ['best', 'sum'] }).notNull(),
    goal: integer('goal').notNull(),
    position: integer('position').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [index('quests_game').on(table.gameId, table.position)],
);

/** How long operators took to send a reward, from the orders of recent months. A job updates it from time to time. */
export const deliveryTimes = pgTable('delivery_times', {
  rewardId: integer('reward_id').primaryKey(),
  orders: integer('orders').notNull(),
  medianSeconds: integer('median_seconds').notNull(),
  p90Seconds: integer('p90_seconds').notNull(),
});
