/** One game in full (spec sections 3 and 7). Separate from the list of games, which more pages need. */
import * as v from 'valibot';
import { needed, type Read, whole } from '../answer.ts';
import { defineCall, idSchema, ours, pageEntries } from '../call.ts';
import { gameCardSchema, questSchema } from './games.ts';
import { opinionsSchema } from './rewards.ts';

const medalSchema = v.picklist(['bronze', 'silver', 'gold']);

export const bestSchema = whole(
  v.object({
    /** The variant's. */
    id: v.string(),
    /** The variant's. Null for Classic. */
    name: v.nullable(v.string()),
    score: v.number(),
    medal: v.nullable(medalSchema),
    /** The next medal and the score it needs. Null after gold. */
    next: v.nullable(v.object({ medal: medalSchema, score: v.number() })),
  }),
);
export type Best = v.InferOutput<typeof bestSchema>;

export const gameSchema = v.object({
  ...gameCardSchema.entries,
  description: v.string(),
  controls: v.string(),
  isRated: v.boolean(),
  /** The caller's own rating. Other hosts may omit it. Null if the caller hasn't rated it. */
  my_rate: v.optional(v.nullable(v.number())),
  /** The caller's best counted score in each variant, Classic first. */
  best_scores: v.array(bestSchema),
});
export type Game = Read<typeof gameSchema>;

export const gameInfoSchema = v.object({
  game: needed(gameSchema),
  opinions: opinionsSchema,
  userLikedOpinions: v.array(idSchema),
  /** Ours: other hosts don't send dislikes. */
  userDislikedOpinions: v.optional(v.array(idSchema)),
  quests: v.array(questSchema),
  registration_quest: v.nullable(questSchema),
  similar_games: v.array(gameCardSchema),
});
export type GameInfo = Read<typeof gameInfoSchema>;

export const getGame = defineCall('user', 'GET /api/user/games/:id', {
  source: 'spec',
  summary: "A game with the caller's quests",
  query: v.object(pageEntries),
  answer: gameInfoSchema,
});

export const getGuestGame = defineCall('guest', 'GET /api/games/:id', {
  source: 'spec',
  summary: 'A game as guests see it',
  query: v.object({ ...pageEntries, page: ours(pageEntries.page) }),
  answer: gameInfoSchema,
});
