/** Opinions and comments for moderation: reported, new and hidden ones. All calls are ours. */
import * as v from 'valibot';
import { optionalId, personSchema, reasonSchema } from '../admin/operator-fields.ts';
import { choice, defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { REPORT_REASONS } from '../limits.ts';
import { OPINION_SUBJECTS, OPINION_VIEWS } from '../operator-limits.ts';

export const moderatedOpinionSchema = v.object({
  id: idSchema,
  /** The version that the operator read. A decision names it. */
  version: v.number(),
  user: personSchema,
  subject: v.picklist(['reward', 'game', 'article']),
  subject_id: idSchema,
  subject_name: v.string(),
  opinion: v.string(),
  likes: v.number(),
  created_at: timeSchema,
  edited_at: v.nullable(timeSchema),
  /** When and why it was hidden, and who did it. Null: it is visible to everyone. */
  hidden_at: v.nullable(timeSchema),
  hidden_for: v.nullable(v.string()),
  hidden_by: v.nullable(personSchema),
  /** Since when it needs a review: it was reported, or was hidden and then edited. Null: it needs none. */
  waits_since: v.nullable(timeSchema),
  reports: v.number(),
});
export type ModeratedOpinion = v.InferOutput<typeof moderatedOpinionSchema>;

export const opinionReportSchema = v.object({
  user: personSchema,
  reason: v.picklist(REPORT_REASONS),
  note: v.string(),
  /** The version that was reported. */
  version: v.number(),
  created_at: timeSchema,
  /** When an operator settled it. Null: it is open. */
  settled_at: v.nullable(timeSchema),
});
export type OpinionReport = v.InferOutput<typeof opinionReportSchema>;

export const listModeratedOpinions = defineCall('operator', 'GET /api/operator/opinions', {
  summary:
    'Opinions and comments: those waiting for review, longest waiting first; the newest; or the hidden ones',
  query: v.object({
    ...pageEntries,
    show: choice('show', OPINION_VIEWS),
    subject: choice('subject', OPINION_SUBJECTS),
    user_id: optionalId,
  }),
  answer: paged(moderatedOpinionSchema),
});

export const getModeratedOpinion = defineCall('operator', 'GET /api/operator/opinions/:id', {
  summary: 'One opinion or comment with its reports: open ones first, then newest first',
  answer: v.object({ opinion: moderatedOpinionSchema, reports: v.array(opinionReportSchema) }),
});

const decision = v.object({
  version: v.pipe(v.number('version is missing.'), v.integer(), v.minValue(1), v.maxValue(2_000_000_000)),
  reason: reasonSchema,
});
const decided = v.object({ opinion: moderatedOpinionSchema });

/** Errors: not_found, nothing_to_do, draft_changed, forbidden (the operator's own), invalid with `reason`. */
export const hideOpinion = defineCall('operator', 'POST /api/operator/opinions/:id/hide', {
  summary:
    'Hide an opinion from everyone but its writer, who reads the reason and can edit it. An edited one waits for review. Hiding it again keeps it hidden, with the new reason',
  body: decision,
  answer: decided,
});

/** Errors: not_found, nothing_to_do, draft_changed, forbidden (the operator's own), invalid with `reason`. */
export const showOpinion = defineCall('operator', 'POST /api/operator/opinions/:id/show', {
  summary: 'Show a hidden opinion to everyone again, with its likes. Its writer reads the reason',
  body: decision,
  answer: decided,
});

/** Errors: not_found, nothing_to_do, draft_changed, forbidden (the operator's own), invalid with `reason`. */
export const keepOpinion = defineCall('operator', 'POST /api/operator/opinions/:id/keep', {
  summary: 'Keep a reported opinion as it is. The people who reported it read the reason',
  body: decision,
  answer: decided,
});
