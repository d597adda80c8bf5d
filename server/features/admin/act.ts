/**
 * What an operator does with something that a player submitted. It is written in the caller's transaction, together with its
 * audit event.
 */
import { MAX_REASON, MIN_REASON } from '../../../src/lib/contract/operator-limits.ts';
import { fieldError } from '../../platform/domain-error.ts';

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
      `Please give a reason of ${MIN_REASON} to ${MAX_REASON} characters. The player sees exactly this text.`,
    );
  return text;
}
