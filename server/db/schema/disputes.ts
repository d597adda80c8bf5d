/** What a user says went wrong with an order or an offer, and what was answered. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { DISPUTE_REASONS } from '../../../src/lib/contract/limits.ts';
import { users } from './accounts.ts';
import { identity, now, time } from './columns.ts';

export const disputeSubjects = ['order', 'offer'] as const;
export const disputeStates = ['open', 'accepted', 'refused', 'appealed', 'closed'] as const;

export const disputes = pgTable(
  'disputes',
  {
    id: identity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    subject: text('subject', { enum: [...disputeSubjects] }).notNull(),
    /** The order's id, or the offer's. */
    subjectId: integer('subject_id').notNull(),
    /** Of an order: which kind of trouble (contract: DISPUTE_REASONS). */
    reason: text('reason', { enum: [...DISPUTE_REASONS] }),
    /** What happened, with what shows it, in the user's words. */
    proof: text('proof').notNull(),
    /** open: waits for an answer. refused: may be appealed once. appealed: waits again. closed: refused for good. */
    state: text('state', { enum: [...disputeStates] })
      .notNull()
      .default('open'),
    openedAt: time('opened_at').notNull().default(now),
    /** Until when we answer. */
    dueAt: time('due_at').notNull(),
    /** Written by the operator, with the reason; that of the appeal replaces that of the refusal. */
    answer: text('answer'),
    answeredAt: time('answered_at'),
    appeal: text('appeal'),
    appealedAt: time('appealed_at'),
  },
  (table) => [
    unique('disputes_once').on(table.userId, table.subject, table.subjectId),
    index('disputes_waiting').on(table.dueAt).where(sql`state in ('open', 'appealed')`),
    check('disputes_state', sql`${table.state} in ('open', 'accepted', 'refused', 'appealed', 'closed')`),
    check(
      'disputes_answered',
      sql`(${table.state} = 'open' and ${table.answer} is null) or (${table.state} <> 'open' and ${table.answer} is not null and ${table.answeredAt} is not null)`,
    ),
    check('disputes_appealed', sql`(${table.appeal} is null) = (${table.appealedAt} is null)`),
  ],
);
