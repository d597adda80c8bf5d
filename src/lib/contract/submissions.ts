/** Articles that players write: drafts, handed in, read by an operator. Ours: the spec names the route alone. */

import * as v from 'valibot';
import { formatNumber } from '../format/numbers.ts';
import { defineCall, idSchema, paged, pageEntries, timeSchema } from './call.ts';
import { tidy, tidyDraft } from './fields.ts';
import {
  MAX_ARTICLE_BODY,
  MAX_ARTICLE_SUMMARY,
  MAX_ARTICLE_TITLE,
  MIN_ARTICLE_BODY,
  MIN_ARTICLE_SUMMARY,
  MIN_ARTICLE_TITLE,
  SUBMISSION_TYPES,
} from './limits.ts';

/** draft: the writer's alone. submitted: waits to be read, unchangeable. accepted: published and paid. refused: with the reason, changeable. */
export const submissionStates = ['draft', 'submitted', 'accepted', 'refused'] as const;

const atMost = (name: string, max: number) =>
  v.pipe(
    v.string(`${name} is missing.`),
    tidyDraft,
    v.maxLength(max, `${name} has at most ${formatNumber(max)} characters.`),
  );

/** What a draft may hold: nothing is too short for it, and what is too long is refused rather than cut. */
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

/** What a draft must hold to be handed in. */
export const completeDraftSchema = v.object({
  title: atLeast('A title', MIN_ARTICLE_TITLE),
  summary: atLeast('A summary', MIN_ARTICLE_SUMMARY),
  body: atLeast('An article', MIN_ARTICLE_BODY),
});

export const submissionCardSchema = v.object({
  /** Made by the client that began it: a UUID. */
  key: v.string(),
  title: v.string(),
  type: v.picklist(SUBMISSION_TYPES),
  state: v.picklist(submissionStates),
  updated_at: timeSchema,
  submitted_at: v.nullable(timeSchema),
  decided_at: v.nullable(timeSchema),
  /** In the operator's words; of a refusal it stays until the next answer. */
  reason: v.nullable(v.string()),
  /** What it pays when it is accepted, as promised when it was handed in; null before. */
  points: v.nullable(v.number()),
  /** The article that it became. */
  article_id: v.nullable(idSchema),
  /** How many are to be read before it, while it waits. */
  ahead: v.nullable(v.number()),
});
export type SubmissionCard = v.InferOutput<typeof submissionCardSchema>;

export const submissionSchema = v.object({
  ...submissionCardSchema.entries,
  summary: v.string(),
  game_id: v.nullable(idSchema),
  body: v.string(),
  /** Raised by each change; a save names the one that it changed. */
  version: v.number(),
});
export type Submission = v.InferOutput<typeof submissionSchema>;

const keyParams = v.object({ key: v.pipe(v.string(), v.uuid()) });
/** The version that was changed; 0 for what was never saved. */
const version = v.pipe(
  v.number('version is missing.'),
  v.integer(),
  v.minValue(0),
  v.maxValue(2_000_000_000),
);
const answer = v.object({ submission: submissionSchema });

export const listSubmissions = defineCall('user', 'GET /api/user/submissions', {
  summary: "The caller's articles and drafts, the last changed first",
  query: v.object(pageEntries),
  answer: paged(submissionCardSchema),
});

export const getSubmission = defineCall('user', 'GET /api/user/submissions/:key', {
  summary: 'One of the caller’s articles, whole',
  params: keyParams,
  answer,
});

/** `version`: the one that was changed, 0 for a new draft. Errors: not_found, not_a_draft, draft_changed, limit_reached, invalid. */
export const saveSubmission = defineCall('user', 'PUT /api/user/submissions/:key', {
  summary: 'Save a draft; the same save sent again changes nothing',
  params: keyParams,
  body: v.object({ ...draftEntries, version }),
  answer,
});

/** Errors: not_found, draft_changed, not_a_draft, limit_reached, invalid with the fields that are too short. */
export const handInSubmission = defineCall('user', 'POST /api/user/submissions/:key/hand-in', {
  summary: 'Hand an article in: from here on it can’t be changed until it is answered or taken back',
  params: keyParams,
  body: v.object({ version }),
  answer,
});

/** Errors: not_found, not_a_draft. */
export const takeBackSubmission = defineCall('user', 'POST /api/user/submissions/:key/take-back', {
  summary: 'Take an article back that waits to be read: it is a draft again',
  params: keyParams,
  answer,
});

/** Errors: not_found, not_a_draft. */
export const deleteSubmission = defineCall('user', 'DELETE /api/user/submissions/:key', {
  summary: 'Delete a draft or a refused article',
  params: keyParams,
  answer: v.object({ deleted: v.literal(true) }),
});

/** Not kept: what the writer sees is what readers will. Sanitise the HTML before showing it. */
export const previewArticle = defineCall('user', 'POST /api/user/submissions/preview', {
  changes: false,
  summary: 'A text in Markdown as readers would see it',
  body: v.object({ body: draftEntries.body }),
  /** HTML; the caller sanitises it first. */
  answer: v.object({ html: v.string() }),
});
