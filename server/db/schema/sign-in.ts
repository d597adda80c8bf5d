/** Auth providers: who they say somebody is, and the browsers that are on their way to one. */
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { AuthProvider } from '../../../src/lib/contract/sign-in.ts';
import { users } from './accounts.ts';
import { bytes, identity, time } from './columns.ts';

/** Somebody at a provider, by the provider's own unchanging id for them: an address there may change hands, this doesn't. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider').$type<AuthProvider>().notNull(),
    subject: text('subject').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index('identities_user').on(table.userId),
  ],
);

/** A browser that was sent to a provider and hasn't come back yet. Each signs in once. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** SHA-256 of the state; the state itself is with the browser and in the provider's answer alone. */
    hash: bytes('hash').primaryKey(),
    provider: text('provider').$type<AuthProvider>().notNull(),
    /** Who invited, as the link said it. */
    reflink: text('reflink'),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    /** Unused: the next release drops it. */
    answerHash: bytes('answer_hash'),
  },
  (table) => [index('sign_in_attempts_expiry').on(table.expiresAt)],
);

/** What a provider's answer carries that counts once, under whatever state it comes again. */
export const spentNonces = pgTable(
  'spent_nonces',
  {
    provider: text('provider').$type<AuthProvider>().notNull(),
    nonce: text('nonce').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.nonce] })],
);

/** Mails that could not be sent yet. A link in one opens an account, so they are sealed (platform/encryption.ts). */
export const mailQueue = pgTable(
  'mail_queue',
  {
    id: text('id').primaryKey(),
    sealed: text('sealed').notNull(),
    /** How often it was tried. */
    attempts: integer('attempts').notNull(),
    dueAt: time('due_at').notNull(),
    /** After that it is of no use to anybody, and given up. */
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('mail_queue_due').on(table.dueAt)],
);

/** A key in somebody's device or password manager, by which they sign in. Only its public half is here. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: identity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Base64url, as authenticators name it. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE. */
    publicKey: bytes('public_key').notNull(),
    /** How often it signed, as it says itself; 0 for ever where it doesn't count. A copy of it would fall behind. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** By what its authenticator knows the account: random, and the same for all of an account. */
    handle: text('handle').notNull(),
    /** "Chrome on Windows", or as its owner calls it. */
    name: text('name').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** What an authenticator was asked to sign, until it has: each counts once, for the browser that asked. */
export const passkeyAttempts = pgTable(
  'passkey_attempts',
  {
    /** SHA-256 of what the browser that asked holds. */
    hash: bytes('hash').primaryKey(),
    purpose: text('purpose').$type<'log-in' | 'sign-up' | 'add'>().notNull(),
    challenge: text('challenge').notNull(),
    /** Whose passkey it will be; null: nobody's yet. */
    userId: integer('user_id').references(() => users.id),
    /** Of the passkey that will be made. */
    handle: text('handle'),
    /** The name that a new account gets, since the authenticator shows it. */
    name: text('name'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('passkey_attempts_expiry').on(table.expiresAt)],
);
