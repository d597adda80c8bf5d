/** The leaderboard of points earned (product.md, point 9). All calls are ours. */
import * as v from 'valibot';
import { choice, defineCall, idSchema, timeSchema } from '../call.ts';
import { LEADERBOARD_CHOICES, LEADERBOARD_SPANS } from '../limits.ts';

const rowSchema = v.object({
  /** Equal points share a place. */
  place: v.number(),
  /** Null for a player who is anonymous on leaderboards. */
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

/** Errors: not_found for an unknown game. */
export const getLeaderboard = defineCall('user', 'GET /api/user/leaderboard', {
  summary: 'Top earners of the week, the month or all time, in all games or one',
  query: v.object({
    span: choice('span', LEADERBOARD_SPANS),
    /** A game's id. Empty or missing means all games. */
    game_id: v.optional(
      v.pipe(
        v.union(
          [v.literal(''), v.number(), v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/), v.transform(Number))],
          'game_id must be a game’s number.',
        ),
        v.transform((given) => (given === '' ? null : given)),
      ),
      '',
    ),
  }),
  answer: v.object({
    span: v.picklist(LEADERBOARD_SPANS),
    game: v.nullable(v.object({ id: idSchema, name: v.string() })),
    /** The games to choose from: those in which a player has earned points. */
    games: v.array(v.object({ id: idSchema, name: v.string() })),
    /** When the current week or month ends. Null for all time. */
    ends_at: v.nullable(timeSchema),
    /** The number of players on it, counted up to 10,000. */
    players: v.number(),
    rows: v.array(rowSchema),
    /** The caller and the players around them, if they are below the rows. */
    around: v.array(rowSchema),
    /**
     * The caller's own place: null beyond the 10,000th, and if they left the leaderboards. Null as a whole if they have earned
     * nothing.
     */
    mine: v.nullable(v.object({ place: v.nullable(v.number()), points: v.number() })),
    shown_as: v.picklist(LEADERBOARD_CHOICES),
  }),
});
export type LeaderboardInfo = v.InferOutput<typeof getLeaderboard.answer>;

export const setLeaderboard = defineCall('user', 'PUT /api/user/leaderboard/shown-as', {
  summary: 'Choose how to appear on leaderboards',
  body: v.object({
    shown_as: v.picklist(LEADERBOARD_CHOICES, `shown_as must be one of: ${LEADERBOARD_CHOICES.join(', ')}.`),
  }),
  answer: v.object({ shown_as: v.picklist(LEADERBOARD_CHOICES) }),
});
