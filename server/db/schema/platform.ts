/** What belongs to no feature: the processes' shared keys, limits, jobs, idempotency keys and mails. */
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, time } from './columns.ts';

/** Keys that all API processes share, made at the first start. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
});

/** Requests per key and window, shared by all API processes. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: time('resets_at').notNull(),
});

/** Recurring work. The process that sets `leasedUntil` does it. If that process dies, another one takes over after this time. */
export const jobs = pgTable('jobs', {
  name: text('name').primaryKey(),
  dueAt: time('due_at').notNull(),
  leasedUntil: time('leased_until'),
});

/**
 * Calls that changed something, by the key that their sender gave them. A call that is sent again gets its answer from here and
 * isn't run twice (http/idempotency.ts). Answers contain the sender's private data, so they are encrypted.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** "user:12" or "operator:3". A key belongs to one sender. */
    sender: text('sender').notNull(),
    key: text('key').notNull(),
    /** Of URL and body. Another call can't use the key. */
    digest: bytes('digest').notNull(),
    startedAt: time('started_at').notNull(),
    /** Null while it is running, or if the process ended during it. */
    sealedAnswer: text('sealed_answer'),
  },
  (table) => [
    primaryKey({ columns: [table.sender, table.key] }),
    index('idempotency_keys_started').on(table.startedAt),
  ],
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
