/** What leaderboards, levels and streaks are computed from: points earned, and days played. */
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { userId } from './accounts.ts';
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

/** The UTC days on which a round of a user was counted. */
export const playDays = pgTable(
  'play_days',
  {
    userId: integer('user_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** The length of the rounds that ended on this day. */
    playedMs: integer('played_ms').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day] }),
    // A day's rounds can't overlap, and the first may have started up to an hour before midnight. One played before signing in
    // may have, too.
    check('play_days_fit_a_day', sql`${table.playedMs} between 0 and 93600000`),
  ],
);

/** The collection: each kind of creature that a user hatched in a counted round. Creatures are worth no points. */
export const finds = pgTable(
  'finds',
  {
    userId: userId(),
    /** The kind, by what the creature looks like (lib/arcade/creatures.ts). */
    kind: integer('kind').notNull(),
    /** The code of the first one. */
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
