/** Social tasks, and proofs of them. */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { userId } from './account.ts';
import { operators } from './admin.ts';
import { identity, time } from './columns.ts';

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
