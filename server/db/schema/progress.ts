/** Who earned how much, and when somebody played: what leaderboard, level and streak are read from. */
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { time } from './columns.ts';

export const scoreSpans = ['week', 'month', 'all'] as const;

/**
 * Points that were earned and confirmed, added up per user, span and game by the ledger's trigger. Without foreign keys, as the
 * ledger itself.
 */
export const scores = pgTable(
  'scores',
  {
    span: text('span', { enum: scoreSpans }).notNull(),
    /** The week's Monday or the month's first day, in UTC; 1970-01-01 for all time. */
    period: date('period', { mode: 'string' }).notNull(),
    /** 0: all games together, and what no game paid. */
    gameId: integer('game_id').notNull(),
    userId: integer('user_id').notNull(),
    points: integer('points').notNull(),
    /** When it last grew: of equal points the earlier comes first. */
    reachedAt: time('reached_at').notNull(),
    /** Its owner left the leaderboard. */
    hidden: boolean('hidden').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.span, table.period, table.gameId] }),
    index('scores_rank')
      .on(table.span, table.period, table.gameId, sql`points desc`, table.reachedAt, table.userId)
      .where(sql`not hidden and points > 0`),
  ],
);

/** The UTC days on which somebody had a round of our own games counted. */
export const playDays = pgTable(
  'play_days',
  {
    userId: integer('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** How long the rounds lasted that ended on this day. */
    playedMs: integer('played_ms').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day] }),
    // A day's rounds can't overlap, and the first may have begun up to an hour before it; so may one that was played before signing in.
    check('play_days_fit_a_day', sql`${table.playedMs} between 0 and 93600000`),
  ],
);

/** The collection: each kind of creature that somebody hatched in a counted round. It is worth no points. */
export const finds = pgTable(
  'finds',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** By what is seen of the creature (lib/arcade/creatures.ts). */
    kind: integer('kind').notNull(),
    /** The first one, as code. */
    creature: text('creature').notNull(),
    foundAt: time('found_at').notNull(),
    count: integer('count').notNull(),
    /** The kinds that the first one was bred from. */
    parents: integer('parents').array(),
    /** When one of this kind was last bred. */
    bredAt: time('bred_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind] }),
    check('finds_count_positive', sql`${table.count} > 0`),
  ],
);
