/** What leaderboards and levels are computed from. */
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

const scoreSpans = ['week', 'month', 'all'] as const;

/**
 * Points that were earned and confirmed, per user, span and game. The ledger's trigger adds them up. There are no foreign keys,
 * as in the ledger.
 */
export const scores = pgTable(
  'scores',
  {
    span: text('span', { enum: scoreSpans }).notNull(),
    /** The week's Monday or the month's first day, in UTC; 1970-01-01 for all time. */
    period: date('period', { mode: 'string' }).notNull(),
    /** 0 is the total of all games and of everything that no game paid. */
    gameId: integer('game_id').notNull(),
    userId: integer('user_id').notNull(),
    points: integer('points').notNull(),
    /** When it last grew. On equal points the earlier time wins. */
    reachedAt: time('reached_at').notNull(),
    /** Whether the user isn't listed. A trigger follows `users.shown_as`. */
    hidden: boolean('hidden').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.span, table.period, table.gameId] }),
    index('scores_rank')
      .on(table.span, table.period, table.gameId, sql`points desc`, table.reachedAt, table.userId)
      .where(sql`not hidden and points > 0`),
  ],
);
