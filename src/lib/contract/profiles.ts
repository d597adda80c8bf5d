/** A player's public face: what others may see, unless it is private (ours; who somebody is comes from specific-user). */
import * as v from 'valibot';
import { defineCall, idSchema, paged, pageEntries, timeSchema } from './call.ts';
import { findSchema } from './collection.ts';
import { userSchema } from './user.ts';

const writtenSchema = v.object({
  id: idSchema,
  /** What it is about, and its address. */
  subject: v.picklist(['reward', 'game', 'article']),
  subject_id: idSchema,
  subject_name: v.string(),
  opinion: v.string(),
  likes: v.number(),
  verified: v.boolean(),
  created_at: timeSchema,
  /** For its writer alone: why others don't see it. */
  hidden_for: v.optional(v.nullable(v.string()), null),
});
export type Written = v.InferOutput<typeof writtenSchema>;

/** How far it is to the next level, in points earned and confirmed ever; shown to the owner alone. */
const progressSchema = v.object({
  earned: v.number(),
  from: v.number(),
  /** Null at the highest. */
  next: v.nullable(v.number()),
});

const badgeSchema = v.object({ id: v.string(), name: v.string(), what: v.string() });
export type Badge = v.InferOutput<typeof badgeSchema>;

export const profileSchema = v.object({
  user: userSchema,
  /** True for a private profile that isn't the caller's own: the rest is empty. */
  hidden: v.boolean(),
  /** From 1; null where it is hidden. */
  level: v.nullable(v.number()),
  progress: v.nullable(progressSchema),
  badges: v.array(badgeSchema),
  /** What was hatched, in the order of the book; empty where it is hidden. */
  creatures: v.optional(v.array(findSchema)),
  /** For the owner alone: when two of them can be bred again; null: now. */
  breeds_at: v.optional(v.nullable(timeSchema)),
  /**
   * For the owner alone: the best score in each variant of each game, with its name where it isn't Classic and the medal that it brought, and the
   * UTC days of the last twelve weeks on which something was played.
   */
  best: v.optional(
    v.array(
      v.object({
        game_id: idSchema,
        game: v.string(),
        variant: v.optional(v.nullable(v.string()), null),
        score: v.number(),
        medal: v.optional(v.nullable(v.picklist(['bronze', 'silver', 'gold'])), null),
      }),
    ),
  ),
  days: v.optional(v.array(v.string())),
});
export type Profile = v.InferOutput<typeof profileSchema>;

export const getProfile = defineCall('user', 'GET /api/user/profiles/:id', {
  summary: "A player's public face with level and badges; a private one shows name and creature alone",
  answer: profileSchema,
});

export const listWritten = defineCall('user', 'GET /api/user/profiles/:id/opinions', {
  summary: "A player's opinions and comments, newest first; empty for a private profile",
  query: v.object(pageEntries),
  answer: paged(writtenSchema),
});
