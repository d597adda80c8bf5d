/** Confirming an account's email address by a link in a mail, which is required before the first redemption. */
import * as v from 'valibot';
import { userSchema } from '../account/user.ts';
import { defineCall, idSchema, timeSchema } from '../call.ts';
import { CONFIRMATION_HOURS } from '../limits.ts';
import { email, password } from './credentials.ts';

/** One text for an unknown link, an expired link and a link of a deleted account. */
export const confirmationRefused = `This link has expired. Links work for ${CONFIRMATION_HOURS} hours. Log in to request a new one.`;

export const requestConfirmation = defineCall('user', 'POST /api/user/confirmation', {
  summary: "Email the caller a link to confirm the account's address",
  /** reward: the reward whose page requests it. The confirmed account is led back there. */
  body: v.optional(v.object({ reward: v.optional(idSchema) }), {}),
  /**
   * sent: false if the address is already confirmed; then no mail is sent. Errors: invalid with `email` (the account has none),
   * too_many_requests.
   */
  answer: v.object({ sent: v.boolean() }),
});

const linkToken = v.pipe(
  v.string(confirmationRefused),
  v.minLength(1, confirmationRefused),
  v.maxLength(512, confirmationRefused),
);

/** Where a confirmed account goes on: the reward whose page requested the link, or else the account's goal. */
const rewardSchema = v.nullable(v.object({ id: idSchema, name: v.string() }));
export type LinkedReward = v.InferOutput<typeof rewardSchema>;

const lookSchema = v.object({
  email: v.string(),
  /** taken: another account has already confirmed the address, so this one can only be closed. */
  state: v.picklist(['open', 'confirmed', 'taken']),
  /** Null until the address is confirmed. */
  reward: rewardSchema,
  account: v.object({
    name: v.string(),
    created_at: timeSchema,
    /** The device it was made on: "Firefox on Windows". Null if unknown. */
    device: v.nullable(v.string()),
    /** What confirming requires: the account's current session, its password, or signing in to it through its provider first. */
    proof: v.picklist(['session', 'password', 'sign-in']),
  }),
});
export type ConfirmationLook = v.InferOutput<typeof lookSchema>;

/** Describes a link and its account. Errors: invalid with `token`, not_offered, too_many_requests. */
export const lookAtConfirmation = defineCall('guest', 'POST /api/confirm-email/look', {
  summary: 'The account that an emailed link belongs to, and what is needed to confirm it',
  body: v.object({ token: linkToken }),
  answer: lookSchema,
});

/** Errors: invalid with `token`, nothing_to_do (the address is confirmed), too_many_requests. */
export const refuseAccount = defineCall('guest', 'POST /api/confirm-email/refuse', {
  summary:
    "“This wasn't me”: close the account that an emailed link belongs to, unless its address is confirmed",
  body: v.object({ token: linkToken }),
  answer: v.object({ closed: v.literal(true) }),
});

/**
 * Needs the session or the password of the link's own account, so another reader of the mail can't confirm it. Errors: invalid
 * with `token` or `password` (if a password is required), too_many_requests.
 */
export const confirmEmail = defineCall('guest', 'POST /api/confirm-email', {
  summary:
    "Confirm an email address with an emailed token and the account's session or password. Ends the other sessions. Idempotent",
  body: v.object({ token: linkToken, password: v.optional(password) }),
  answer: v.object({ email: v.string(), reward: rewardSchema, signed_out: v.number() }),
});

/** A separate form, because the browser validates with it before sending. */
export const emailForm = v.object({
  email,
  /** The current password. An account without a password sends none. */
  password: v.optional(password),
});
export type EmailForm = v.InferOutput<typeof emailForm>;

/** Errors: invalid with `email` or `password`, too_many_requests. */
export const changeEmail = defineCall('user', 'PUT /api/user/settings/email', {
  summary: 'Add an email address, or change an unconfirmed one with the password, and email a link to it',
  /** reward: see `requestConfirmation`. */
  body: v.object({ ...emailForm.entries, reward: v.optional(idSchema) }),
  answer: v.object({ user: userSchema }),
});
