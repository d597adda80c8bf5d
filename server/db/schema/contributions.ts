/** What players bring in: friends, proofs of social tasks, and articles that are to be read before they are shown. */
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
import { users } from './accounts.ts';
import { identity, now, time } from './columns.ts';
import { articles } from './community.ts';
import { games } from './games.ts';
import { operators } from './operators.ts';

/** A friend who joined by somebody's link, on the terms of that day: other terms later are for those who join later. */
export const referrals = pgTable(
  'referrals',
  {
    friendId: integer('friend_id')
      .primaryKey()
      .references(() => users.id),
    inviterId: integer('inviter_id')
      .notNull()
      .references(() => users.id),
    /** Percent of what the friend wins in our own games. */
    percent: integer('percent').notNull(),
    /** Points that this friend brings at most. */
    cap: integer('cap').notNull(),
    joinedAt: time('joined_at').notNull(),
    /** What the friend wins from here on counts no more. */
    endsAt: time('ends_at').notNull(),
    /** Points paid so far: the sum of this friend's entries in the ledger. */
    earned: integer('earned').notNull().default(0),
    /** The last day that was reckoned with, UTC. */
    paidThrough: date('paid_through', { mode: 'string' }).notNull(),
    /** Set: nothing more is paid, since it is the inviter's own second account. */
    refusedAt: time('refused_at'),
    /** Who refused it; null: we did, immediately, since both addresses lead to one mailbox. */
    refusedBy: integer('refused_by').references(() => operators.id),
    /** Why, in words for the inviter. */
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

/** Social tasks as the catalogue's files have them. */
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

/** What a player hands in for a task: one row per task and player, which a second try after a refusal writes over. */
export const socialProofs = pgTable(
  'social_proofs',
  {
    id: identity(),
    taskId: integer('task_id')
      .notNull()
      .references(() => socialTasks.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    state: text('state', { enum: ['waiting', 'confirmed', 'refused'] }).notNull(),
    proof: text('proof').notNull(),
    /** The proof without what makes the same link look like another one. */
    proofKey: text('proof_key').notNull(),
    tries: integer('tries').notNull().default(1),
    /** As they were promised when it was handed in. */
    points: integer('points').notNull(),
    submittedAt: time('submitted_at').notNull(),
    decidedAt: time('decided_at'),
    decidedBy: integer('decided_by').references(() => operators.id),
    /** In the operator's words; of a refusal the player reads it. */
    reason: text('reason'),
  },
  (table) => [
    uniqueIndex('social_proofs_once').on(table.taskId, table.userId),
    uniqueIndex('social_proofs_not_twice').on(table.taskId, table.proofKey).where(sql`state <> 'refused'`),
    index('social_proofs_waiting').on(table.submittedAt, table.id).where(sql`state = 'waiting'`),
    check('social_proofs_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} IS NULL)`),
  ],
);

/** An article on its way: written, handed in, and accepted or refused by an operator. */
export const submissions = pgTable(
  'submissions',
  {
    id: identity(),
    /** Made in the browser, so that the first save sent twice is one draft. */
    key: uuid('key').notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    state: text('state', { enum: ['draft', 'submitted', 'accepted', 'refused'] })
      .notNull()
      .default('draft'),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    type: text('type', { enum: ['guide', 'review'] }).notNull(),
    gameId: integer('game_id').references(() => games.id),
    /** Markdown. */
    body: text('body').notNull(),
    /** Raised by each change: who saves names the one that was changed, so that two tabs can't write over each other. */
    version: integer('version').notNull().default(1),
    createdAt: time('created_at').notNull().default(now),
    updatedAt: time('updated_at').notNull().default(now),
    submittedAt: time('submitted_at'),
    decidedAt: time('decided_at'),
    decidedBy: integer('decided_by').references(() => operators.id),
    /** In the operator's words: why it was refused, or what was liked. */
    reason: text('reason'),
    /** As they were promised when it was handed in. */
    points: integer('points'),
    /** Of the text that was handed in, without case and spaces: the same one isn't taken twice. */
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
