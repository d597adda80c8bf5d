/** Signing in, signing up and password resets (spec sections 4, 5 and 7). Separate from account/account.ts, because few pages need it. */
import * as v from 'valibot';
import { userSchema } from '../account/user.ts';
import { needed } from '../answer.ts';
import { defineCall, idSchema, ours, timeSchema } from '../call.ts';
import { PASSWORD_RESET_MINUTES } from '../limits.ts';
import {
  anyCode,
  captcha,
  effort,
  email,
  knownDevice,
  newPassword,
  newPasswords,
  password,
} from './credentials.ts';

/** `known_device` is ours: a token for the next sign-in from this browser. Null for an account without a password. */
export const sessionAnswer = v.object({
  success: needed(
    v.object({
      token: needed(v.string()),
      user: needed(userSchema),
      known_device: v.nullable(v.string()),
    }),
  ),
});

/**
 * Ours, in calls of the specification: a code for an account with a second factor (second-factor.ts). If it is missing and
 * everything else is right, such an account answers 422 with `code`. Other accounts ignore it.
 */
const code = ours(
  v.pipe(v.optional(anyCode), v.description('Ours: needed if the answer is a 422 on this field')),
);

/** The form shown after returning from an auth provider. */
export const codeForm = v.object({ code: anyCode });

/** Separate forms, because the browser validates with them before sending and doesn't load any call's `body`. */
export const logInForm = v.object({
  email,
  password,
  code,
});

/**
 * Errors: invalid with `email`, `captcha` or `code` (the account has a second factor), more_work (a harder captcha is needed),
 * too_many_requests.
 */
export const loginUser = defineCall('guest', 'POST /api/login-user', {
  source: 'spec',
  summary: 'Log in with email and password',
  body: v.object({ ...logInForm.entries, captcha, known_device: knownDevice }),
  answer: sessionAnswer,
});

export const signUpForm = v.object({ email, password: newPassword });

/** Errors: invalid with the field, too_many_requests. */
export const registerUser = defineCall('guest', 'POST /api/registration-user', {
  source: 'spec',
  summary: 'Sign up with email and password',
  body: v.object({
    ...signUpForm.entries,
    captcha,
    /** The inviter: the `ref` of a friend's link, if any. */
    reflink: v.optional(
      v.nullable(v.pipe(v.string(), v.maxLength(64, 'An invitation has at most 64 characters.'))),
    ),
  }),
  answer: sessionAnswer,
});

export const forgotPasswordForm = v.object({ email });

/** The answer is the same whether or not the address has an account. Errors: invalid with the field, too_many_requests. */
export const requestPasswordReset = defineCall('guest', 'POST /api/password/email', {
  summary: 'Request an email with a link to choose a new password',
  body: v.object({ ...forgotPasswordForm.entries, captcha }),
  /** The answer and its timing are the same whether or not the address has an account. */
  answer: v.object({ accepted: v.literal(true) }),
});

/** One text for a link that is unknown, used, expired or for another address. Different texts would reveal accounts. */
export const resetLinkRefused = `This link was used or has expired. Each link works once, for ${PASSWORD_RESET_MINUTES} minutes, and only for the address we sent it to. Please request a new one.`;

export const newPasswordForm = v.pipe(
  v.object({
    token: v.pipe(
      v.string(resetLinkRefused),
      v.minLength(1, resetLinkRefused),
      v.maxLength(512, resetLinkRefused),
    ),
    email,
    ...newPasswords,
    /** Ours: which of the address's accounts. Default: the account that the link was mailed for. */
    account: ours(v.optional(idSchema)),
    code,
    known_device: knownDevice,
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['password_confirmation']],
      (given) => given.password === given.password_confirmation,
      'The passwords don’t match.',
    ),
    ['password_confirmation'],
  ),
);

const resetLink = { token: newPasswordForm.entries.token, email };

const resetAccountSchema = v.object({
  id: idSchema,
  name: v.string(),
  /** Points that can be spent. */
  points: v.number(),
  created_at: timeSchema,
  /** The device it was made on: "Firefox on Windows". Null if unknown. */
  device: v.nullable(v.string()),
  /** The account has confirmed the address and can't be closed here. */
  confirmed: v.boolean(),
  /** False if the account only signs in through a provider and never confirmed the address. */
  can_have_password: v.boolean(),
});
export type ResetAccount = v.InferOutput<typeof resetAccountSchema>;
const resetAccounts = v.object({ accounts: v.array(resetAccountSchema) });

/** Errors: invalid with `token`, not_offered, too_many_requests. */
export const listResetAccounts = defineCall('stranger', 'POST /api/password/accounts', {
  summary: 'The accounts with the address of an emailed link. The account it was sent for comes first',
  body: v.object(resetLink),
  answer: resetAccounts,
});

/** Errors: invalid with `token`, nothing_to_do (its address is confirmed), not_offered, too_many_requests. */
export const closeResetAccount = defineCall('stranger', 'POST /api/password/accounts/close', {
  summary: 'Close one of these accounts, unless its address is confirmed. Returns the remaining ones',
  body: v.object({ ...resetLink, account: idSchema }),
  answer: resetAccounts,
});

/** Errors: invalid with the field (`token`: the link isn't valid; `code`: the account has a second factor), too_many_requests. */
export const resetPassword = defineCall('guest', 'POST /api/password/reset', {
  source: 'spec',
  summary: 'Set a new password with an emailed token. Ends all sessions and starts a new one',
  body: newPasswordForm,
  answer: sessionAnswer,
});

/** The auth providers, in the order of the login page. */
export const authProviderNames = ['google', 'apple', 'discord', 'steam'] as const;
export type AuthProvider = (typeof authProviderNames)[number];
export const authProviders: Readonly<Record<AuthProvider, string>> = {
  google: 'Google',
  apple: 'Apple',
  discord: 'Discord',
  steam: 'Steam',
};

const providerToken = v.pipe(
  v.string('token is missing.'),
  v.minLength(1, 'token is missing.'),
  v.maxLength(8192, 'The token is too long.'),
);

const providerForm = v.object({ token: providerToken, code, known_device: knownDevice });

const providerLogin = { body: providerForm, answer: sessionAnswer } as const;

/**
 * Errors: provider_unavailable, invalid with `token` or `code`. After an error with `code`, the same token works once more, with
 * a code.
 */
export const loginGoogle = defineCall('guest', 'POST /api/login/google/callback', {
  ...providerLogin,
  source: 'spec',
  summary: 'Sign in with the token that the browser received from Google',
});

export const loginApple = defineCall('guest', 'POST /api/login/apple/callback', {
  ...providerLogin,
  summary: 'Sign in with the token that the browser received from Apple',
});

export const loginDiscord = defineCall('guest', 'POST /api/login/discord/callback', {
  ...providerLogin,
  summary: 'Sign in with the token that the browser received from Discord',
});

/**
 * Errors: provider_unavailable, invalid with `token` or `code`. After an error with `code`, the same token works once more, with
 * a code.
 */
export const loginSteam = defineCall('guest', 'POST /api/login/steam/callback', {
  source: 'spec',
  summary:
    'Sign in with the token that the browser received from Steam. The body is the token itself, as JSON',
  body: v.pipe(
    v.union(
      [providerToken, providerForm],
      'The body must be a token as a JSON string, or an object with it.',
    ),
    v.transform((given) =>
      typeof given === 'string' ? { token: given, code: undefined, known_device: undefined } : given,
    ),
  ),
  fieldAliases: { body: 'token' },
  answer: sessionAnswer,
});

export const captchaServices = ['recaptcha', 'hcaptcha', 'turnstile'] as const;

export const getCaptcha = defineCall('guest', 'GET /api/captcha', {
  summary:
    'The captcha for logging in or signing up: a proof-of-work challenge, or the service whose widget to show. Empty if none is needed',
  query: v.object({ effort }),
  answer: v.looseObject({
    /** The captcha service and its public key. Without them, the captcha is an altcha challenge. */
    service: v.optional(v.picklist(captchaServices)),
    site_key: v.optional(v.string()),
  }),
});

/** Errors: not_offered (the host has no auth providers). */
export const getAuthProviders = defineCall('guest', 'GET /api/auth-providers', {
  summary: 'The auth providers that are set up',
  answer: v.object({ providers: v.array(v.string()) }),
});

export const noteDevice = defineCall('user', 'PUT /api/user/device', {
  summary: "Send this browser's random ID, which helps to find a person's second account",
  body: v.object({ device: v.pipe(v.string('device is missing.'), v.uuid('device must be a UUID.')) }),
  answer: v.object({ noted: v.literal(true) }),
});
