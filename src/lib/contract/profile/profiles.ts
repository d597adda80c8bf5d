/** A player's public profile: what others see unless it is private. Ours; the name and avatar come from specific-user. */
import * as v from 'valibot';
import { userSchema } from '../account/user.ts';
import { defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { bestSchema } from '../catalogue/game.ts';
import { findSchema } from '../milestones/collection.ts';

const writtenSchema = v.object({
  id: idSchema,
  /** What the opinion or comment is about. */
  subject: v.picklist(['reward', 'game', 'article']),
  subject_id: idSchema,
  subject_name: v.string(),
  opinion: v.string(),
  likes: v.number(),
  verified: v.boolean(),
  created_at: timeSchema,
  /** Only for its writer: why others don't see it. */
  hidden_for: v.optional(v.nullable(v.string()), null),
});
export type Written = v.InferOutput<typeof writtenSchema>;

/** Progress to the next level, by all points ever earned and confirmed. Only the owner sees it. */
const progressSchema = v.object({
  earned: v.number(),
  from: v.number(),
  /** Null at the highest level. */
  next: v.nullable(v.number()),
});

const badgeSchema = v.object({ id: v.string(), name: v.string(), what: v.string() });
export type Badge = v.InferOutput<typeof badgeSchema>;

export const profileSchema = v.object({
  user: userSchema,
  /** True for another player's private profile. The other fields are then empty. */
  hidden: v.boolean(),
  /** From 1. Null if the profile is hidden. */
  level: v.nullable(v.number()),
  progress: v.nullable(progressSchema),
  badges: v.array(badgeSchema),
  /** The player's creatures, in the order of the book. Empty if the profile is hidden. */
  creatures: v.optional(v.array(findSchema)),
  /** Only for the owner: when they can breed again. Null: now. */
  breeds_at: v.optional(v.nullable(timeSchema)),
  /** The best score in each variant of each game. Others only see it if leaderboards show the player's name. */
  best: v.optional(v.array(v.object({ ...bestSchema.entries, game_id: idSchema, game: v.string() }))),
  /**
   * Only for the owner, because days show a person's habits: the UTC days of the last twelve weeks on which the owner played, and
   * the streak in days.
   */
  days: v.optional(v.array(v.string())),
  streak: v.optional(v.number()),
});
export type Profile = v.InferOutput<typeof profileSchema>;

export const getProfile = defineCall('user', 'GET /api/user/profiles/:id', {
  summary:
    "A player's public profile with level and badges. A private profile shows only the name and avatar",
  answer: profileSchema,
});

export const listWritten = defineCall('user', 'GET /api/user/profiles/:id/opinions', {
  summary: "A player's opinions and comments, newest first. Empty for a private profile",
  query: v.object(pageEntries),
  answer: paged(writtenSchema),
});
