/** Rounds of our own games, and today's leaderboard. */
import * as v from 'valibot';
import { formatNumber } from '../format/numbers.ts';
import { balanceSchema } from './account.ts';
import { defineCall, idParams, idSchema, timeSchema } from './call.ts';
import { questSchema } from './games.ts';
import { MAX_INPUTS } from './limits.ts';
import { playBudgetSchema } from './play-budget.ts';

const variantSchema = v.optional(
  v.pipe(v.string('variant is the name of one.'), v.regex(/^[\w-]+$/, 'variant is the name of one.')),
  'classic',
);

const startedSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  seed: v.number(),
  /** Of the rules; a browser with others must reload. */
  version: v.number(),
  /** Which of the game's variants (lib/arcade); left out by servers from before there were any. */
  variant: v.optional(v.string(), 'classic'),
  started_at: timeSchema,
});

export const startSession = defineCall('user', 'POST /api/user/games/:id/sessions', {
  summary: 'Begin a round of an own game: the server hands out the seed',
  body: v.object({
    /** Today's seed, which everyone shares, in place of one of one's own. */
    daily: v.optional(v.boolean('daily is true or false.'), false),
    /** The seed of this week's tournament, in place of both. Only in the game of the week. */
    tournament: v.optional(v.boolean('tournament is true or false.'), false),
    /** Rounds of others than Classic count for best scores and medals: no quest counts them, and they aren't today's. */
    variant: variantSchema,
  }),
  answer: startedSchema,
});

/**
 * A round of Classic without an account. Its id is the ticket: a player who signs in afterwards sends it to `finishSession` with the moves, and it counts for that
 * account, once, as one that it had begun itself.
 */
export const startGuestSession = defineCall('guest', 'POST /api/games/:id/sessions', {
  summary: 'Begin a round of an own game without an account, which can be kept after signing in',
  answer: startedSchema,
});

/** Milliseconds since the round began, and which act; see lib/arcade. */
const inputSchema = v.custom<readonly [number, number]>(() => true);

/** Asked of the whole list rather than by the schema of one: 200,000 wrong moves are one error, not 200,000. */
function isInput(given: unknown): boolean {
  return Array.isArray(given) && given.length === 2 && given.every((part) => typeof part === 'number');
}
const INPUT_MESSAGE = 'A move is a pair of numbers: milliseconds since the round began, and which act.';

const inputsSchema = v.pipe(
  v.array(inputSchema),
  v.maxLength(MAX_INPUTS, `A round has at most ${formatNumber(MAX_INPUTS)} moves.`),
  v.check((given) => given.every(isInput), INPUT_MESSAGE),
  v.readonly(),
);
const sessionParams = v.object({ id: v.pipe(v.string(), v.uuid()) });
/** Milliseconds of play, pauses left out. */
const playTimeSchema = v.pipe(v.number(), v.integer('at is in whole milliseconds.'), v.minValue(0));

/**
 * What was played of the caller's open round so far, for another device to go on with. What is kept is never shortened, so that it may be sent
 * again. Nothing is counted by it: `finishSession` is sent the whole. Errors: not_found for a round that isn't open, round_refused.
 */
export const keepSession = defineCall('user', 'PUT /api/user/sessions/:id/moves', {
  summary: 'Keep the moves of an open round, so that another device can go on with it',
  params: sessionParams,
  body: v.object({ inputs: inputsSchema, at: playTimeSchema }),
  answer: v.object({ at: playTimeSchema }),
});

export const getOpenSession = defineCall('user', 'GET /api/user/sessions/open', {
  summary: "The caller's open round with what is kept of it, to go on with it",
  answer: v.object({
    round: v.nullable(
      v.object({
        ...startedSchema.entries,
        game_id: idSchema,
        /** The rules' name. */
        arcade: v.string(),
        daily: v.boolean(),
        tournament: v.optional(v.boolean(), false),
        inputs: v.array(v.tuple([v.number(), v.number()])),
        at: playTimeSchema,
      }),
    ),
  }),
});

/** Something that a round reached besides its quests, in words. `href`: where it leads. */
const milestoneSchema = v.object({
  kind: v.picklist(['level', 'streak', 'badge', 'goal', 'find']),
  title: v.string(),
  text: v.string(),
  href: v.nullable(v.string()),
  /** The creatures that are new in the collection (lib/arcade/creatures.ts). */
  creatures: v.optional(v.array(v.string())),
});
export type Milestone = v.InferOutput<typeof milestoneSchema>;

/**
 * The round is the caller's, or one that was begun without an account: of those an account keeps one. The same key again answers the same
 * result. Errors: round_refused, session_finished, session_expired, not_found. */
export const finishSession = defineCall('user', 'POST /api/user/sessions/:id/finish', {
  summary: 'End a round: the server replays its inputs and credits what it computed',
  params: sessionParams,
  body: v.object({
    inputs: inputsSchema,
    /** What the browser showed. It is never credited: another figure than the replay's is refused. */
    score: v.number(),
  }),
  answer: v.object({
    result: v.object({ score: v.number(), metrics: v.record(v.string(), v.number()) }),
    /** The game's quests after this round, each with what this round credited for it. */
    quests: v.array(
      v.object({
        ...questSchema.entries,
        credited: v.number(),
      }),
    ),
    credited: v.number(),
    /**
     * True when the budget (the player's or the site's of today) held something back. The quest stays open: the next round of the game
     * that finds room pays it, for a week at least also after the quest's own day or week has ended.
     */
    capped: v.boolean(),
    /** Left out in answers that were kept from before there were any. */
    milestones: v.optional(v.array(milestoneSchema)),
    /** What is left after this round. */
    budget: v.nullable(playBudgetSchema),
    balance: balanceSchema,
  }),
});
export type FinishedRound = v.InferOutput<typeof finishSession.answer>;

export const leaderboardSchema = v.object({
  /** The UTC day, and when it ends. */
  day: v.string(),
  ends_at: timeSchema,
  players: v.number(),
  /** Best results of today's seed, the best first; equal scores by who was earlier. */
  rows: v.array(
    v.object({
      place: v.number(),
      /** Null for who doesn't want to be named, except to themselves. */
      user: v.nullable(v.object({ id: idSchema, name: v.string(), sample: v.boolean() })),
      score: v.number(),
    }),
  ),
  /** The caller's own place; null for guests, for who hasn't played it, and for who has left the leaderboards. */
  mine: v.nullable(v.object({ place: v.number(), score: v.number() })),
});
export type Leaderboard = v.InferOutput<typeof leaderboardSchema>;

export const getDailyLeaderboard = defineCall('guest', 'GET /api/user/games/:id/daily', {
  summary: "Today's seed of an own game: who did best",
  answer: leaderboardSchema,
});

const ghostSchema = v.object({
  /** The caller's own run. */
  mine: v.boolean(),
  /** Null for who doesn't want to be named. */
  name: v.nullable(v.string()),
  /** What a step is: milliseconds of play, or moves in a game that waits for its player. */
  by: v.picklist(['time', 'moves']),
  step: v.number(),
  /** After 0, 1, 2 … steps, and at the end: the score alone, at sixty-two places at most. */
  scores: v.array(v.number()),
});
export type Ghost = v.InferOutput<typeof ghostSchema>;

export const getDailyGhost = defineCall('user', 'GET /api/user/games/:id/daily/ghost', {
  summary: "How the score of today's best run of an own game grew, or of another player's, to play against",
  query: v.object({
    /** Of Classic it is a run of the daily challenge; of another, the best of today's and of all the caller's own. */
    variant: variantSchema,
    /** Whose: one of the leaderboard. */
    player: v.optional(idParams.entries.id),
  }),
  answer: v.object({ ghost: v.nullable(ghostSchema) }),
});
