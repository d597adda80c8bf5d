/** The audit log of everything that operators do. The call is ours. */
import * as v from 'valibot';
import { defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { optionalDay, optionalId, optionalText, personSchema } from './operator-fields.ts';

/** What an audit event is about. */
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
type ActSubject = (typeof actSubjects)[number];

/** Every action that is logged, by what it is about. One text each, because the operators' pages load it. */
export const actsOf = {
  operator: 'log_in code_refused set_up invite approve_invitation withdraw_invitation end',
  session: 'revoke',
  order: 'claim requeue deliver cancel release refuse refund propose_refund correct show_details',
  reward: 'pause resume',
  amount: 'import_codes remove_codes expire_codes',
  submission: 'accept refuse hide show',
  proof: 'confirm refuse give_tries',
  opinion: 'hide keep show',
  dispute: 'accept refuse propose',
  adjustment: 'book propose approve decline',
  partner: 'propose_key add_key end_old_key end_keys enable disable take_report',
  contest: 'create propose edit decline call_off',
  user: 'suspend lift end_sessions clear_birth_date settle_matches schedule_deletion',
  referral: 'refuse admit',
  thread: 'start answer close',
  reconciliation: 'make',
} as const satisfies Record<ActSubject, string>;
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;
/** What is done to one of these: 'claim' for 'order'. */
export type ActOn<S extends ActSubject> = Words<(typeof actsOf)[S]>;
/** "order.deliver" */
export type AuditedAct = { [S in ActSubject]: `${S}.${ActOn<S>}` }[ActSubject];

export const actSchema = v.object({
  id: idSchema,
  at: timeSchema,
  /** Null if nobody was signed in, for example at first set-up or after a wrong code. */
  operator: v.nullable(personSchema),
  /** "order.deliver". New acts may be added; a screen shows an unknown one as it is. */
  act: v.string(),
  subject: v.picklist(actSubjects),
  /** An order's number, a partner's id, and so on. */
  subject_id: v.string(),
  /** The user concerned, if any. */
  user_id: v.nullable(idSchema),
  reason: v.string(),
  /** Key facts by name: { state: "pending" }. Codes, secrets and delivery details never appear here. */
  before: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
  after: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
});
export type Act = v.InferOutput<typeof actSchema>;

export const listAuditEvents = defineCall('operator', 'GET /api/operator/audit', {
  summary: 'The audit log, newest first',
  query: v.object({
    ...pageEntries,
    operator_id: optionalId,
    user_id: optionalId,
    /** "order", or "order.deliver" */
    act: optionalText(60),
    subject: v.optional(
      v.union([v.literal(''), v.picklist(actSubjects)], 'This isn’t a subject we log.'),
      '',
    ),
    subject_id: optionalText(80),
    /** UTC days, both included. */
    from: optionalDay,
    to: optionalDay,
  }),
  answer: paged(actSchema),
});
