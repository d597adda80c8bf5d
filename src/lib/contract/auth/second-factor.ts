/** A player's second factor: codes from an app, and recovery codes in case the app is lost. All calls are ours. */
import * as v from 'valibot';
import { defineCall, timeSchema } from '../call.ts';
import { anyCode, appCode, appSecretSchema, password } from './credentials.ts';

export const secondFactorSchema = v.object({
  /** Null: it is off. */
  on_since: v.nullable(timeSchema),
  recovery_codes_left: v.number(),
  /** What the account needs first. Null: nothing. */
  needs: v.nullable(v.picklist(['password', 'confirmed_email'])),
  /** Whether this site requires it of every player. If so, it can't be turned off, and little else works until it is on. */
  required: v.boolean(),
  /** The number of other signed-in devices. None of these calls signs them out. */
  other_devices: v.number(),
  /** The app and the recovery codes were reported lost (factor-recovery.ts). From `due_at` on, a sign-in removes the second factor. */
  lost: v.nullable(v.object({ since: timeSchema, due_at: timeSchema })),
});
export type SecondFactor = v.InferOutput<typeof secondFactorSchema>;

const recoveryAnswer = v.object({
  /** Shown only once, in two groups: "K7QX2-AB4DF". */
  recovery_codes: v.array(v.string()),
  second_factor: secondFactorSchema,
});

/** Errors: not_offered (the host has no second factor). */
export const getSecondFactor = defineCall('user', 'GET /api/user/second-factor', {
  summary: 'Whether the caller has two-factor authentication on, and how many recovery codes are left',
  answer: v.object({ second_factor: secondFactorSchema }),
});

/** Separate forms, because the browser validates with them before sending. */
export const setUpAppForm = v.object({ password });

/** Errors: invalid with `password`, email_unconfirmed, nothing_to_do, too_many_requests. */
export const setUpApp = defineCall('user', 'POST /api/user/second-factor/setup', {
  summary:
    'Start setting up two-factor authentication, with the password. Returns the secret for the app, and changes nothing yet',
  body: setUpAppForm,
  answer: appSecretSchema,
});

export const confirmAppForm = v.object({ code: appCode });

/** Errors: invalid with `code`, nothing_to_do, too_many_requests. */
export const confirmApp = defineCall('user', 'POST /api/user/second-factor/confirm', {
  summary: 'Turn on two-factor authentication with a first code from the app. Returns the recovery codes',
  body: confirmAppForm,
  answer: recoveryAnswer,
});

export const renewRecoveryForm = v.object({ password, code: appCode });

/** Errors: invalid with `password` or `code`, nothing_to_do, too_many_requests. */
export const renewRecoveryCodes = defineCall('user', 'POST /api/user/second-factor/recovery-codes', {
  summary: 'Replace the recovery codes, with the password and a code from the app',
  body: renewRecoveryForm,
  answer: recoveryAnswer,
});

export const turnOffAppForm = v.object({ password, code: anyCode });

/** Errors: invalid with `password` or `code`, nothing_to_do, too_many_requests. */
export const turnOffApp = defineCall('user', 'POST /api/user/second-factor/off', {
  summary: 'Turn off two-factor authentication, with the password and a code from the app or a recovery code',
  body: turnOffAppForm,
  answer: v.object({ second_factor: secondFactorSchema }),
});

export const keepFactor = defineCall('user', 'POST /api/user/second-factor/keep', {
  summary: 'Stop the waiting period after a report of lost codes, and keep two-factor authentication on',
  answer: v.object({ second_factor: secondFactorSchema }),
});
