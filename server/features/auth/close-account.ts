/** Closes an account that the reader of its mailbox says isn't theirs. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { emailConfirmations, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { revokeAllTokens } from '../../platform/tokens.ts';
import { hasPasswordlessSignIn, type Offered } from './passwordless-sign-in.ts';

/**
 * Removes the address of an account that hasn't confirmed it, ends its sessions, and has the next job erase the account. An
 * account with a provider or a passkey only loses the address, so someone who mistyped theirs keeps the account. Errors:
 * nothing_to_do, also if the account has another address by now, which isn't the reader's.
 */
export async function closeUnproven(
  db: Database,
  offered: Offered,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<void> {
  await db.drizzle.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.id, userId),
          eq(users.email, email),
          isNull(users.emailConfirmedAt),
          isNull(users.erasedAt),
        ),
      )
      .for('update');
    if (!user)
      throw new DomainError('nothing_to_do', {
        message:
          'This account’s address is confirmed or has changed, so you can’t close it here. If it’s yours, log in and delete it in your settings.',
      });
    const canSignIn = await hasPasswordlessSignIn(tx, offered, userId);
    await tx
      .update(users)
      .set({
        email: null,
        passwordHash: null,
        // Signing in would cancel the deletion, but there is nothing left to sign in with.
        ...(!canSignIn && { deletionAskedAt: now, deletionDueAt: now }),
      })
      .where(eq(users.id, userId));
    await tx.delete(emailConfirmations).where(eq(emailConfirmations.userId, userId));
    await revokeAllTokens(tx, userId, now);
  });
}
