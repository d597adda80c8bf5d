/** Problems that users report with an order or an offer, and our answers. */
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { DISPUTE_REASONS } from '../../../src/lib/contract/limits.ts';
import { userId } from './accounts.ts';
import { identity, now, time } from './columns.ts';

const disputeSubjects = ['order', 'offer'] as const;
const disputeStates = ['open', 'accepted', 'refused', 'appealed', 'closed'] as const;

export const disputes = pgTable(
  'disputes',
  {
    id: identity(),
    userId: userId(),
    subject: text('subject', { enum: [...disputeSubjects] }).notNull(),
    /** The id of the order or offer. */
    subjectId: integer('subject_id').notNull(),
    /** For an order: the kind of problem (contract: DISPUTE_REASONS). */
    reason: text('reason', { enum: [...DISPUTE_REASONS] }),
    /** What happened, with proof, in the user's words. */
    proof: text('proof').notNull(),
    /** open: waits for an answer. refused: can be appealed once. appealed: waits again. closed: refused for good. */
    state: text('state', { enum: [...disputeStates] })
      .notNull()
      .default('open'),
    openedAt: time('opened_at').notNull().default(now),
    /** When we promised to answer. */
    dueAt: time('due_at').notNull(),
    /** The operator's answer with the reason. The answer to an appeal replaces the first one. */
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
