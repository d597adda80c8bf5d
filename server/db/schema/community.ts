/** Opinions, ratings, articles, contests and cases. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { REPORT_REASONS } from '../../../src/lib/contract/limits.ts';
import { userId, users } from './accounts.ts';
import { bytes, identity, now, time } from './columns.ts';
import { games } from './games.ts';
import { operators } from './operators.ts';
import { rewards } from './rewards.ts';

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

/** Contests as the catalogue's files describe them. New contests are made from these. */
export const contestPlans = pgTable(
  'contest_plans',
  {
    id: integer('id').primaryKey(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    game: text('game').notNull(),
    summary: text('summary').notNull(),
    rules: jsonb('rules').$type<string[]>().notNull(),
    /** Points by place, first place first. */
    prizes: jsonb('prizes').$type<number[]>().notNull(),
    /** week: repeated every ISO week. Null: once, on these dates. */
    every: text('every', { enum: ['week'] }),
    startsAt: time('starts_at'),
    endsAt: time('ends_at'),
    /** False once its file is gone. The current contest runs to its end, and no new one follows. */
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    check(
      'contest_plans_weekly_or_dated',
      sql`(${table.every} IS NULL) = (${table.startsAt} IS NOT NULL AND ${table.endsAt} IS NOT NULL)`,
    ),
  ],
);

/**
 * A contest as it was announced. A weekly contest has a row per week, with the texts and prizes of that time: what was announced
 * never changes for those who entered.
 */
export const contests = pgTable(
  'contests',
  {
    id: identity(),
    /** The id in the catalogue's file; null if an operator created it. */
    catalogueId: integer('catalogue_id').references(() => contestPlans.id),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    game: text('game').notNull(),
    summary: text('summary').notNull(),
    rules: jsonb('rules').$type<string[]>().notNull(),
    /** Points by place, first place first. */
    prizes: jsonb('prizes').$type<number[]>().notNull(),
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
    /** The number of entries, which is also the last entry number. */
    entries: integer('entries').notNull().default(0),
    /** 32 bytes in hex, published after the draw. Its hash is public from the start. */
    seed: text('seed').notNull(),
    seedHash: text('seed_hash').notNull(),
    drawnAt: time('drawn_at'),
    /** When it was cancelled, so it is never drawn. `calledOffFor` is the reason that players read. */
    calledOffAt: time('called_off_at'),
    calledOffFor: text('called_off_for'),
  },
  (table) => [
    check('contests_drawn_or_off', sql`${table.drawnAt} is null or ${table.calledOffAt} is null`),
    check('contests_called_off_for', sql`(${table.calledOffAt} is null) = (${table.calledOffFor} is null)`),
    unique('contests_once').on(table.catalogueId, table.startsAt),
    check('contests_end_after_start', sql`${table.endsAt} > ${table.startsAt}`),
  ],
);

export const contestEntries = pgTable(
  'contest_entries',
  {
    contestId: integer('contest_id')
      .notNull()
      .references(() => contests.id),
    userId: userId(),
    /** From 1, in the order of entering. */
    number: integer('number').notNull(),
    /** Chosen by the player. */
    seed: text('seed').notNull(),
    /** From 1; null for entries that didn't win, and before the draw. */
    place: integer('place'),
    /**
     * A keyed hash of the player's mailbox, kept until the draw. So a deleted account and a new one with the same mailbox have
     * one entry.
     */
    mailbox: bytes('mailbox'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contestId, table.userId] }),
    unique('contest_entries_mailbox').on(table.contestId, table.mailbox),
    unique('contest_entries_number').on(table.contestId, table.number),
    unique('contest_entries_place').on(table.contestId, table.place),
  ],
);

export const cases = pgTable('cases', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull(),
  name: text('name').notNull(),
  game: text('game').notNull(),
  summary: text('summary').notNull(),
  description: text('description').notNull(),
  points: integer('points').notNull(),
  items: jsonb('items').$type<{ name: string; points: number; weight: number }[]>().notNull(),
  added: date('added', { mode: 'string' }).notNull(),
  /** The number of openings. A job updates it from time to time, as for rewards. */
  popularity: integer('popularity').notNull().default(0),
  active: boolean('active').notNull().default(true),
});

/** The next draw of each player, one at a time. It is made and hashed before the player chooses a seed. */
export const caseCommitments = pgTable('case_commitments', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  id: uuid('id').notNull().unique(),
  seed: text('seed').notNull(),
  seedHash: text('seed_hash').notNull(),
  /** The number of the player's next opening, from 1. */
  nonce: integer('nonce').notNull(),
});

/** An opened case, with everything its draw was computed from. */
export const caseOpenings = pgTable(
  'case_openings',
  {
    /** The commitment's id. Each commitment has one opening. */
    id: uuid('id').primaryKey(),
    userId: userId(),
    caseId: integer('case_id')
      .notNull()
      .references(() => cases.id),
    /** The case's items when it was opened. */
    items: jsonb('items').$type<{ name: string; points: number; weight: number }[]>().notNull(),
    /** The index of the item that was drawn, from 0. */
    item: integer('item').notNull(),
    cost: integer('cost').notNull(),
    points: integer('points').notNull(),
    seed: text('seed').notNull(),
    seedHash: text('seed_hash').notNull(),
    playerSeed: text('player_seed').notNull(),
    nonce: integer('nonce').notNull(),
    openedAt: time('opened_at').notNull(),
    /** Whether the public list shows it. False if it was made before the form said that seeds are published. */
    listed: boolean('listed').notNull().default(true),
  },
  (table) => [
    unique('case_openings_nonce').on(table.userId, table.nonce),
    index('case_openings_case').on(table.caseId, table.openedAt, table.id),
  ],
);
