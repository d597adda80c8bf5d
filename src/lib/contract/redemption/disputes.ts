/** A user's complaint about an order or an offer, and its outcome. The calls are with the order or offer. */
import * as v from 'valibot';
import { idSchema, textSchema, timeSchema } from '../call.ts';
import { DISPUTE_REASONS, MAX_DISPUTE, MIN_DISPUTE } from '../limits.ts';

export const disputeSchema = v.object({
  id: idSchema,
  /** For an order: the kind of problem. Null for an offer. */
  reason: v.nullable(v.picklist(DISPUTE_REASONS)),
  proof: v.string(),
  /**
   * open and appealed wait for us. accepted: settled in the user's favour. refused can be appealed once. closed: refused for
   * good.
   */
  state: v.picklist(['open', 'accepted', 'refused', 'appealed', 'closed']),
  opened_at: timeSchema,
  /** When our answer is due. */
  due_at: timeSchema,
  answer: v.nullable(v.string()),
  answered_at: v.nullable(timeSchema),
  appeal: v.nullable(v.string()),
  appealed_at: v.nullable(timeSchema),
});
export type Dispute = v.InferOutput<typeof disputeSchema>;

/** The user's description and evidence. */
export const disputeText = textSchema(MIN_DISPUTE, MAX_DISPUTE);
