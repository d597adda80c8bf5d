/** Confirming an account's e-mail address by a mailed link: needed before the first redemption. */
import * as v from 'valibot';
import { defineCall } from './call.ts';
import { email, password } from './credentials.ts';
import { CONFIRMATION_HOURS } from './limits.ts';
import { userSchema } from './user.ts';

/** One text for a link that is unknown, too old or of an account that is gone. */
export const confirmationRefused = `A link holds for ${CONFIRMATION_HOURS} hours. Please log in and have a new one sent.`;

export const requestConfirmation = defineCall({
  method: 'POST',
  path: '/api/user/confirmation',
  who: 'user',
  source: 'ours',
  summary: "Mail the caller a link that confirms the account's e-mail address",
  /** sent: false where the address is confirmed already, and no mail goes out. */
  answer: v.object({ sent: v.boolean() }),
});

/** By the token alone: the mail may be opened on another device than the one that is signed in. */
export const confirmEmail = defineCall({
  method: 'POST',
  path: '/api/confirm-email',
  who: 'guest',
  source: 'ours',
  summary:
    "Confirm an account's e-mail address by a mailed link's token; the same link again answers the same",
  body: v.object({
    token: v.pipe(
      v.string(confirmationRefused),
      v.minLength(1, confirmationRefused),
      v.maxLength(512, confirmationRefused),
    ),
  }),
  answer: v.object({ email: v.string() }),
});

/** Of a form of its own, since the browser checks by it before it sends. */
export const emailForm = v.object({
  email,
  /** As it is; an account without one sends none. */
  password: v.optional(password),
});
export type EmailForm = v.InferOutput<typeof emailForm>;

export const changeEmail = defineCall({
  method: 'PUT',
  path: '/api/user/settings/email',
  who: 'user',
  source: 'ours',
  summary:
    'Give the account another e-mail address by its password, as long as none is confirmed, and mail a link there',
  body: emailForm,
  answer: v.object({ user: userSchema }),
});
