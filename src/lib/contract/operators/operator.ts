/** Operators: set-up, logging in with a second factor, sessions, and managing other operators. All calls are ours. */
import * as v from 'valibot';
import { figureDaysEntries, personSchema, withReason } from '../admin/operator-fields.ts';
import {
  appCode,
  appSecretSchema,
  captcha,
  effort,
  email,
  knownDevice,
  newPassword,
  password,
} from '../auth/credentials.ts';
import { defineCall, idSchema, textSchema, timeSchema } from '../call.ts';
import { tidy } from '../fields.ts';

const setupCode = v.pipe(
  v.string('Please enter your setup code.'),
  tidy,
  v.minLength(1, 'Please enter your setup code.'),
  v.maxLength(200, 'Please use at most 200 characters.'),
);

export const operatorSchema = v.object({
  id: idSchema,
  name: v.string(),
  email: v.string(),
  created_at: timeSchema,
  /** Null for the first operator, who used the server's setup code. */
  invited_by: v.nullable(personSchema),
  last_seen_at: v.nullable(timeSchema),
  /** When the access was ended, and who did it. Null: it is active. */
  ended_at: v.nullable(timeSchema),
  ended_by: v.nullable(personSchema),
});
export type Operator = v.InferOutput<typeof operatorSchema>;

export const operatorSessionAnswer = v.object({
  token: v.string(),
  /** The latest end. Half an hour without a call ends it earlier. */
  expires_at: timeSchema,
  operator: operatorSchema,
  /** A token for the next sign-in from this browser. */
  known_device: v.optional(v.string()),
});
export type OperatorSession = v.InferOutput<typeof operatorSessionAnswer>;

/** Separate forms, because the browser validates with them before sending. */
export const operatorLogInForm = v.object({
  email,
  password,
  code: appCode,
});

/** In altcha's format: its solver reads this and returns it unchanged. */
export const challengeSchema = v.looseObject({
  parameters: v.looseObject({
    algorithm: v.string(),
    nonce: v.string(),
    salt: v.string(),
    cost: v.number(),
    keyLength: v.number(),
    keyPrefix: v.string(),
  }),
});

export const getOperatorCaptcha = defineCall('stranger', 'GET /api/operator/captcha', {
  summary:
    'The proof of work for an operator login, whichever service checks players. Null if none is needed',
  query: v.object({ effort }),
  answer: v.object({ challenge: v.nullable(challengeSchema) }),
});

/**
 * Errors: invalid with `email` (email, password and code don't match) or `captcha`, more_work (a harder captcha is needed),
 * too_many_requests.
 */
export const operatorLogIn = defineCall('stranger', 'POST /api/operator/login', {
  summary:
    'Log in as an operator with email, password, a one-time code from the authenticator app, and the proof of work',
  body: v.object({ ...operatorLogInForm.entries, captcha, known_device: knownDevice }),
  answer: operatorSessionAnswer,
});

export const operatorSetUpForm = v.object({
  /** From the server's first start or from another operator. */
  setup_code: setupCode,
  name: textSchema(2, 60),
  email,
  password: newPassword,
});

/** Errors: invalid with `setup_code`, `email` or `password`. */
export const beginOperatorSetUp = defineCall('stranger', 'POST /api/operator/setup', {
  summary: 'Become an operator with a setup code, step 1: returns the secret for the authenticator app',
  body: operatorSetUpForm,
  answer: appSecretSchema,
});

export const operatorConfirmForm = v.object({ setup_code: setupCode, code: appCode });

/** Errors: invalid with `setup_code` or `code`. */
export const confirmOperatorSetUp = defineCall('stranger', 'POST /api/operator/setup/confirm', {
  summary:
    'Become an operator, step 2: a code from the app proves that it has the secret. Uses up the setup code',
  body: operatorConfirmForm,
  answer: operatorSessionAnswer,
});

export const operatorLogOut = defineCall('operator', 'POST /api/operator/logout', {
  summary: "End the caller's session",
  answer: v.object({ signed_out: v.literal(true) }),
});

/** The counts on the operator's first screen: what is waiting, and what is late. */
export const overviewSchema = v.object({
  orders_pending: v.number(),
  orders_processing: v.number(),
  orders_held: v.number(),
  /** Players whose share for an invited friend is on hold, because both may be one person. */
  shares_held: v.number(),
  /** When the oldest order to send was made. Null if there is none. */
  oldest_order_at: v.nullable(timeSchema),
  submissions: v.number(),
  proofs: v.number(),
  /** Opinions and comments that were reported, or that were hidden and then edited. */
  opinions: v.number(),
  disputes: v.number(),
  /** Disputes whose answer is late. */
  disputes_overdue: v.number(),
  threads: v.number(),
  /** Adjustments that another operator proposed and that need a second one. */
  adjustments: v.number(),
  /** Refunds, giveaways, new keys of partners and invitations that another operator proposed and that need a second one. */
  refund_proposals: v.number(),
  contest_proposals: v.number(),
  key_proposals: v.number(),
  invitations: v.number(),
  /** The most points that an operator can pay within 24 hours without a second operator, over all kinds of payments. */
  adjust_alone: v.number(),
  /** Amounts that are delivered as codes and have no codes left. Those of paused rewards don't count. */
  amounts_without_codes: v.number(),
  /** Catalogue rewards that are turned off. */
  rewards_paused: v.number(),
});
export type Overview = v.InferOutput<typeof overviewSchema>;

export const getOverview = defineCall('operator', 'GET /api/operator/overview', {
  summary: 'The operator, when the session expires, and what needs attention',
  answer: v.object({ operator: operatorSchema, session_expires_at: timeSchema, overview: overviewSchema }),
});

const spanFigures = v.object({
  /** Points that players got, less what was reversed or taken back. Cases count with their prizes less their prices. */
  points_issued: v.number(),
  /** Points that were spent on sent rewards, less refunds, which count on the day of the refund. */
  points_redeemed: v.number(),
  /** Also those that were refunded later. */
  orders_sent: v.number(),
  /** The value of the orders that were sent, in cents, also of those that were refunded later. */
  cents_sent: v.number(),
  new_accounts: v.number(),
});

/** Figures by UTC day. */
export const figuresSchema = v.object({
  today: spanFigures,
  yesterday: spanFigures,
  /** The last seven days, including today. */
  week: spanFigures,
  /** Each day that was asked for, or the last 14, oldest first, also those on which nothing happened. */
  days: v.array(v.object({ day: v.string(), ...spanFigures.entries })),
});
export type Figures = v.InferOutput<typeof figuresSchema>;

/** `from` and `to` choose the days. Errors: invalid with `from` or `to`, such as more than 92 days. */
export const getFigures = defineCall('operator', 'GET /api/operator/figures', {
  summary:
    'Points issued and redeemed, orders sent and new accounts: today, yesterday, in the last 7 days, and by day',
  query: v.object(figureDaysEntries),
  answer: v.object({ figures: figuresSchema }),
});

export const listOperators = defineCall('operator', 'GET /api/operator/operators', {
  summary: 'All current and former operators, and open invitations',
  answer: v.object({
    operators: v.array(operatorSchema),
    invitations: v.array(
      v.object({
        id: idSchema,
        /** Who the invitation is for, in the inviter's words. */
        note: v.string(),
        invited_by: v.nullable(personSchema),
        /** The operator who approved it. Null: nobody has, or no approval is needed because there is only one operator. */
        approved_by: v.nullable(personSchema),
        created_at: timeSchema,
        expires_at: timeSchema,
      }),
    ),
  }),
});

export const inviteOperator = defineCall('operator', 'POST /api/operator/operators/invite', {
  summary: 'Invite another operator: returns a setup code, shown only once',
  body: v.object({ note: textSchema(2, 120) }),
  answer: v.object({
    setup_code: v.string(),
    expires_at: timeSchema,
    /** Whether another operator must approve it before the code works. */
    needs_approval: v.boolean(),
  }),
});

/** Errors: not_found, nothing_to_do, forbidden (the caller's own invitation or their inviter's, or the caller is too new). */
export const approveInvitation = defineCall('operator', 'POST /api/operator/invitations/:id/approve', {
  summary: "Approve another operator's invitation, so that its setup code works",
  answer: v.object({ approved: v.literal(true) }),
});

/** Errors: not_found, nothing_to_do. */
export const withdrawInvitation = defineCall('operator', 'POST /api/operator/invitations/:id/withdraw', {
  summary: 'Withdraw an unused invitation',
  answer: v.object({ withdrawn: v.literal(true) }),
});

/** Errors: not_found, nothing_to_do, forbidden (the caller). */
export const endOperator = defineCall('operator', 'POST /api/operator/operators/:id/end', {
  summary: "End another operator's access and all their sessions immediately. Operators can’t end their own",
  body: withReason,
  answer: v.object({ operator: operatorSchema }),
});

export const operatorSessionSchema = v.object({
  id: idSchema,
  operator: personSchema,
  /** "Firefox on Linux" */
  device: v.string(),
  created_at: timeSchema,
  last_used_at: timeSchema,
  expires_at: timeSchema,
  /** Whether this is the caller's current session. */
  current: v.boolean(),
});

export const listOperatorSessions = defineCall('operator', 'GET /api/operator/sessions', {
  summary: "All operators' active sessions",
  answer: v.object({ sessions: v.array(operatorSessionSchema) }),
});

export const revokeOperatorSession = defineCall('operator', 'POST /api/operator/sessions/:id/revoke', {
  summary: 'End any operator’s session immediately',
  answer: v.object({ revoked: v.literal(true) }),
});
