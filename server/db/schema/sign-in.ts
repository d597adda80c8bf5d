/** Sign-in with auth providers and passkeys, and the queue of mails. */
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AuthProvider } from '../../../src/lib/contract/sign-in.ts';
import { userId, users } from './accounts.ts';
import { bytes, identity, time } from './columns.ts';

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
    /** Unused. The next release drops it. */
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

/** Mails that couldn't be sent yet. Their links may open an account, so they are encrypted (platform/encryption.ts). */
export const mailQueue = pgTable(
  'mail_queue',
  {
    id: text('id').primaryKey(),
    sealed: text('sealed').notNull(),
    /** The number of tries. */
    attempts: integer('attempts').notNull(),
    dueAt: time('due_at').notNull(),
    /** After this time the mail is useless and is given up. */
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('mail_queue_due').on(table.dueAt)],
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
    /** The handle of the new passkey. */
    handle: text('handle'),
    /** The name of a new account. The authenticator shows it, so it is chosen beforehand. */
    name: text('name'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('passkey_attempts_expiry').on(table.expiresAt)],
);
