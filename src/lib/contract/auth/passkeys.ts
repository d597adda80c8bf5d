/** An account's passkeys. All calls are ours. Signing up and in with a passkey is in passkey-sign-in.ts. */
import * as v from 'valibot';
import { defineCall, idSchema, textSchema, timeSchema } from '../call.ts';
import { MAX_PASSKEY_NAME, MAX_PASSWORD } from '../limits.ts';
import { anyCode } from './credentials.ts';

/* @__NO_SIDE_EFFECTS__ */
const encoded = (field: string, max: number) =>
  v.pipe(
    v.string(`${field} is missing.`),
    v.regex(/^[\w-]+$/, `${field} must be base64url.`),
    v.maxLength(max, `${field} is too long.`),
  );

const key = {
  /** The id of a credential: at most 1,023 bytes. */
  id: encoded('id', 1364),
  rawId: encoded('rawId', 1364),
  type: v.literal('public-key', 'type must be public-key.'),
};

/** The result of `navigator.credentials.create`, as JSON. */
export const newPasskeySchema = v.object({
  ...key,
  response: v.object({
    clientDataJSON: encoded('clientDataJSON', 4096),
    attestationObject: encoded('attestationObject', 16_384),
  }),
});
export type NewPasskey = v.InferOutput<typeof newPasskeySchema>;

/** The result of `navigator.credentials.get`, as JSON. */
export const passkeyUseSchema = v.object({
  ...key,
  response: v.object({
    clientDataJSON: encoded('clientDataJSON', 4096),
    authenticatorData: encoded('authenticatorData', 4096),
    signature: encoded('signature', 4096),
    userHandle: v.optional(v.nullable(encoded('userHandle', 128))),
  }),
});
export type PasskeyUse = v.InferOutput<typeof passkeyUseSchema>;

/** `attempt` never leaves the browser that started it, so another browser can't answer the same challenge. */
export const attempt = v.pipe(
  v.string('attempt is missing.'),
  v.regex(/^[\w-]{43}$/, 'attempt must be 43 characters of base64url.'),
);

const descriptor = v.object({ id: v.string(), type: v.literal('public-key') });

/** The options for `navigator.credentials.create`, with binary fields in base64url. */
export const startedCreation = v.object({
  attempt: v.string(),
  options: v.object({
    challenge: v.string(),
    rp: v.object({ id: v.string(), name: v.string() }),
    user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
    pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
    timeout: v.number(),
    excludeCredentials: v.array(descriptor),
    authenticatorSelection: v.object({
      residentKey: v.literal('required'),
      requireResidentKey: v.literal(true),
      userVerification: v.literal('required'),
    }),
    attestation: v.literal('none'),
  }),
});
export type StartedCreation = v.InferOutput<typeof startedCreation>;

export const startedUse = v.object({
  attempt: v.string(),
  options: v.object({
    challenge: v.string(),
    rpId: v.string(),
    timeout: v.number(),
    userVerification: v.literal('required'),
  }),
});
export type StartedUse = v.InferOutput<typeof startedUse>;

const passkeySchema = v.object({
  id: idSchema,
  name: v.string(),
  created_at: timeSchema,
  /** Null: never. */
  last_used_at: v.nullable(timeSchema),
});
export type Passkey = v.InferOutput<typeof passkeySchema>;

const providerLoginSchema = v.object({
  /** As in the address of its removal: "google". */
  provider: v.string(),
  /** As players read it: "Google". */
  name: v.string(),
  linked_at: timeSchema,
  last_used_at: timeSchema,
});

export const passkeysSchema = v.object({
  passkeys: v.array(passkeySchema),
  /** The account's logins with Google, Apple, Discord and Steam. */
  logins: v.optional(v.array(providerLoginSchema), []),
  /** Whether more passkeys can be added. */
  offered: v.boolean(),
  /** Whether a change also needs a code from the account's app. */
  asks_code: v.boolean(),
});
export type Passkeys = v.InferOutput<typeof passkeysSchema>;

/** Errors: not_offered (the host has no passkeys). */
export const listPasskeys = defineCall('user', 'GET /api/user/passkeys', {
  summary: "The caller's passkeys, newest first, and logins with providers",
  answer: passkeysSchema,
});

/** Proves who is asking. Otherwise an intruder with a session could add a key, or remove the owner's. */
const proof = v.object({
  /** Left out if the account has none. Then the sign-in must be recent. */
  password: v.optional(v.pipe(v.string(), v.maxLength(MAX_PASSWORD))),
  /** If the account has a second factor. */
  code: v.optional(anyCode),
});

/** Errors: invalid with `password` or `code`, email_unconfirmed, limit_reached, provider_unavailable, too_many_requests. */
export const startPasskey = defineCall('user', 'POST /api/user/passkeys/start', {
  summary: 'Start adding a passkey, with the password and a second-factor code if the account has them',
  body: proof,
  answer: startedCreation,
});

/** Errors: invalid with `passkey`, limit_reached, too_many_requests. */
export const addPasskey = defineCall('user', 'POST /api/user/passkeys', {
  summary: 'Finish adding a passkey',
  body: v.object({ attempt, passkey: newPasskeySchema }),
  answer: passkeysSchema,
});

export const renamePasskey = defineCall('user', 'PUT /api/user/passkeys/:id', {
  summary: "Rename one of the caller's passkeys",
  body: v.object({ name: textSchema(1, MAX_PASSKEY_NAME) }),
  answer: passkeysSchema,
});

/** Errors: invalid with `password` or `code`, nothing_to_do (it is the only way to sign in), too_many_requests. */
export const removePasskey = defineCall('user', 'POST /api/user/passkeys/:id/remove', {
  summary:
    "Remove one of the caller's passkeys, with the same proof. The only way to log in can't be removed",
  body: proof,
  answer: passkeysSchema,
});

/** Errors: not_found, invalid with `password` or `code`, nothing_to_do (it is the only way to sign in), too_many_requests. */
export const removeLogin = defineCall('user', 'POST /api/user/logins/:provider/remove', {
  summary:
    "Remove the caller's login with a provider, with the same proof. The only way to log in can't be removed",
  params: v.object({ provider: v.string() }),
  body: proof,
  answer: passkeysSchema,
});
