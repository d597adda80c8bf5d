/** What to play for points: quests of our own games, by an estimate of how long they take (lib/arcade/quest-pace.ts). Ours. */
import * as v from 'valibot';
import { idSchema } from './call.ts';

export const playStepSchema = v.object({
  game_id: idSchema,
  game: v.string(),
  /** The name of its rules in lib/arcade, and in the address of its stage. */
  arcade: v.string(),
  /** What its button says: "Play Hatch", or "Resume Hatch" where the caller's round is open. */
  label: v.optional(v.string(), 'Play'),
  rounds: v.number(),
  minutes: v.number(),
  /** What is paid for them within today's limits. */
  points: v.number(),
  /** The easiest first. */
  quests: v.array(v.object({ id: idSchema, name: v.string(), points: v.number() })),
});
export type PlayStep = v.InferOutput<typeof playStepSchema>;

export const playPathSchema = v.object({
  steps: v.array(playStepSchema),
  /** How many points are missing. */
  missing: v.number(),
  /** What our own games pay a day, once the welcome is used up. */
  daily: v.number(),
});
export type PlayPath = v.InferOutput<typeof playPathSchema>;
