/** Games and their quests (spec sections 3 and 7). */

import * as v from 'valibot';
import { named, type Read } from '../answer.ts';
import { defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { GAME_SOURCES, QUEST_PERIODS } from '../limits.ts';

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
  /** When the current day or week ends. Null for quests that can be done only once. */
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
  /** What all its quests pay together, if each is done once. */
  points: v.number(),
  rate: v.nullable(v.number()),
  rate_count: v.number(),
  /** The caller's progress: quests done in their current period, and how many there are. `quests_done` is null for guests. */
  quests_done: v.nullable(v.number()),
  quests_total: v.number(),
});
export type GameCard = Read<typeof gameCardSchema>;

export const listGames = defineCall('guest', 'GET /api/user/games', {
  source: 'spec',
  summary: "Games, paged, with the caller's progress",
  query: v.object(pageEntries),
  answer: paged(gameCardSchema),
});
