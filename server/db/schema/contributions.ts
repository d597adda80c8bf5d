/** What players contribute: friends, proofs of social tasks, and articles that are reviewed before they are shown. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { userId, users } from './accounts.ts';
import { identity, now, time } from './columns.ts';
import { articles } from './community.ts';
import { games } from './games.ts';
import { operators } from './operators.ts';

/**
 * A friend who signed up with a player's link, on the terms of that day. Later changes of the terms apply only to later friends.
 */
export const referrals = pgTable(
  'referrals',
  {
    friendId: integer('friend_id')
      .primaryKey()
      .references(() => users.id),
    inviterId: integer('inviter_id')
      .notNull()
      .references(() => users.id),
    /** The percentage of what the friend wins in our own games. */
    percent: integer('percent').notNull(),
    /** The most points that this friend can bring. */
    cap: integer('cap').notNull(),
    joinedAt: time('joined_at').notNull(),
    /** The friend's wins after this time don't count. */
    endsAt: time('ends_at').notNull(),
    /** Points paid so far: the sum of this friend's ledger entries. */
    earned: integer('earned').notNull().default(0),
    /** The last UTC day that was paid. */
    paidThrough: date('paid_through', { mode: 'string' }).notNull(),
    /** If set, nothing more is paid, because the friend is the inviter's own second account. */
    refusedAt: time('refused_at'),
    /** The operator who refused it; null if it was refused automatically, because both addresses have the same mailbox. */
    refusedBy: integer('refused_by').references(() => operators.id),
    /** The reason, in words for the inviter. */
    reason: text('reason'),
  },
  (table) => [
    index('referrals_inviter').on(table.inviterId, table.friendId),
    index('referrals_due').on(table.paidThrough).where(sql`refused_at is null and earned < cap`),
    check('referrals_of_two', sql`${table.friendId} <> ${table.inviterId}`),
    check('referrals_refused_with_reason', sql`(${table.refusedAt} IS NULL) = (${table.reason} IS NULL)`),
    check('referrals_within_cap', sql`${table.earned} between 0 and ${table.cap}`),
  ],
);

/** Social tasks as the catalogue's files describe them. */
export const socialTasks = pgTable('social_tasks', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull(),
  network: text('network').notNull(),
  name: text('name').notNull(),
  steps: jsonb('steps').$type<string[]>().notNull(),
  proofLabel: text('proof_label').notNull(),
  proofHint: text('proof_hint').notNull(),
  proofPattern: text('proof_pattern').notNull(),
  points: integer('points').notNull(),
  active: boolean('active').notNull().default(true),
});

/** A player's proof for a task. One row per task and player; a second try overwrites it. */
export const socialProofs = pgTable(
  'social_proofs',
  {
    id: identity(),
    taskId: integer('task_id')
      .notNull()
      .references(() => socialTasks.id),
    userId: userId(),
    state: text('state', { enum: ['waiting', 'confirmed', 'refused'] }).notNull(),
    proof: text('proof').notNull(),
    /** The proof in a form that is equal for two spellings of the same link. */
    proofKey: text('proof_key').notNull(),
    tries: integer('tries').notNull().default(1),
    /** The points that were promised when it was submitted. */
    points: integer('points').notNull(),
    submittedAt: time('submitted_at').notNull(),
    decidedAt: time('decided_at'),
    decidedBy: integer('decided_by').references(() => operators.id),
    /** The operator's words. The player reads them after a rejection. */
    reason: text('reason'),
  },
  (table) => [
    uniqueIndex('social_proofs_once').on(table.taskId, table.userId),
    uniqueIndex('social_proofs_not_twice').on(table.taskId, table.proofKey).where(sql`state <> 'refused'`),
    index('social_proofs_waiting').on(table.submittedAt, table.id).where(sql`state = 'waiting'`),
    check('social_proofs_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} IS NULL)`),
  ],
);

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
