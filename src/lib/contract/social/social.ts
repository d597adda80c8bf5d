/** Tasks on other networks, paid after an operator has checked the proof. Ours: the spec names only the route. */
import * as v from 'valibot';
import { defineCall, idSchema, timeSchema } from '../call.ts';
import { tidy } from '../fields.ts';
import { MAX_PROOF } from '../limits.ts';

/** open: nothing submitted. waiting: an operator has to check it. confirmed: paid. refused: rejected with a reason. */
export const socialStates = ['open', 'waiting', 'confirmed', 'refused'] as const;

export const socialTaskSchema = v.object({
  id: idSchema,
  /** The page of ours that it is about: "Discord". */
  network: v.string(),
  name: v.string(),
  steps: v.array(v.string()),
  proof: v.object({ label: v.string(), hint: v.string() }),
  /** What it pays now, or what it paid when it was confirmed. */
  points: v.number(),
  state: v.picklist(socialStates),
  /** What the caller submitted last. */
  last_proof: v.nullable(
    v.object({
      proof: v.string(),
      submitted_at: timeSchema,
      decided_at: v.nullable(timeSchema),
      /** In the operator's words. */
      reason: v.nullable(v.string()),
    }),
  ),
  /** How many tries are left, including the next one. */
  tries_left: v.number(),
});
export type SocialTask = v.InferOutput<typeof socialTaskSchema>;

export const listSocialTasks = defineCall('user', 'GET /api/user/social-tasks', {
  summary: "Tasks on social networks with the caller's status in each",
  answer: v.object({ tasks: v.array(socialTaskSchema) }),
});

export const proofText = v.pipe(
  v.string('Please paste your proof.'),
  tidy,
  v.minLength(1, 'Please paste your proof.'),
  v.maxLength(MAX_PROOF, `Please use at most ${MAX_PROOF} characters.`),
);

/** A new proof replaces one that is waiting. Errors: not_found, invalid with `proof`, nothing_to_do, limit_reached. */
export const submitProof = defineCall('user', 'POST /api/user/social-tasks/:id/proof', {
  summary: 'Submit proof of a task. A new submission replaces a pending one',
  body: v.object({ proof: proofText }),
  answer: v.object({ task: socialTaskSchema }),
});
