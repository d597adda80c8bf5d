/** Users in the back office: account actions and balance adjustments. All calls are ours. */

import * as v from 'valibot';
import { formatNumber } from '../../format/numbers.ts';
import { balanceSchema } from '../account/user.ts';
import {
  optionalId,
  personSchema,
  reasonSchema,
  searchSchema,
  withReason,
} from '../admin/operator-fields.ts';
import { choice, defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { ADJUSTMENT_STATES, ADJUSTMENT_VIEWS, MAX_ADJUSTMENT } from '../operator-limits.ts';
import { transactionSchema } from '../progress/dashboard.ts';
import { heldReasons } from '../redemption/buy.ts';

export const operatorUserSchema = v.object({
  id: idSchema,
  name: v.string(),
  email: v.nullable(v.string()),
  created_at: timeSchema,
  /** Null: not suspended. */
  suspended_at: v.nullable(timeSchema),
  deleted: v.boolean(),
  /** An account from the demo data. */
  sample: v.boolean(),
});
export type OperatorUser = v.InferOutput<typeof operatorUserSchema>;

/** `search`: empty for the newest accounts. shares_held: invited someone whom a match with their account holds. */
export const findUsers = defineCall('operator', 'POST /api/operator/users/search', {
  summary: 'Find users by id, email address or name',
  body: v.object({
    ...pageEntries,
    search: searchSchema,
    show: choice('show', ['all', 'suspended', 'shares_held']),
  }),
  answer: paged(operatorUserSchema),
});

export const operatorUserDetailSchema = v.object({
  ...operatorUserSchema.entries,
  email_confirmed: v.boolean(),
  country: v.nullable(v.string()),
  birth_date: v.nullable(v.string()),
  has_password: v.boolean(),
  providers: v.array(v.string()),
  invited_by: v.nullable(personSchema),
  /** The reason that the player sees. Null: not suspended. */
  suspended_for: v.nullable(v.string()),
  suspended_by: v.nullable(personSchema),
  /** Why their orders are held. Null: they aren't. */
  review_for: v.nullable(v.picklist(heldReasons)),
  deletion_due_at: v.nullable(timeSchema),
  balance: balanceSchema,
  earned: v.number(),
  orders: v.number(),
  /** The value of delivered rewards, in US cents. */
  redeemed_cents: v.number(),
  last_seen_at: v.nullable(timeSchema),
});
export type OperatorUserDetail = v.InferOutput<typeof operatorUserDetailSchema>;

export const getOperatorUser = defineCall('operator', 'GET /api/operator/users/:id', {
  summary: 'A user: account, balance by state, links to other accounts, invited friends',
  answer: v.object({
    user: operatorUserDetailSchema,
    /** Newest first. */
    matches: v.array(
      v.object({
        id: idSchema,
        user: personSchema,
        reason: v.picklist(heldReasons),
        found_at: timeSchema,
        settled_at: v.nullable(timeSchema),
      }),
    ),
    friends: v.array(
      v.object({
        user: personSchema,
        joined_at: timeSchema,
        earned: v.number(),
        /** Why this friend brings no points. Null if they do. */
        refused_for: v.nullable(v.string()),
        /** Whether the share waits: a match says that this may be the same person, or the friend is suspended. */
        held: v.boolean(),
      }),
    ),
  }),
});

export const listUserLedger = defineCall('operator', 'GET /api/operator/users/:id/ledger', {
  summary: "A user's ledger, newest first",
  query: v.object(pageEntries),
  answer: paged(transactionSchema),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason`. */
export const suspendUser = defineCall('operator', 'POST /api/operator/users/:id/suspend', {
  summary:
    'Suspend an account, with a reason for its owner. It can’t redeem, enter contests, open cases or earn, but it can log in, read, export and contact support',
  body: withReason,
  answer: v.object({ user: operatorUserDetailSchema }),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason`. */
export const liftSuspension = defineCall('operator', 'POST /api/operator/users/:id/lift', {
  summary: 'Lift a suspension. Its owner reads why, and points that came in since are released',
  body: withReason,
  answer: v.object({ user: operatorUserDetailSchema }),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason`. */
export const endUserSessions = defineCall('operator', 'POST /api/operator/users/:id/end-sessions', {
  summary: 'Log an account out on all devices, with a reason for its owner, who can log in again',
  body: withReason,
  answer: v.object({ user: operatorUserDetailSchema, ended: v.number() }),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason`. */
export const clearBirthDate = defineCall('operator', 'POST /api/operator/users/:id/clear-birth-date', {
  summary:
    'Let an account’s owner, who mistyped their date of birth, enter it again. Undoes the suspension and the deletion that it led to',
  body: withReason,
  answer: v.object({ user: operatorUserDetailSchema }),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason`. */
export const scheduleDeletion = defineCall('operator', 'POST /api/operator/users/:id/schedule-deletion', {
  summary:
    'Schedule the deletion of an account whose owner asked for it: as in their settings, it is logged out everywhere, and a login before the date cancels it',
  body: v.object({
    ...withReason.entries,
    writings: v.picklist(['keep', 'remove'], 'writings must be keep or remove.'),
  }),
  answer: v.object({ user: operatorUserDetailSchema }),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason` or `matched_up_to`. */
export const settleUserMatches = defineCall('operator', 'POST /api/operator/users/:id/settle-matches', {
  summary:
    'Settle an account’s matches with others, which are different people: they hold no more of their orders and shares',
  body: v.object({
    ...withReason.entries,
    /** The ID of the newest match that the operator has seen. Another may have been found since. */
    matched_up_to: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  answer: v.object({ user: operatorUserDetailSchema }),
});

/** `id`: the invited friend's. Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason`. */
export const refuseReferral = defineCall('operator', 'POST /api/operator/referrals/:id/refuse', {
  summary:
    'Reject a friend who is the inviter’s own second account: nothing more is paid for them, and the inviter reads why',
  body: withReason,
  answer: v.object({ refused: v.boolean() }),
});

/** Errors: not_found, nothing_to_do, forbidden (the operator's own), invalid with `reason`. */
export const admitReferral = defineCall('operator', 'POST /api/operator/referrals/:id/admit', {
  summary: 'Undo that rejection: what the friend earned since counts',
  body: withReason,
  answer: v.object({ refused: v.boolean() }),
});

export const adjustmentSchema = v.object({
  id: idSchema,
  user: personSchema,
  /** Above zero: added. Below zero: deducted. */
  points: v.number(),
  /** Shown to the player in the ledger. */
  reason: v.string(),
  /** waiting: a second operator has to decide. */
  state: v.picklist(ADJUSTMENT_STATES),
  proposed_by: personSchema,
  proposed_at: timeSchema,
  /** The operator who approved or declined it. Null while it waits, and if one operator was enough. */
  decided_by: v.nullable(personSchema),
  decided_at: v.nullable(timeSchema),
  /** Why it was declined. */
  decided_for: v.nullable(v.string()),
  /** Whether the caller may decide: it is waiting, and another operator proposed it. */
  can_decide: v.boolean(),
});
export type Adjustment = v.InferOutput<typeof adjustmentSchema>;

export const listAdjustments = defineCall('operator', 'GET /api/operator/adjustments', {
  summary: 'Adjustments, newest first',
  query: v.object({ ...pageEntries, state: choice('state', ADJUSTMENT_VIEWS), user_id: optionalId }),
  answer: paged(adjustmentSchema),
});

/**
 * Adds or deducts points. Deducting more than is available leaves a debt, as a reversal does; new earnings settle it first. The
 * same key again returns the same adjustment. Errors: forbidden (the operator's own), invalid with `user_id`, `points`, `reason`
 * or the key.
 */
export const adjustBalance = defineCall('operator', 'POST /api/operator/adjustments', {
  summary: 'Add or remove a user’s points, with a reason. Above the limit a second operator has to approve',
  body: v.object({
    user_id: idSchema,
    points: v.pipe(
      v.number('points must be a whole number above or below zero.'),
      v.integer('points must be a whole number above or below zero.'),
      v.check((points) => points !== 0, 'points can’t be zero.'),
      v.check(
        (points) => Math.abs(points) <= MAX_ADJUSTMENT,
        `An adjustment can be at most ${formatNumber(MAX_ADJUSTMENT)} points.`,
      ),
    ),
    reason: reasonSchema,
  }),
  answer: v.object({ adjustment: adjustmentSchema }),
});

/** Errors: not_found, nothing_to_do, forbidden (proposed by the caller, or their own account). */
export const approveAdjustment = defineCall('operator', 'POST /api/operator/adjustments/:id/approve', {
  summary:
    'Approve an adjustment that another operator proposed. It takes effect now. Operators can’t approve their own',
  answer: v.object({ adjustment: adjustmentSchema }),
});

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export const declineAdjustment = defineCall('operator', 'POST /api/operator/adjustments/:id/decline', {
  summary: 'Decline a proposed adjustment, or withdraw your own',
  body: withReason,
  answer: v.object({ adjustment: adjustmentSchema }),
});
