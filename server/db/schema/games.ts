/** Games, their quests, and rounds of our own. */
import { sql } from 'drizzle-orm';
import {
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
import { GAME_SOURCES } from '../../../src/lib/contract/limits.ts';
import { users } from './accounts.ts';
import { time } from './columns.ts';

export const games = pgTable('games', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  source: text('source', { enum: GAME_SOURCES }).notNull(),
  arcade: text('arcade'),
  genre: text('genre').notNull(),
  summary: text('summary').notNull(),
  description: text('description').notNull(),
  controls: text('controls').notNull(),
  devices: jsonb('devices').$type<string[]>().notNull(),
  added: date('added', { mode: 'string' }).notNull(),
  registrationQuest: integer('registration_quest'),
  rateSum: integer('rate_sum').notNull().default(0),
  rateCount: integer('rate_count').notNull().default(0),
  active: boolean('active').notNull().default(true),
});

export const quests = pgTable(
  'quests',
  {
    id: integer('id').primaryKey(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    points: integer('points').notNull(),
    period: text('period', { enum: ['once', 'daily', 'weekly'] }).notNull(),
    metric: text('metric').notNull(),
    mode: text('mode', { enum: ['best', 'sum'] }).notNull(),
    goal: integer('goal').notNull(),
    position: integer('position').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [index('quests_game').on(table.gameId, table.position)],
);

/** A round of an own game: the seed it got, what was sent back, and what the replay said. */
export const rounds = pgTable(
  'rounds',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id),
    seed: bigint('seed', { mode: 'number' }).notNull(),
    version: integer('version').notNull(),
    /** Which of the game's variants: `src/lib/arcade`. */
    variant: text('variant').notNull().default('classic'),
    startedAt: time('started_at').notNull(),
    finishedAt: time('finished_at'),
    /** When its player began another round: what was played until then may still be sent, and nothing after it. */
    replacedAt: time('replaced_at'),
    /** Of a counted round: how long it was played, from `startedAt` on. No two of one account overlap. */
    playedMs: integer('played_ms'),
    score: integer('score'),
    /** Kept of a round that paid or is its player's best, so that the score can be replayed by anyone it is shown to. */
    inputs: jsonb('inputs').$type<(readonly [number, number])[]>(),
    /** What an open round's browser has sent of it so far, for another device: `at` is in milliseconds of play. Nothing is counted by it. */
    kept: jsonb('kept').$type<{ at: number; inputs: readonly (readonly [number, number])[] }>(),
    /** Why it wasn't counted; null when it was, or isn't finished. */
    refusal: text('refusal'),
    /** The UTC day, when it was played on the seed that everyone shares that day. */
    daily: date('daily', { mode: 'string' }),
    /** The week's Monday, when it counts in that week's tournament or still may. */
    week: date('week', { mode: 'string' }),
    /** It was played before its player signed in (`guestRounds`). */
    guest: boolean('guest').notNull().default(false),
    finishKey: text('finish_key'),
    /** The answer given on finishing, so that a lost one can be given again. */
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
    index('rounds_variant')
      .on(table.gameId, table.variant, table.finishedAt)
      .where(sql`variant <> 'classic' and inputs is not null`),
    check('rounds_one_shared_seed', sql`${table.daily} is null or ${table.week} is null`),
  ],
);

/** One game a week, on a seed that everyone shares (features/arcade/tournaments.ts). */
export const tournaments = pgTable(
  'tournaments',
  {
    /** The Monday on which it begins, by UTC. */
    week: date('week', { mode: 'string' }).primaryKey(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id),
    /** When its places were given; null before. */
    closedAt: time('closed_at'),
  },
  (table) => [check('tournaments_week_begins_on_monday', sql`extract(isodow from ${table.week}) = 1`)],
);

/** Who has scored in a week's tournament, by the best of their rounds. */
export const tournamentPlayers = pgTable(
  'tournament_players',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    week: date('week', { mode: 'string' })
      .notNull()
      .references(() => tournaments.week),
    /** 0 for the lowest; the names are those of contract/limits. */
    league: smallint('league').notNull(),
    /** In the order of their first scores, from 1 in each league: the group follows from it. */
    number: integer('number').notNull(),
    score: integer('score').notNull(),
    scoredAt: time('scored_at').notNull(),
    /** In the group when the week was over; null before, and for who was hidden from leaderboards then. */
    place: smallint('place'),
    /** Of the group's quarters: 1 for the top one, -1 for the bottom one; null before the end. */
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
 * A round played without an account. Anyone who knows its id may count it for an account within its time: it becomes a row of `rounds`
 * under the same id, and is gone here. It is of Classic, and nothing says whose it is.
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
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    questId: integer('quest_id')
      .notNull()
      .references(() => quests.id),
    /** The day, or the week's Monday, in UTC; 1970-01-01 for quests that can be done once. */
    period: date('period', { mode: 'string' }).notNull(),
    progress: integer('progress').notNull(),
    /** Points that it paid so far, where the budget had no room for all of them. */
    paid: integer('paid').notNull().default(0),
    completedAt: time('completed_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.questId, table.period] })],
);

/** What our own games paid all accounts together on a UTC day: the row under which no two rounds spend the same points of the site's budget. */
export const budgetDays = pgTable(
  'budget_days',
  { day: date('day', { mode: 'string' }).primaryKey(), paid: integer('paid').notNull() },
  (table) => [check('budget_days_paid_not_negative', sql`${table.paid} >= 0`)],
);
