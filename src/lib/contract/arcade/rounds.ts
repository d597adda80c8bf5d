/** Rounds of our own games, and today's leaderboard. */
import * as v from 'valibot';
import { formatNumber } from '../../format/numbers.ts';
import { balanceSchema } from '../account/account.ts';
import { defineCall, idParams, idSchema, timeSchema } from '../call.ts';
import { questSchema } from '../catalogue/games.ts';
import { MAX_INPUTS } from '../limits.ts';
import { playBudgetSchema } from './play-budget.ts';

const variantSchema = v.optional(
  v.pipe(v.string('variant must be a name.'), v.regex(/^[\w-]+$/, 'variant must be a name.')),
  'classic',
);

export const ghostSchema = v.object({
  /** Whether it is the caller's own run. */
  mine: v.boolean(),
  /** Null for a player who is anonymous on leaderboards. */
  name: v.nullable(v.string()),
  /** The unit of a step: milliseconds of play, or moves in a turn-based game. */
  by: v.picklist(['time', 'moves']),
  step: v.number(),
  /** The score after 0, 1, 2 … steps and at the end. At most sixty-two values. */
  scores: v.array(v.number()),
});
export type Ghost = v.InferOutput<typeof ghostSchema>;

const seedSchema = v.object({
  seed: v.number(),
  /** The version of the rules. A browser with another version must reload. */
  version: v.number(),
  /** The game's variant (lib/arcade). Servers from before variants leave it out. */
  variant: v.optional(v.string(), 'classic'),
});
const startedSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  ...seedSchema.entries,
  started_at: timeSchema,
});

/** In a duel, the run to play against, on the same seed. Null if there is none, and in every other round. */
const rivalSchema = v.optional(v.nullable(ghostSchema), null);

/** Whether to use today's seed, which everyone shares, instead of a new one. */
const dailySchema = v.optional(v.boolean('daily is true or false.'), false);

export const startSession = defineCall('user', 'POST /api/user/games/:id/sessions', {
  summary: 'Start a round of one of our own games. The server picks the seed',
  body: v.object({
    daily: dailySchema,
    /** Use the seed of this week's tournament. Only in the game of the week. */
    tournament: v.optional(v.boolean('tournament is true or false.'), false),
    /** Variants other than Classic count for best scores and medals, but not for quests or today's leaderboard. */
    variant: variantSchema,
  }),
  answer: v.object({ ...startedSchema.entries, rival: rivalSchema }),
});

/**
 * Starts a round of Classic without an account. The id works as a ticket. A player who signs in afterwards sends it to
 * `finishSession` with the moves, and the round counts once, for that account.
 */
export const startGuestSession = defineCall('guest', 'POST /api/games/:id/sessions', {
  summary: 'Start a round without an account. It can be claimed after signing in',
  body: v.object({ daily: dailySchema }),
  answer: startedSchema,
});

export const getGuestDuel = defineCall('guest', 'GET /api/games/:id/duel', {
  summary: 'A seed and the run to play against on it, for a duel without an account. It counts for nothing',
  query: v.object({ variant: variantSchema }),
  answer: v.object({ ...seedSchema.entries, rival: rivalSchema }),
});

/** Milliseconds since the round began, and the act; see lib/arcade. */
const inputSchema = v.custom<readonly [number, number]>(() => true);

/** Checked once for the whole list, not by an item schema. Otherwise 200,000 wrong moves would be 200,000 errors. */
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
/** Milliseconds of play, without pauses. */
const playTimeSchema = v.pipe(v.number(), v.integer('at is in whole milliseconds.'), v.minValue(0));

/**
 * Saves the moves of the caller's open round so that another device can continue it. A shorter list never replaces a longer one,
 * so the call can be repeated. `finishSession` receives all moves; these count only if it comes too late. Errors: not_found for a
 * round that isn't open, round_refused.
 */
export const keepSession = defineCall('user', 'PUT /api/user/sessions/:id/moves', {
  summary: 'Save the moves of an open round, so that another device can continue it',
  params: sessionParams,
  body: v.object({ inputs: inputsSchema, at: playTimeSchema }),
  answer: v.object({ at: playTimeSchema }),
});

export const getOpenSession = defineCall('user', 'GET /api/user/sessions/open', {
  summary: "The caller's open round with its saved moves, to continue it",
  answer: v.object({
    round: v.nullable(
      v.object({
        ...startedSchema.entries,
        game_id: idSchema,
        /** The game's name in lib/arcade. */
        arcade: v.string(),
        daily: v.boolean(),
        tournament: v.optional(v.boolean(), false),
        rival: rivalSchema,
        inputs: v.array(v.tuple([v.number(), v.number()])),
        at: playTimeSchema,
        /**
         * Milliseconds since it began, by the server's clock, because the device's may be wrong. The previous release doesn't send
         * it.
         */
        elapsed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      }),
    ),
  }),
});

/** Something that a round reached besides its quests, in words. `href`: the page about it. */
const milestoneSchema = v.object({
  kind: v.picklist(['level', 'streak', 'badge', 'goal', 'find']),
  /** Whether the badge is a medal of this game. */
  medal: v.optional(v.boolean()),
  title: v.string(),
  text: v.string(),
  href: v.nullable(v.string()),
  /** The creatures that are new to the collection (lib/arcade/creatures.ts). */
  creatures: v.optional(v.array(v.string())),
});
export type Milestone = v.InferOutput<typeof milestoneSchema>;

/**
 * Finishes a round that the caller started, or a guest's round; only one account can claim a guest's round. The same key again
 * returns the same result. Errors: round_refused, session_finished, session_expired, not_found.
 */
export const finishSession = defineCall('user', 'POST /api/user/sessions/:id/finish', {
  summary: 'End a round. The server replays its inputs and credits the result',
  params: sessionParams,
  body: v.object({
    inputs: inputsSchema,
    /** The score that the browser showed. It is never credited: if it differs from the replay's, the round is rejected. */
    score: v.number(),
  }),
  answer: v.object({
    result: v.object({ score: v.number(), metrics: v.record(v.string(), v.number()) }),
    /** The game's quests after this round, each with what this round credited. */
    quests: v.array(
      v.object({
        ...questSchema.entries,
        credited: v.number(),
      }),
    ),
    credited: v.number(),
    /**
     * True if the player's or the site's budget for today held something back. The quest stays open, and the next round of the
     * game that fits the budget pays it. That works for at least a week after the quest's own day or week has ended.
     */
    capped: v.boolean(),
    /** Left out in answers stored before milestones existed. */
    milestones: v.optional(v.array(milestoneSchema)),
    /** What is left of the budget after this round. */
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
  /** The best results with today's seed, best first. Of equal scores, the earlier one comes first. */
  rows: v.array(
    v.object({
      place: v.number(),
      /** Null for a player who is anonymous on leaderboards, except to themselves. */
      user: v.nullable(v.object({ id: idSchema, name: v.string(), sample: v.boolean() })),
      score: v.number(),
    }),
  ),
  /** The caller's own place. Null for guests, and for players who haven't played it or have left the leaderboards. */
  mine: v.nullable(v.object({ place: v.number(), score: v.number() })),
});
export type Leaderboard = v.InferOutput<typeof leaderboardSchema>;

export const getDailyLeaderboard = defineCall('guest', 'GET /api/user/games/:id/daily', {
  summary: "Today's daily challenge of a game, with its best players",
  answer: leaderboardSchema,
});

export const getDailyGhost = defineCall('guest', 'GET /api/user/games/:id/daily/ghost', {
  summary: "The score curve of today's best run of a game, or of another player's run, to play against",
  query: v.object({
    /** The player's id: someone named on the leaderboard. */
    player: v.optional(idParams.entries.id),
    /** The round's seed. Only a run on the same seed is answered, also after the round's own day has ended. Default: today's. */
    seed: v.optional(idParams.entries.id),
  }),
  answer: v.object({ ghost: v.nullable(ghostSchema) }),
});
