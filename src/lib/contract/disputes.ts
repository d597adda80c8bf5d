/** What a user says went wrong with an order or an offer, and the outcome; its calls are with the order or offer. */
import * as v from 'valibot';
import { idSchema, textSchema, timeSchema } from './call.ts';
import { DISPUTE_REASONS, MAX_DISPUTE, MIN_DISPUTE } from './limits.ts';

export const disputeSchema = v.object({
  id: idSchema,
  /** Of an order: which kind of trouble. */
  reason: v.nullable(v.picklist(DISPUTE_REASONS)),
  proof: v.string(),
  /** open and appealed wait for us. accepted: it was put right. refused may be appealed once. closed: refused for good. */
  state: v.picklist(['open', 'accepted', 'refused', 'appealed', 'closed']),
  opened_at: timeSchema,
  /** Until when we answer. */
  due_at: timeSchema,
  answer: v.nullable(v.string()),
  answered_at: v.nullable(timeSchema),
  appeal: v.nullable(v.string()),
  appealed_at: v.nullable(timeSchema),
});
export type Dispute = v.InferOutput<typeof disputeSchema>;

/** What happened and what shows it, in the user's words. */
export const disputeText = textSchema(MIN_DISPUTE, MAX_DISPUTE);
