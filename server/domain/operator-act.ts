/** What an operator does with what a player handed in. Written in the caller's transaction, so that an audit log can stand beside it. */
import { fieldRefusal, Refusal } from './refusal.ts';

export interface OperatorAct {
  operatorId: number;
  /** Why, in words that the player reads. */
  reason: string;
  now: Date;
}

const MIN_REASON = 10;
const MAX_REASON = 500;

/** A reason as it is kept. Refusal: the field `reason`, where there is none that anybody could learn from. */
export function givenReason(reason: string): string {
  const text = reason.trim();
  if (text.length < MIN_REASON || text.length > MAX_REASON)
    throw fieldRefusal(
      'reason',
      `Please give the reason in ${MIN_REASON} to ${MAX_REASON} characters: its reader gets it as you write it.`,
    );
  return text;
}

/** Nobody decides on what is their own. Refusal: forbidden. */
export function refuseOwn(operatorId: number, userId: number): void {
  if (operatorId === userId)
    throw new Refusal('forbidden', {
      message: 'This is your own. Somebody else has to decide on it.',
    });
}
