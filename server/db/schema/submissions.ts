/** Articles by players before they are shown. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { userId } from './account.ts';
import { operators } from './admin.ts';
import { articles } from './articles.ts';
import { games } from './catalogue.ts';
import { identity, now, time } from './columns.ts';

/** An article that a player writes, submits, and an operator accepts or rejects. */
export const submissions = pgTable(
  'submissions',
  {
    id: identity(),
    /** Made in the browser, so a first save that is sent twice makes one draft. */
    key: uuid('key').notNull().unique(),
    userId: userId(),
    state: text('state', { enum: ['draft', 'submitted', 'accepted', 'refused'] })
      .notNull()
      .default('draft'),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    type: text('type', { enum: ['guide', 'review'] }).notNull(),
    gameId: integer('game_id').references(() => games.id),
    /** Markdown. */
    body: text('body').notNull(),
    /** Raised by each change. A save names the version that it changed, so two tabs can't overwrite each other. */
    version: integer('version').notNull().default(1),
    createdAt: time('created_at').notNull().default(now),
    updatedAt: time('updated_at').notNull().default(now),
    submittedAt: time('submitted_at'),
    decidedAt: time('decided_at'),
    decidedBy: integer('decided_by').references(() => operators.id),
    /** The operator's words: why it was rejected, or what was good. */
    reason: text('reason'),
    /** The points that were promised when it was submitted. */
    points: integer('points'),
    /** A hash of the submitted text without case and spaces, because the same text isn't accepted twice. */
    bodyHash: text('body_hash'),
    articleId: integer('article_id')
      .unique()
      .references(() => articles.id),
  },
  (table) => [
    index('submissions_user').on(table.userId, table.updatedAt),
    index('submissions_body').on(table.bodyHash),
    index('submissions_waiting').on(table.submittedAt, table.id).where(sql`state = 'submitted'`),
    check('submissions_published', sql`(${table.state} = 'accepted') = (${table.articleId} IS NOT NULL)`),
    check('submissions_handed_in', sql`${table.state} = 'draft' or ${table.submittedAt} IS NOT NULL`),
  ],
);
