/** Who earned most (product.md, point 9). All of it ours. */
import * as v from 'valibot';
import { choice, defineCall, idSchema, timeSchema } from './call.ts';
import { LEADERBOARD_CHOICES, LEADERBOARD_SPANS } from './limits.ts';

const rowSchema = v.object({
  /** Equal points share a place. */
  place: v.number(),
  /** Null: somebody who doesn't want to be named. */
  user: v.nullable(
    v.object({
      id: idSchema,
      name: v.string(),
      avatar: v.optional(v.nullable(v.string())),
      sample: v.boolean(),
    }),
  ),
  level: v.number(),
  points: v.number(),
  mine: v.boolean(),
});
export type LeaderboardRow = v.InferOutput<typeof rowSchema>;

/** Errors: not_found for a game that isn't there. */
export const getLeaderboard = defineCall('user', 'GET /api/user/leaderboard', {
  summary: 'Who earned most in a week, a month or ever, in all games or one',
  query: v.object({
    span: choice('span', LEADERBOARD_SPANS),
    /** A game's id; empty or missing: all. */
    game_id: v.optional(
      v.pipe(
        v.union(
          [v.literal(''), v.number(), v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/), v.transform(Number))],
          'game_id is the number of a game.',
        ),
        v.transform((given) => (given === '' ? null : given)),
      ),
      '',
    ),
  }),
  answer: v.object({
    span: v.picklist(LEADERBOARD_SPANS),
    game: v.nullable(v.object({ id: idSchema, name: v.string() })),
    /** Those that can be chosen: games in which somebody has earned. */
    games: v.array(v.object({ id: idSchema, name: v.string() })),
    /** When the running week or month ends; null for all time. */
    ends_at: v.nullable(timeSchema),
    /** How many are on it, counted up to 10,000. */
    players: v.number(),
    rows: v.array(rowSchema),
    /** The caller and the neighbours, where that is below the rows. */
    around: v.array(rowSchema),
    /** The caller's own; the place is null past the 10,000th, and for who left. Null: nothing earned in it yet. */
    mine: v.nullable(v.object({ place: v.nullable(v.number()), points: v.number() })),
    shown_as: v.picklist(LEADERBOARD_CHOICES),
  }),
});
export type LeaderboardInfo = v.InferOutput<typeof getLeaderboard.answer>;

export const setLeaderboard = defineCall('user', 'PUT /api/user/leaderboard/shown-as', {
  summary: 'Be on the leaderboard by name, without a name, or not at all',
  body: v.object({
    shown_as: v.picklist(LEADERBOARD_CHOICES, `shown_as must be one of: ${LEADERBOARD_CHOICES.join(', ')}.`),
  }),
  answer: v.object({ shown_as: v.picklist(LEADERBOARD_CHOICES) }),
});
