/** Submissions, social proofs and disputes that await an operator's decision. All calls are ours. */
import * as v from 'valibot';
import {
  optionalId,
  personSchema,
  reasonSchema,
  searchSchema,
  withReason,
} from '../admin/operator-fields.ts';
import { choice, defineCall, idSchema, paged, pageEntries, textSchema, timeSchema } from '../call.ts';
import { DISPUTE_SUBJECTS, DISPUTE_VIEWS, MAX_REASON, MIN_REASON, PROOF_VIEWS } from '../operator-limits.ts';
import { disputeSchema } from '../redemption/disputes.ts';
import { proofText } from '../social/social.ts';
import { draftSchema, submissionCardSchema } from '../submissions/submissions.ts';

export const waitingSubmissionSchema = v.object({
  ...draftSchema.entries,
  id: idSchema,
  /** The version that the operator read. A decision names it. */
  version: v.number(),
  user: personSchema,
  /** What it pays if it is accepted. */
  points: v.number(),
  submitted_at: timeSchema,
});
export type WaitingSubmission = v.InferOutput<typeof waitingSubmissionSchema>;

export const listWaitingSubmissions = defineCall('operator', 'GET /api/operator/submissions', {
  summary: 'Articles waiting for review, longest waiting first',
  query: v.object(pageEntries),
  answer: paged(waitingSubmissionSchema),
});

/** Errors: not_found, also for an article that was already decided or withdrawn. */
export const getWaitingSubmission = defineCall('operator', 'GET /api/operator/submissions/:id', {
  summary: 'One article waiting for review, with its full text',
  /** `html`: the article as readers would see it. The caller sanitises it first. */
  answer: v.object({ submission: waitingSubmissionSchema, html: v.string() }),
});

const decideSubmission = v.object({
  version: v.pipe(v.number('version is missing.'), v.integer(), v.minValue(0), v.maxValue(2_000_000_000)),
  reason: reasonSchema,
});

/** Errors: not_found, nothing_to_do, draft_changed, forbidden (the operator's own), invalid with `reason`. */
export const acceptSubmission = defineCall('operator', 'POST /api/operator/submissions/:id/accept', {
  summary: 'Publish an article under its writer’s name and pay for it',
  body: decideSubmission,
  answer: v.object({ article_id: idSchema, points: v.number() }),
});

/** Errors: not_found, nothing_to_do, draft_changed, forbidden (the operator's own), invalid with `reason`. */
export const refuseSubmission = defineCall('operator', 'POST /api/operator/submissions/:id/refuse', {
  summary: 'Decline an article, with a reason for its writer. They can change it and submit it again',
  body: decideSubmission,
  answer: v.object({ refused: v.literal(true) }),
});

export const publishedArticleSchema = v.object({
  id: idSchema,
  /** The number in the article's address. */
  article_id: idSchema,
  title: v.string(),
  type: submissionCardSchema.entries.type,
  user: personSchema,
  published_at: timeSchema,
  /** Whether only its writer still sees it. */
  hidden: v.boolean(),
});
export type PublishedArticle = v.InferOutput<typeof publishedArticleSchema>;

export const listPublishedArticles = defineCall('operator', 'GET /api/operator/published-articles', {
  summary: 'Articles by players that were published, newest first',
  query: v.object({ ...pageEntries, user_id: optionalId }),
  answer: paged(publishedArticleSchema),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason`. */
export const hideArticle = defineCall('operator', 'POST /api/operator/submissions/:id/hide', {
  summary: 'Hide a published article from everyone but its writer, who reads the reason',
  body: withReason,
  answer: v.object({ hidden: v.literal(true) }),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason`. */
export const showArticle = defineCall('operator', 'POST /api/operator/submissions/:id/show', {
  summary: 'Show a hidden article to everyone again, with its comments. Its writer reads the reason',
  body: withReason,
  answer: v.object({ hidden: v.literal(false) }),
});

export const waitingProofSchema = v.object({
  id: idSchema,
  user: personSchema,
  task: v.object({
    id: idSchema,
    name: v.string(),
    network: v.string(),
    steps: v.array(v.string()),
  }),
  proof: v.string(),
  points: v.number(),
  tries: v.number(),
  submitted_at: timeSchema,
});
export type WaitingProof = v.InferOutput<typeof waitingProofSchema>;

export const listWaitingProofs = defineCall('operator', 'GET /api/operator/social-proofs', {
  summary:
    'Proofs of social tasks: those waiting for review, or the declined ones of players without tries left; longest waiting first',
  query: v.object({ ...pageEntries, show: choice('show', PROOF_VIEWS), user_id: optionalId }),
  answer: paged(waitingProofSchema),
});

/** `proof`: the proof that the operator saw, because the player may have replaced it since. */
const decideProof = v.object({ proof: proofText, reason: reasonSchema });

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `proof` or `reason`. */
export const confirmProof = defineCall('operator', 'POST /api/operator/social-proofs/:id/confirm', {
  summary: 'Confirm a proof and pay it',
  body: decideProof,
  answer: v.object({ points: v.number() }),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `proof` or `reason`. */
export const refuseProof = defineCall('operator', 'POST /api/operator/social-proofs/:id/refuse', {
  summary: 'Decline a proof, with a reason for the player',
  body: decideProof,
  answer: v.object({ refused: v.literal(true) }),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason`. */
export const giveTries = defineCall('operator', 'POST /api/operator/social-proofs/:id/give-tries', {
  summary: 'Let a player without tries left submit a social task again. They read the reason',
  body: withReason,
  answer: v.object({ tries_left: v.number() }),
});

export const operatorDisputeSchema = v.object({
  ...disputeSchema.entries,
  user: personSchema,
  subject: v.picklist(['order', 'offer']),
  /** The number of the order or the offer. */
  subject_id: idSchema,
  /** "Robux, 400 Robux", or "Sky Farm: reach level 10" */
  title: v.string(),
  /** What accepting it pays: the order's points back, or the goal's points. */
  points: v.number(),
  /** Whether our answer is late. */
  overdue: v.boolean(),
  /** The operator who accepted it first, if it needs a second one. Null: nobody has, or it doesn't. */
  proposed_by: v.nullable(personSchema),
});
export type OperatorDispute = v.InferOutput<typeof operatorDisputeSchema>;

export const findDisputes = defineCall('operator', 'POST /api/operator/disputes/search', {
  summary: 'Disputes over orders and offers, by state, number, player or order; waiting ones by due date',
  body: v.object({
    ...pageEntries,
    state: choice('state', DISPUTE_VIEWS),
    subject: choice('subject', DISPUTE_SUBJECTS),
    search: searchSchema,
    user_id: optionalId,
    /** The order that they are about. */
    order_id: optionalId,
  }),
  answer: paged(operatorDisputeSchema),
});

export const getDispute = defineCall('operator', 'GET /api/operator/disputes/:id', {
  summary: 'A dispute with the facts about its order or offer, oldest first',
  answer: v.object({
    dispute: operatorDisputeSchema,
    /** What happened to the order, or what the partner reported. */
    facts: v.array(v.object({ at: timeSchema, what: v.string() })),
    /** The answer of the operator who accepted it first. The player doesn't read it until a second one accepts it too. */
    proposed_answer: v.nullable(v.string()),
    /** Our answer before the appeal. Null: there was no appeal. */
    first_answer: v.nullable(v.object({ answer: v.string(), answered_at: timeSchema })),
    /** What accepting it pays now. 0 if the partner has reported the goal in the meantime. */
    pays: v.number(),
  }),
});

/** Errors: not_found, nothing_to_do, order_closed, forbidden (the operator's own), invalid with `answer`. */
export const answerDispute = defineCall('operator', 'POST /api/operator/disputes/:id/answer', {
  summary:
    'Decide a dispute. Accepting it returns the points or pays the goal. If it’s declined, the player can appeal once. The player reads the answer',
  body: v.object({
    accept: v.boolean('accept must be true or false.'),
    answer: textSchema(MIN_REASON, MAX_REASON),
  }),
  answer: v.object({ dispute: operatorDisputeSchema }),
});
