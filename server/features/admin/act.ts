/** What an operator does with what a player handed in. Written in the caller's transaction, together with its line in the log. */
import { eq } from 'drizzle-orm';
import { MAX_REASON, MIN_REASON } from '../../../src/lib/contract/limits.ts';
import type { Executor } from '../../db/database.ts';
import { operators, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { mailboxOf } from '../../platform/mailbox.ts';

export interface OperatorAct {
  operatorId: number;
  /** Why, in words that the player reads. */
  reason: string;
  now: Date;
}

/** A reason as it is kept. Errors: the field `reason`, where there is none that anybody could learn from. */
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
 * Nobody decides on what is their own. Operators are no users, so the address identifies them: one whose mail ends up in the same
 * mailbox is the same person. Errors: forbidden.
 */
export async function refuseOwn(db: Executor, operatorId: number, userId: number): Promise<void> {
  const [pair] = await db
    .select({ operator: operators.email, user: users.email })
    .from(operators)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(operators.id, operatorId));
  if (!pair) throw new DomainError('not_found');
  if (pair.user !== null && mailboxOf(pair.user) === mailboxOf(pair.operator))
    throw new DomainError('forbidden', {
      message: 'You can’t decide on this: the account has your address. Ask another operator.',
    });
}
