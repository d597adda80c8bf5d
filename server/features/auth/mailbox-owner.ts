/**
 * A mailbox can confirm only one account, however its address is written (mailbox.ts). The index `users_mailbox_owner` enforces
 * it.
 */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../db/database.ts';
import { users } from '../../db/schema.ts';
import { mailboxOf } from '../../platform/mailbox.ts';

/** Returns whether an account other than `userId` has confirmed an address of this mailbox. */
export async function isMailboxTaken(
  tx: Executor,
  { email, userId }: { email: string; userId: number },
): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.mailbox, mailboxOf(email)), ne(users.id, userId)))) > 0;
}

/** Locks a mailbox until the transaction ends. If two requests confirm addresses of it, the second finds it taken. */
export async function lockMailbox(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mailbox:${mailboxOf(email)}`}, 0))`);
}
