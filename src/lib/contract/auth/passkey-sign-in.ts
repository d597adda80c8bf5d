/**
 * Signing up and in with a passkey. All calls are ours. Separate from passkeys.ts, because the settings don't need a sign-in's
 * answer.
 */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { captcha, knownDevice } from './credentials.ts';
import { attempt, newPasskeySchema, passkeyUseSchema, startedCreation, startedUse } from './passkeys.ts';
import { sessionAnswer } from './sign-in.ts';

/** Errors: provider_unavailable (the host has no passkeys), too_many_requests. */
export const startPasskeyLogin = defineCall('guest', 'POST /api/passkeys/log-in/start', {
  summary: 'The challenge to log in with a passkey. Works once, within five minutes',
  answer: startedUse,
});

/** Errors: invalid with `passkey`, provider_unavailable, too_many_requests. */
export const loginPasskey = defineCall('guest', 'POST /api/passkeys/log-in', {
  summary: 'Log in with a passkey. It counts as both factors, so no code is needed',
  body: v.object({ attempt, passkey: passkeyUseSchema, known_device: knownDevice }),
  answer: sessionAnswer,
});

/** Errors: invalid with `captcha`, provider_unavailable, too_many_requests. */
export const startPasskeySignUp = defineCall('guest', 'POST /api/passkeys/sign-up/start', {
  summary: 'The options to create a passkey for a new account. They work once, within five minutes',
  body: v.object({ captcha }),
  answer: startedCreation,
});

/** Errors: invalid with `passkey`, provider_unavailable, too_many_requests. */
export const registerPasskey = defineCall('guest', 'POST /api/passkeys/sign-up', {
  summary: 'Sign up with a new passkey. The account has no email address yet',
  body: v.object({
    attempt,
    passkey: newPasskeySchema,
    reflink: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64)))),
  }),
  answer: sessionAnswer,
});
