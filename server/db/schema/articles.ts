/** Articles by us and by players. */
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { games } from './catalogue.ts';
import { time } from './columns.ts';

export const articles = pgTable('articles', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  summary: text('summary').notNull(),
  type: text('type', { enum: ['news', 'guide', 'review'] }).notNull(),
  body: text('body').notNull(),
  gameId: integer('game_id').references(() => games.id),
  glyph: text('glyph'),
  /** The player who wrote it; null for our own articles, which come from the catalogue's files. */
  authorId: integer('author_id').references(() => users.id),
  publishedAt: time('published_at').notNull(),
  rateSum: integer('rate_sum').notNull().default(0),
  rateCount: integer('rate_count').notNull().default(0),
  active: boolean('active').notNull().default(true),
});
