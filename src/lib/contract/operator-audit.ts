/** The log of everything that operators do. The call is ours. */
import * as v from 'valibot';
import { defineCall, idSchema, paged, pageEntries, timeSchema } from './call.ts';
import { optionalDay, optionalId, optionalText, personSchema } from './operator-fields.ts';

/** What an act is about. */
export const actSubjects = [
  'operator',
  'session',
  'order',
  'reward',
  'amount',
  'submission',
  'proof',
  'opinion',
  'dispute',
  'adjustment',
  'partner',
  'contest',
  'user',
  'referral',
  'thread',
  'reconciliation',
] as const;

export const actSchema = v.object({
  id: idSchema,
  at: timeSchema,
  /** Null: nobody was signed in, as when the first operator was set up or a code was wrong. */
  operator: v.nullable(personSchema),
  /** "order.deliver": new ones may come, a screen shows those that it doesn't know as they are. */
  act: v.string(),
  subject: v.picklist(actSubjects),
  /** The order's number, the partner's name in addresses, and so on. */
  subject_id: v.string(),
  /** The user whom it concerns; null where it concerns none. */
  user_id: v.nullable(idSchema),
  reason: v.string(),
  /** In short, each by name: { state: "pending" }. Codes, secrets and delivery details are never here. */
  before: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  after: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
});
export type Act = v.InferOutput<typeof actSchema>;

export const listAuditEvents = defineCall('operator', 'GET /api/operator/audit', {
  summary: 'The log of all acts, the newest first',
  query: v.object({
    ...pageEntries,
    operator_id: optionalId,
    user_id: optionalId,
    /** "order", or "order.deliver" */
    act: optionalText(60),
    subject: v.optional(v.union([v.literal(''), v.picklist(actSubjects)], 'This is no kind of subject.'), ''),
    subject_id: optionalText(80),
    /** Days in UTC, both included. */
    from: optionalDay,
    to: optionalDay,
  }),
  answer: paged(actSchema),
});
