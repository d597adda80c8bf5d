/** Closing an account that a mailbox's reader says isn't theirs. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { emailConfirmations, users } from '../../db/schema.ts';
import { revokeAllTokens } from '../../platform/tokens.ts';
import { isEnteredWithoutMail } from './ways-in.ts';

/**
 * Takes the address away from an account that hasn't confirmed it, ends its sessions, and has it erased by the next job. One that a
 * provider or a passkey enters loses the address alone: someone who mistyped it keeps their account. Returns whether it did.
 */
export async function closeUnproven(db: Database, userId: number, now: Date): Promise<boolean> {
  return db.drizzle.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt), isNull(users.erasedAt)))
      .for('update');
    if (!user) return false;
    const isEntered = await isEnteredWithoutMail(tx, userId);
    await tx
      .update(users)
      .set({
        email: null,
        passwordHash: null,
        // Nobody can call it off by signing in: there is nothing left to sign in by.
        ...(!isEntered && { deletionAskedAt: now, deletionDueAt: now }),
      })
      .where(eq(users.id, userId));
    await tx.delete(emailConfirmations).where(eq(emailConfirmations.userId, userId));
    await revokeAllTokens(tx, userId, now);
    return true;
  });
}
