/** What to play for points: quests in our own games, with an estimate of the time they take (lib/arcade/quest-pace.ts). Ours. */
import * as v from 'valibot';
import { idSchema } from '../call.ts';

export const playStepSchema = v.object({
  game_id: idSchema,
  game: v.string(),
  /** The game's name in lib/arcade and in the address of its stage. */
  arcade: v.string(),
  /** The button's label: "Play Hatch", or "Resume Hatch" if the caller has an open round. */
  label: v.optional(v.string(), 'Play'),
  rounds: v.number(),
  minutes: v.number(),
  /** What these quests pay within today's limits. */
  points: v.number(),
  /** Easiest first. None if the open round completes no quest. */
  quests: v.array(v.object({ id: idSchema, name: v.string(), points: v.number() })),
});
export type PlayStep = v.InferOutput<typeof playStepSchema>;

export const playPathSchema = v.object({
  steps: v.array(playStepSchema),
  missing: v.number(),
  /** What our own games pay per day after the welcome is used up. */
  daily: v.number(),
});
