/** Articles by players: drafting, submitting, and the operator's decision. Ours: the spec names only the route. */

import * as v from 'valibot';
import { formatNumber } from '../../format/numbers.ts';
import { defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { tidy, tidyDraft } from '../fields.ts';
import {
  MAX_ARTICLE_BODY,
  MAX_ARTICLE_SUMMARY,
  MAX_ARTICLE_TITLE,
  MIN_ARTICLE_BODY,
  MIN_ARTICLE_SUMMARY,
  MIN_ARTICLE_TITLE,
  SUBMISSION_TYPES,
} from '../limits.ts';

/**
 * draft: only the writer sees it. submitted: waiting for review, and can't be changed. accepted: published and paid. refused:
 * rejected with a reason, and can be changed.
 */
export const submissionStates = ['draft', 'submitted', 'accepted', 'refused'] as const;

const atMost = (name: string, max: number) =>
  v.pipe(
    v.string(`${name} is missing.`),
    tidyDraft,
    v.maxLength(max, `${name} has at most ${formatNumber(max)} characters.`),
  );

/** Limits for a draft. Nothing is too short, and anything too long is rejected, not cut. */
export const draftEntries = {
  title: atMost('A title', MAX_ARTICLE_TITLE),
  summary: atMost('A summary', MAX_ARTICLE_SUMMARY),
  type: v.picklist(SUBMISSION_TYPES, `type must be one of: ${SUBMISSION_TYPES.join(', ')}.`),
  game_id: v.nullable(v.pipe(idSchema, v.maxValue(2_147_483_647, 'We couldn’t find this game.'))),
  /** Markdown. */
  body: atMost('An article', MAX_ARTICLE_BODY),
};
export const draftSchema = v.object(draftEntries);
export type Draft = v.InferOutput<typeof draftSchema>;

const atLeast = (name: string, min: number) =>
  v.pipe(v.string(), tidy, v.minLength(min, `${name} needs at least ${formatNumber(min)} characters.`));

/** Limits for submitting a draft. */
export const completeDraftSchema = v.object({
  title: atLeast('A title', MIN_ARTICLE_TITLE),
  summary: atLeast('A summary', MIN_ARTICLE_SUMMARY),
  body: atLeast('An article', MIN_ARTICLE_BODY),
});

export const submissionCardSchema = v.object({
  /** A UUID from the client that created it. */
  key: v.string(),
  title: v.string(),
  type: v.picklist(SUBMISSION_TYPES),
  state: v.picklist(submissionStates),
  updated_at: timeSchema,
  submitted_at: v.nullable(timeSchema),
  decided_at: v.nullable(timeSchema),
  /** The operator's reason for the last decision. */
  reason: v.nullable(v.string()),
  /** What it pays when accepted, as promised when it was submitted. Null before that. */
  points: v.nullable(v.number()),
  /** The published article. Null if we have hidden it. */
  article_id: v.nullable(idSchema),
  /** Whether it was published, and only its writer still sees it. */
  hidden: v.boolean(),
  /** How many submissions are ahead of it in the queue, while it waits. */
  ahead: v.nullable(v.number()),
});
export type SubmissionCard = v.InferOutput<typeof submissionCardSchema>;

export const submissionSchema = v.object({
  ...submissionCardSchema.entries,
  summary: v.string(),
  game_id: v.nullable(idSchema),
  body: v.string(),
  /** Increases with each change. A save names the version that it is based on. */
  version: v.number(),
});
export type Submission = v.InferOutput<typeof submissionSchema>;

const keyParams = v.object({ key: v.pipe(v.string(), v.uuid()) });
/** The version that the change is based on. 0 for a new draft. */
const version = v.pipe(
  v.number('version is missing.'),
  v.integer(),
  v.minValue(0),
  v.maxValue(2_000_000_000),
);
const answer = v.object({ submission: submissionSchema });

export const listSubmissions = defineCall('user', 'GET /api/user/submissions', {
  summary: "The caller's articles and drafts, last changed first",
  query: v.object(pageEntries),
  answer: paged(submissionCardSchema),
});

export const getSubmission = defineCall('user', 'GET /api/user/submissions/:key', {
  summary: 'One of the caller’s articles with its full text',
  params: keyParams,
  answer,
});

/**
 * `version`: the version that the change is based on; 0 for a new draft. Errors: not_found, not_a_draft, draft_changed,
 * limit_reached, invalid.
 */
export const saveSubmission = defineCall('user', 'PUT /api/user/submissions/:key', {
  summary: 'Save a draft. Repeating the same save changes nothing',
  params: keyParams,
  body: v.object({ ...draftEntries, version }),
  answer,
});

/** Errors: not_found, draft_changed, not_a_draft, limit_reached, invalid with the fields that are too short. */
export const submitForReview = defineCall('user', 'POST /api/user/submissions/:key/submit', {
  summary: 'Submit an article. It can’t be changed until it is reviewed or withdrawn',
  params: keyParams,
  body: v.object({ version }),
  answer,
});

/** Errors: not_found, not_a_draft. */
export const withdrawSubmission = defineCall('user', 'POST /api/user/submissions/:key/withdraw', {
  summary: 'Withdraw a submission and make it a draft again',
  params: keyParams,
  answer,
});

/** Errors: not_found, not_a_draft. */
export const deleteSubmission = defineCall('user', 'DELETE /api/user/submissions/:key', {
  summary: 'Delete a draft or a rejected article',
  params: keyParams,
  answer: v.object({ deleted: v.literal(true) }),
});

/** Nothing is saved. The result is exactly what readers would see. Sanitise the HTML before showing it. */
export const previewArticle = defineCall('user', 'POST /api/user/submissions/preview', {
  changes: false,
  summary: 'Render Markdown as readers would see it',
  body: v.object({ body: draftEntries.body }),
  /** HTML; the caller sanitises it first. */
  answer: v.object({ html: v.string() }),
});
