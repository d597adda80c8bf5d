/** Second-factor recovery for a player who has lost the app and all recovery codes. All calls are ours. */
import * as v from 'valibot';
import { defineCall, timeSchema } from '../call.ts';
import { FACTOR_RECOVERY_LINK_MINUTES } from '../limits.ts';
import { captcha, email, password } from './credentials.ts';
import { resetLinkRefused } from './sign-in.ts';

/** One text for links that are unknown, used or expired. */
export const lostLinkRefused = `This link was used or has expired. Links work for ${FACTOR_RECOVERY_LINK_MINUTES} minutes. To get a new one, log in again and choose “I’ve lost both” when we ask for a code.`;
export const stopLinkRefused =
  'This link no longer works: the wait was stopped, or two-factor authentication is off. If it’s off and that wasn’t you, choose a new password now.';

const tokenField = (refused: string) =>
  v.pipe(v.string(refused), v.minLength(1, refused), v.maxLength(512, refused));

/** The answer and its timing are the same whether or not the account has a second factor. */
const accepted = v.object({ accepted: v.literal(true) });

/** Errors: invalid with `email` (wrong password) or `captcha`, too_many_requests. */
export const requestFactorRecovery = defineCall('stranger', 'POST /api/factor-recovery', {
  summary: 'Report a lost second factor, with the password. Emails a link that starts the waiting period',
  body: v.object({ email, password, captcha }),
  answer: accepted,
});

/** Errors: invalid with `token`, too_many_requests. */
export const requestFactorRecoveryByLink = defineCall('stranger', 'POST /api/factor-recovery/by-link', {
  summary: 'Report a lost second factor, with the token of a password reset link. The token stays valid',
  body: v.object({ email, token: tokenField(resetLinkRefused) }),
  answer: accepted,
});

/** Errors: invalid with `token`, too_many_requests. */
export const beginFactorRecovery = defineCall('stranger', 'POST /api/factor-recovery/begin', {
  summary:
    'Start the waiting period with the emailed token. The next login after it turns off the second factor',
  body: v.object({ token: tokenField(lostLinkRefused) }),
  /** `due_at`: when the wait ends. */
  answer: v.object({ due_at: timeSchema }),
});

/** Errors: invalid with `token`, too_many_requests. */
export const stopFactorRecovery = defineCall('stranger', 'POST /api/factor-recovery/stop', {
  summary: 'Stop the waiting period with the token from the email about it, and keep the second factor',
  body: v.object({ token: tokenField(stopLinkRefused) }),
  answer: v.object({ stopped: v.literal(true) }),
});
