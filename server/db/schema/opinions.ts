/** Opinions with their likes and reports, and ratings. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { REPORT_REASONS } from '../../../src/lib/contract/limits.ts';
import { userId } from './account.ts';
import { operators } from './admin.ts';
import { articles } from './articles.ts';
import { games, rewards } from './catalogue.ts';
import { identity, now, time } from './columns.ts';

export const opinions = pgTable(
  'opinions',
  {
    id: identity(),
    userId: userId(),
    rewardId: integer('reward_id').references(() => rewards.id),
    gameId: integer('game_id').references(() => games.id),
    articleId: integer('article_id').references(() => articles.id),
    opinion: text('opinion').notNull(),
    likes: integer('likes').notNull().default(0),
    editedAt: time('edited_at'),
    createdAt: time('created_at').notNull().default(now),
    /** Raised by each change. An operator's decision names the version that was read. */
    version: integer('version').notNull().default(1),
    /** When an operator hid it. Only its writer sees it, with the reason. */
    hiddenAt: time('hidden_at'),
    hiddenFor: text('hidden_for'),
    hiddenBy: integer('hidden_by').references(() => operators.id),
    /** Since when it waits for an operator: it was reported, or it was hidden and its writer has changed it. */
    waitsSince: time('waits_since'),
  },
  (table) => [
    index('opinions_reward').on(table.rewardId, table.id),
    index('opinions_game').on(table.gameId, table.id),
    index('opinions_article').on(table.articleId, table.id),
    index('opinions_hidden').on(table.userId, table.id).where(sql`hidden_at is not null`),
    index('opinions_waiting').on(table.waitsSince, table.id).where(sql`waits_since is not null`),
    check(
      'opinions_hidden_with_reason',
      sql`num_nonnulls(${table.hiddenAt}, ${table.hiddenFor}, ${table.hiddenBy}) in (0, 3)`,
    ),
    check(
      'opinions_of_one_thing',
      sql`num_nonnulls(${table.rewardId}, ${table.gameId}, ${table.articleId}) = 1`,
    ),
  ],
);

export const opinionLikes = pgTable(
  'opinion_likes',
  {
    userId: userId(),
    opinionId: integer('opinion_id')
      .notNull()
      .references(() => opinions.id, { onDelete: 'cascade' }),
    /** False is a dislike. `opinions.likes` counts only likes. */
    liked: boolean('liked').notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.userId, table.opinionId] })],
);

/** A player's report of someone's opinion. One per player and opinion, open until an operator has looked. */
export const opinionReports = pgTable(
  'opinion_reports',
  {
    opinionId: integer('opinion_id')
      .notNull()
      .references(() => opinions.id, { onDelete: 'cascade' }),
    userId: userId(),
    reason: text('reason', { enum: REPORT_REASONS }).notNull(),
    /** In the reporter's words; may be empty. */
    note: text('note').notNull(),
    /** The version of the opinion that the reporter saw. */
    version: integer('version').notNull(),
    createdAt: time('created_at').notNull(),
    settledAt: time('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.opinionId, table.userId] }),
    index('opinion_reports_user').on(table.userId),
  ],
);

export const ratings = pgTable(
  'ratings',
  {
    userId: userId(),
    subject: text('subject', { enum: ['reward', 'game', 'article'] }).notNull(),
    subjectId: integer('subject_id').notNull(),
    rate: integer('rate').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.subject, table.subjectId] }),
    check('ratings_one_to_five', sql`${table.rate} between 1 and 5`),
  ],
);
