/**
 * What an operator does with something that a player submitted. It is written in the caller's transaction, together with its
 * audit event.
 */
import { eq } from 'drizzle-orm';
import { MAX_REASON, MIN_REASON } from '../../../src/lib/contract/limits.ts';
import type { Executor } from '../../db/database.ts';
import { operators, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { mailboxOf } from '../../platform/mailbox.ts';

export interface OperatorAct {
  operatorId: number;
  /** The reason, which the player reads. */
  reason: string;
  now: Date;
}

/** Returns the reason without spaces around it. Errors: the field `reason` if it is too short to be useful, or too long. */
export function givenReason(reason: string): string {
  const text = reason.trim();
  if (text.length < MIN_REASON || text.length > MAX_REASON)
    throw fieldError(
      'reason',
      `Please give a reason of ${MIN_REASON} to ${MAX_REASON} characters. The player reads it word for word.`,
    );
  return text;
}

/**
 * Operators may not decide on anything of their own. Operators aren't users, so they are compared by email address: the same
 * confirmed mailbox means the same person. Anyone can claim an operator's address, and would be safe from that operator if a
 * claim counted. Errors: forbidden.
 */
export async function rejectOwn(db: Executor, operatorId: number, userId: number): Promise<void> {
  const [pair] = await db
    .select({ operator: operators.email, user: users.mailbox })
    .from(operators)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(operators.id, operatorId));
  if (!pair) throw new DomainError('not_found');
  if (pair.user === mailboxOf(pair.operator))
    throw new DomainError('forbidden', {
      message: 'You can’t decide on this: the account has your address. Ask another operator.',
    });
}
