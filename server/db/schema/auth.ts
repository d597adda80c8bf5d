/** Signing in: sessions, links by mail, auth providers, passkeys, and second factors. */
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AuthProvider } from '../../../src/lib/contract/auth/sign-in.ts';
import { userId, users } from './account.ts';
import { rewards } from './catalogue.ts';
import { bytes, identity, now, time } from './columns.ts';

export const tokens = pgTable(
  'tokens',
  {
    id: identity(),
    userId: userId(),
    /** SHA-256 of the secret. Only its owner has the secret itself. */
    hash: bytes('hash').notNull().unique(),
    device: text('device').notNull(),
    createdAt: time('created_at').notNull().default(now),
    lastUsedAt: time('last_used_at').notNull().default(now),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
  },
  (table) => [index('tokens_user').on(table.userId)],
);

/** Used captcha solutions, because each counts once. */
export const spentCaptchas = pgTable('spent_captchas', {
  signature: text('signature').primaryKey(),
  expiresAt: time('expires_at').notNull(),
});

/** A mailed link to choose a new password. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token and the address it was mailed to. Only the mail has the token itself. */
    hash: bytes('hash').primaryKey(),
    userId: userId(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('password_resets_user').on(table.userId)],
);

/** A person at a provider, by the provider's permanent id. An email address there may change hands; the id doesn't. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider').$type<AuthProvider>().notNull(),
    subject: text('subject').notNull(),
    userId: userId(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index('identities_user').on(table.userId),
  ],
);

/** A browser that was sent to a provider and hasn't returned. Each attempt signs in once. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** SHA-256 of the state. Only the browser and the provider's answer have the state itself. */
    hash: bytes('hash').primaryKey(),
    provider: text('provider').$type<AuthProvider>().notNull(),
    /** The inviter, as given in the link. */
    reflink: text('reflink'),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    /** Unused. It can be dropped one release after it has left this file, because every insert names all columns. */
    answerHash: bytes('answer_hash'),
  },
  (table) => [index('sign_in_attempts_expiry').on(table.expiresAt)],
);

/** Values in a provider's answers that count once, whatever the state. */
export const spentNonces = pgTable(
  'spent_nonces',
  {
    provider: text('provider').$type<AuthProvider>().notNull(),
    nonce: text('nonce').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.nonce] })],
);

/** A key in someone's device or password manager that signs them in. Only its public half is stored. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: identity(),
    userId: userId(),
    /** In base64url, as authenticators write it. */
    credentialId: text('credential_id').notNull().unique(),
    /** In COSE format. */
    publicKey: bytes('public_key').notNull(),
    /**
     * The number of signatures, as the authenticator reports it; always 0 if it doesn't count. A copied key would fall behind.
     */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** The account's id in authenticators: random, and the same for all of an account's passkeys. */
    handle: text('handle').notNull(),
    /** "Chrome on Windows", or the owner's own name for it. */
    name: text('name').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** What an authenticator was asked to sign. Each request counts once, for the browser that asked. */
export const passkeyAttempts = pgTable(
  'passkey_attempts',
  {
    /** SHA-256 of the secret that the asking browser has. */
    hash: bytes('hash').primaryKey(),
    purpose: text('purpose').$type<'log-in' | 'sign-up' | 'add'>().notNull(),
    challenge: text('challenge').notNull(),
    /** The future owner of the passkey; null if there is no account yet. */
    userId: integer('user_id').references(() => users.id),
    handle: text('handle'),
    /** The name of a new account. The authenticator shows it, so it is chosen beforehand. */
    name: text('name'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('passkey_attempts_expiry').on(table.expiresAt)],
);

export const secondFactors = pgTable('second_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Encrypted (features/auth/authenticator.ts). */
  totpSecret: text('totp_secret').notNull(),
  /** The time step of the last used code. Codes of this step or earlier ones are rejected. */
  totpStep: integer('totp_step').notNull(),
  startedAt: time('started_at').notNull(),
  /** Null until a code from the app has confirmed it. Until then nothing asks for a code. */
  onSince: time('on_since'),
});

/** The recovery codes that are left. A used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => secondFactors.userId, { onDelete: 'cascade' }),
    /** An argon2id hash in PHC format. */
    hash: text('hash').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/** Recovery for someone who has lost the app and all recovery codes: a mailed link, then a wait, then the next login. */
export const factorRecoveries = pgTable(
  'factor_recoveries',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** SHA-256 of the mailed link that starts the wait, and when the link expires; null if there is none. */
    linkHash: bytes('link_hash').unique(),
    linkExpiresAt: time('link_expires_at'),
    /** When the wait started; null if the link wasn't opened. */
    startedAt: time('started_at'),
    /** SHA-256 of the mailed link that stops it. */
    cancelHash: bytes('cancel_hash').unique(),
    /** When a login turned off the second factor. The row stays as long as orders are held for it. */
    removedAt: time('removed_at'),
  },
  (table) => [
    check('factor_recoveries_link', sql`(${table.linkHash} is null) = (${table.linkExpiresAt} is null)`),
    check('factor_recoveries_started', sql`(${table.startedAt} is null) = (${table.cancelHash} is null)`),
    check('factor_recoveries_removed', sql`${table.removedAt} is null or ${table.startedAt} is not null`),
  ],
);

/** A mailed link that confirms an address. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** SHA-256 of the token. Only the mail has the token itself. */
    hash: bytes('hash').primaryKey(),
    userId: userId(),
    /** The address that it was sent to. The link confirms no other. */
    email: text('email').notNull(),
    /** The reward whose page requested it, to lead back there. Null leads to the player's goal. */
    rewardId: integer('reward_id').references(() => rewards.id),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('email_confirmations_user').on(table.userId)],
);
