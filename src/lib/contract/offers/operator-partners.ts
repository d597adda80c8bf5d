/** Partners, their keys and reports, and the reconciliation of a day's ledger with a partner's own report. All calls are ours. */
import * as v from 'valibot';
import {
  figureDaysEntries,
  optionalId,
  optionalText,
  personSchema,
  withReason,
} from '../admin/operator-fields.ts';
import { choice, defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { daySchema } from '../fields.ts';
import { RECONCILED_AS, REPORT_REJECTIONS, WHY_NO_PARTS } from '../operator-limits.ts';
import { csvSchemaWith } from '../redemption/operator-orders.ts';

const partnerId = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/));
const partnerParams = v.object({ partner: partnerId });

export const operatorPartnerSchema = v.object({
  /** As in /postback/{partner}. */
  id: v.string(),
  name: v.string(),
  demo: v.boolean(),
  /** Whether the catalogue has a file for it. Without one it has no offers, and still reports what players have started. */
  listed: v.boolean(),
  /** Whether its reports are accepted and, if it is listed, its offers shown: no operator has disabled it. */
  enabled: v.boolean(),
  offers: v.number(),
  /** The valid keys, newest first. A secret is shown only once, when the key is made. */
  keys: v.array(v.object({ number: v.number(), created_at: timeSchema })),
  /** The operator who proposed a new key in the last 72 hours. Another operator has to make it. */
  key_proposed_by: v.nullable(personSchema),
  last_report_at: v.nullable(timeSchema),
  reports_30_days: v.number(),
  /** What its reports credited in 30 days, minus reversals, in points. */
  points_30_days: v.number(),
  /** The same in the days that were asked for. Null if none were. */
  in_days: v.nullable(v.object({ reports: v.number(), points: v.number() })),
  /** Reports with a valid signature that we couldn't use yet. */
  rejected_reports: v.number(),
});
export type OperatorPartner = v.InferOutput<typeof operatorPartnerSchema>;

const answer = v.object({ partner: operatorPartnerSchema });

export const listPartners = defineCall('operator', 'GET /api/operator/partners', {
  summary: 'All partners with their keys and figures',
  query: v.object(figureDaysEntries),
  answer: v.object({ partners: v.array(operatorPartnerSchema) }),
});

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export const enablePartner = defineCall('operator', 'POST /api/operator/partners/:partner/enable', {
  summary: 'Show a partner’s offers and accept its reports again',
  params: partnerParams,
  body: withReason,
  answer,
});

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export const disablePartner = defineCall('operator', 'POST /api/operator/partners/:partner/disable', {
  summary: 'Hide a partner’s offers and reject its reports, which it then sends again later',
  params: partnerParams,
  body: withReason,
  answer,
});

/**
 * If there are several operators, the first call proposes a key and a second operator's call makes it. The secret is returned
 * only this once; null means that the key is only proposed. Errors: not_found, nothing_to_do (proposed by the caller), forbidden
 * (a second operator who may not approve it), invalid with `reason`.
 */
export const addPartnerKey = defineCall('operator', 'POST /api/operator/partners/:partner/keys', {
  summary:
    'Create a new key, shown only once. The newest key stays valid too, and older ones end. If there’s another operator, this only proposes the key',
  params: partnerParams,
  body: withReason,
  answer: v.object({ ...answer.entries, secret: v.nullable(v.string()) }),
});

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export const endOldPartnerKey = defineCall('operator', 'POST /api/operator/partners/:partner/keys/end-old', {
  summary: 'End all but the newest key, once the partner uses that one',
  params: partnerParams,
  body: withReason,
  answer,
});

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export const endPartnerKeys = defineCall('operator', 'POST /api/operator/partners/:partner/keys/end-all', {
  summary:
    'End all keys of a partner, for example after a leak: its reports are rejected until there’s a new one',
  params: partnerParams,
  body: withReason,
  answer,
});

export const reportKinds = ['credit', 'milestone', 'reversal'] as const;
const reportOutcomes = ['credited', 'noted', 'late', 'repeated', 'reversed', 'waiting', 'empty'] as const;

export const partnerReportSchema = v.object({
  id: idSchema,
  transaction: v.string(),
  kind: v.picklist(reportKinds),
  outcome: v.picklist(reportOutcomes),
  user: v.nullable(personSchema),
  offer: v.nullable(personSchema),
  /** What it paid, or reversed (below zero). 0 if it moved nothing. */
  points: v.number(),
  happened_at: timeSchema,
  received_at: timeSchema,
  /** The exact bytes that were signed. */
  raw: v.string(),
});

export const listPartnerReports = defineCall('operator', 'GET /api/operator/partners/:partner/reports', {
  summary: 'Reports from partners, newest first',
  params: partnerParams,
  query: v.object({
    ...pageEntries,
    outcome: choice('outcome', ['all', ...reportOutcomes]),
    transaction: optionalText(100),
    click: optionalText(100),
    user_id: optionalId,
  }),
  answer: paged(partnerReportSchema),
});

export const rejectedReportSchema = v.object({
  id: idSchema,
  partner: v.object({ id: v.string(), name: v.string() }),
  reason: v.picklist(REPORT_REJECTIONS),
  /** The answer that the partner got. */
  detail: v.string(),
  /** As the partner wrote them. Null for a report that can't be read. */
  kind: v.nullable(v.picklist(reportKinds)),
  transaction: v.nullable(v.string()),
  click: v.nullable(v.string()),
  milestone: v.nullable(v.string()),
  /** Of the click, if it is one of the partner's. */
  user: v.nullable(personSchema),
  offer: v.nullable(personSchema),
  /** How often it was sent. */
  tries: v.number(),
  first_at: timeSchema,
  last_at: timeSchema,
  raw: v.string(),
});
export type RejectedReport = v.InferOutput<typeof rejectedReportSchema>;

export const listRejectedReports = defineCall('operator', 'GET /api/operator/rejected-reports', {
  summary:
    'Partners’ reports with a valid signature that we couldn’t use, newest first. Each is deleted once a resent report is accepted, or after 90 days',
  query: v.object({
    ...pageEntries,
    partner: optionalText(60),
    reason: choice('reason', ['all', ...REPORT_REJECTIONS]),
    /** A transaction or a click. */
    find: optionalText(100),
    user_id: optionalId,
  }),
  answer: paged(rejectedReportSchema),
});

/** Errors: not_found (also if the partner's own try was faster), nothing_to_do (it still can't be used), invalid with `reason`. */
export const takeRejectedReport = defineCall('operator', 'POST /api/operator/rejected-reports/:id/take', {
  summary: 'Take a rejected report as if the partner had sent it again, once its cause is fixed',
  body: withReason,
  answer: v.object({ outcome: v.picklist(reportOutcomes) }),
});

export const reconciliationSchema = v.object({
  id: idSchema,
  partner: v.object({ id: v.string(), name: v.string() }),
  /** "2026-11-20": the UTC day on which the reports were received. */
  day: v.string(),
  by: personSchema,
  made_at: timeSchema,
  matched: v.number(),
  missing_here: v.number(),
  missing_there: v.number(),
  different: v.number(),
  /** Totals over all lines, in points. */
  points_here: v.number(),
  points_there: v.number(),
});
export type Reconciliation = v.InferOutput<typeof reconciliationSchema>;

export const reconciledLineSchema = v.object({
  as: v.picklist(RECONCILED_AS),
  transaction: v.string(),
  kind: v.picklist(reportKinds),
  /** Null if that side doesn't have the transaction. */
  points_here: v.nullable(v.number()),
  points_there: v.nullable(v.number()),
  /**
   * For a line that only one side has on this day: another day on which the other side has it. Ours is any day on which we received
   * it, theirs the day before or after, if its report was compared.
   */
  other_day: v.nullable(v.string()),
});

/**
 * Takes the partner's report as CSV. The header has `transaction` and `points` (whole numbers, below zero for a reversal), and
 * optionally `kind` (credit, milestone or reversal; credit by default). If any line can't be read, the whole file is rejected and
 * those lines are named, because half a report would show differences that don't exist. Errors: invalid with `partner`, `day` or
 * `csv`.
 */
export const reconcile = defineCall('operator', 'POST /api/operator/reconciliations', {
  summary: 'Compare a partner’s report for a day with our records, and keep the result',
  body: v.object({
    partner: partnerId,
    day: daySchema('Please enter a day like 2026-11-20.', 'Please choose a day.'),
    csv: csvSchemaWith(WHY_NO_PARTS),
  }),
  answer: v.object({ reconciliation: reconciliationSchema }),
});

export const listReconciliations = defineCall('operator', 'GET /api/operator/reconciliations', {
  summary: 'Past comparisons, newest first',
  query: v.object({ ...pageEntries, partner: optionalText(60) }),
  answer: paged(reconciliationSchema),
});

/** `as` filters by kind. If all kinds are requested, differences come first. */
export const getReconciliation = defineCall('operator', 'GET /api/operator/reconciliations/:id', {
  summary: 'A comparison with its lines',
  query: v.object({ ...pageEntries, as: choice('as', ['all', ...RECONCILED_AS]) }),
  answer: v.object({ reconciliation: reconciliationSchema, lines: paged(reconciledLineSchema) }),
});
