/** Games and their quests (spec sections 3 and 7). */

import * as v from 'valibot';
import { named, needed, type Read } from './answer.ts';
import { defineCall, idParams, idSchema, ours, paged, pageEntries, timeSchema } from './call.ts';
import { GAME_SOURCES, QUEST_PERIODS } from './limits.ts';
import { opinionsSchema } from './rewards.ts';

export const completionStatus = ['not_started', 'in_progress', 'completed'] as const;

export const questSchema = v.object({
  id: idSchema,
  game_id: v.nullable(idSchema),
  game: v.string(),
  name: named('Quest'),
  description: v.string(),
  points: v.number(),
  period: v.picklist(QUEST_PERIODS),
  metric: v.string(),
  mode: v.picklist(['best', 'sum']),
  goal: v.number(),
  progress: v.number(),
  completionStatus: v.picklist(completionStatus),
  /** When the running day or week ends; null for quests that can be done once. */
  ends_at: v.nullable(timeSchema),
});
export type Quest = Read<typeof questSchema>;

export const gameCardSchema = v.object({
  id: idSchema,
  name: named('Game'),
  slug: v.string(),
  source: v.picklist(GAME_SOURCES),
  arcade: v.nullable(v.string()),
  genre: v.string(),
  summary: v.string(),
  devices: v.array(v.string()),
  /** What all its quests pay together, once each. */
  points: v.number(),
  rate: v.nullable(v.number()),
  rate_count: v.number(),
  /** The caller's progress: quests done in their running period, of how many. Null for guests. */
  quests_done: v.nullable(v.number()),
  quests_total: v.number(),
});
export type GameCard = Read<typeof gameCardSchema>;

export const gameSchema = v.object({
  ...gameCardSchema.entries,
  description: v.string(),
  controls: v.string(),
  isRated: v.boolean(),
  /** The caller's own, which other hosts needn't tell; null where they haven't rated it. */
  my_rate: v.optional(v.nullable(v.number())),
  /** The caller's best counted score in Classic; null before the first round and for guests. */
  best_score: v.nullable(v.number()),
  /** The same in each of the game's other variants. */
  best_scores: v.optional(v.array(v.object({ variant: v.string(), score: v.number() }))),
});
export type Game = Read<typeof gameSchema>;

export const gameInfoSchema = v.object({
  game: needed(gameSchema),
  opinions: opinionsSchema,
  userLikedOpinions: v.array(idSchema),
  /** Ours: other hosts don't tell what somebody dislikes. */
  userDislikedOpinions: v.optional(v.array(idSchema)),
  quests: v.array(questSchema),
  registration_quest: v.nullable(questSchema),
  similar_games: v.array(gameCardSchema),
});
export type GameInfo = Read<typeof gameInfoSchema>;

export const listGames = defineCall({
  method: 'GET',
  path: '/api/user/games',
  who: 'guest',
  source: 'spec',
  summary: "Games, paged, with the caller's progress",
  query: v.object(pageEntries),
  answer: paged(gameCardSchema),
});

export const getGame = defineCall({
  method: 'GET',
  path: '/api/user/games/:id',
  who: 'user',
  source: 'spec',
  summary: "A game with the caller's quests",
  params: idParams,
  query: v.object(pageEntries),
  answer: gameInfoSchema,
});

export const getGuestGame = defineCall({
  method: 'GET',
  path: '/api/games/:id',
  who: 'guest',
  source: 'spec',
  summary: 'A game as guests see it',
  params: idParams,
  query: v.object({ ...pageEntries, page: ours(pageEntries.page) }),
  answer: gameInfoSchema,
});
