/** Rounds of our own games, progress on quests, tournaments, the play budget, and days played. */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { userId } from './account.ts';
import { games, quests } from './catalogue.ts';
import { time } from './columns.ts';

/** A round of one of our games: its seed, the moves that were sent, and the result of the replay. */
export const rounds = pgTable(
  'rounds',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id),
    seed: bigint('seed', { mode: 'number' }).notNull(),
    version: integer('version').notNull(),
    /** The variant of the game: `src/lib/arcade`. */
    variant: text('variant').notNull().default('classic'),
    startedAt: time('started_at').notNull(),
    finishedAt: time('finished_at'),
    /** When its player started another round. Moves made before that can still be sent, later ones can't. */
    replacedAt: time('replaced_at'),
    /** For a counted round: how long it was played, from `startedAt`. Rounds of one account never overlap. */
    playedMs: integer('played_ms'),
    score: integer('score'),
    /**
     * The moves. They are kept if the round paid or is its player's best, so that anyone who sees the score can have it replayed, and
     * if others can play against it.
     */
    inputs: jsonb('inputs').$type<(readonly [number, number])[]>(),
    /**
     * What an open round's browser has sent so far, for another device; `at` is in milliseconds of play. Nothing is counted from
     * it.
     */
    kept: jsonb('kept').$type<{ at: number; inputs: readonly (readonly [number, number])[] }>(),
    /** Why it wasn't counted; null if it was, or isn't finished. */
    refusal: text('refusal'),
    /** The UTC day, if it was played on that day's shared seed. */
    daily: date('daily', { mode: 'string' }),
    /** The week's Monday, if it counts or may still count in that week's tournament. */
    week: date('week', { mode: 'string' }),
    /** The run that it is a duel with, on the same seed. */
    rival: uuid('rival').references((): AnyPgColumn => rounds.id, { onDelete: 'set null' }),
    /** Whether it was played before its player signed in (`guestRounds`). */
    guest: boolean('guest').notNull().default(false),
    finishKey: text('finish_key'),
    /** The answer given when it was finished, so a lost answer can be sent again. */
    answer: jsonb('answer'),
  },
  (table) => [
    uniqueIndex('rounds_one_open').on(table.userId).where(sql`finished_at is null and replaced_at is null`),
    uniqueIndex('rounds_one_guest').on(table.userId).where(sql`guest`),
    index('rounds_played').on(table.userId, table.startedAt),
    check('rounds_played_not_negative', sql`${table.playedMs} >= 0`),
    index('rounds_best').on(table.userId, table.gameId, table.score),
    index('rounds_daily')
      .on(table.gameId, table.daily, table.score)
      .where(sql`daily is not null and score is not null`),
    // Deleting a run looks for the duels with it.
    index('rounds_rival').on(table.rival).where(sql`rival is not null`),
    index('rounds_variant')
      .on(table.gameId, table.variant, table.finishedAt)
      .where(sql`variant <> 'classic' and inputs is not null`),
    check('rounds_one_shared_seed', sql`${table.daily} is null or ${table.week} is null`),
  ],
);

/** Tournaments: one game per week, with a seed that everyone shares (features/arcade/tournaments.ts). */
export const tournaments = pgTable(
  'tournaments',
  {
    /** The Monday on which it starts, UTC. */
    week: date('week', { mode: 'string' }).primaryKey(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id),
    /** When the places were set; null before. */
    closedAt: time('closed_at'),
  },
  (table) => [check('tournaments_week_begins_on_monday', sql`extract(isodow from ${table.week}) = 1`)],
);

/** Players who have scored in a week's tournament, by their best round. */
export const tournamentPlayers = pgTable(
  'tournament_players',
  {
    userId: userId(),
    week: date('week', { mode: 'string' })
      .notNull()
      .references(() => tournaments.week),
    /** 0 is the lowest. The names are in contract/limits. */
    league: smallint('league').notNull(),
    /** In the order of their first scores, from 1 in each league. The group follows from it. */
    number: integer('number').notNull(),
    score: integer('score').notNull(),
    scoredAt: time('scored_at').notNull(),
    /** The place in the group at the end of the week; null before, and for players who were hidden from leaderboards then. */
    place: smallint('place'),
    /** 1 for the group's top quarter, -1 for the bottom quarter, 0 between; null before the end. */
    move: smallint('move'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.week] }),
    unique('tournament_players_number').on(table.week, table.league, table.number),
    check('tournament_players_league', sql`${table.league} between 0 and 3`),
    check(
      'tournament_players_positive',
      sql`${table.number} > 0 and ${table.score} > 0 and ${table.place} > 0`,
    ),
    check('tournament_players_move', sql`${table.move} between -1 and 1`),
    check('tournament_players_placed', sql`${table.place} is null or ${table.move} is not null`),
  ],
);

/**
 * A Classic round played without an account; it doesn't say whose it is. Anyone who knows its id can count it for an account, for
 * a limited time. It then moves to `rounds` under the same id.
 */
export const guestRounds = pgTable(
  'guest_rounds',
  {
    id: uuid('id').primaryKey(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id),
    seed: bigint('seed', { mode: 'number' }).notNull(),
    version: integer('version').notNull(),
    startedAt: time('started_at').notNull(),
  },
  (table) => [index('guest_rounds_started').on(table.startedAt)],
);

export const questProgress = pgTable(
  'quest_progress',
  {
    userId: userId(),
    questId: integer('quest_id')
      .notNull()
      .references(() => quests.id),
    /** The day or the week's Monday, in UTC; 1970-01-01 for one-time quests. */
    period: date('period', { mode: 'string' }).notNull(),
    progress: integer('progress').notNull(),
    /** Points paid so far, if the budget had no room for all of them. */
    paid: integer('paid').notNull().default(0),
    completedAt: time('completed_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.questId, table.period] })],
);

/**
 * What our own games paid to all accounts on a UTC day. Locking the row ensures that no two rounds spend the same points of the
 * site's budget.
 */
export const budgetDays = pgTable(
  'budget_days',
  { day: date('day', { mode: 'string' }).primaryKey(), paid: integer('paid').notNull() },
  (table) => [check('budget_days_paid_not_negative', sql`${table.paid} >= 0`)],
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
