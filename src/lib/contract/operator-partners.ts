/** Partners, their keys and reports, and what a day's ledger and a partner's own account of it have in common. All of it ours. */
import * as v from 'valibot';
import { choice, defineCall, idSchema, paged, pageEntries, timeSchema } from './call.ts';
import { daySchema } from './fields.ts';
import { RECONCILED_AS } from './limits.ts';
import { optionalText, personSchema, withReason } from './operator-fields.ts';
import { csvSchema } from './operator-orders.ts';

const partnerId = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/));
const partnerParams = v.object({ partner: partnerId });

export const operatorPartnerSchema = v.object({
  /** As in /postback/{partner}. */
  id: v.string(),
  name: v.string(),
  demo: v.boolean(),
  /** Whether the catalogue's files have it. */
  listed: v.boolean(),
  /** Whether its offers are shown and its reports taken: it is listed, and no operator has switched it off. */
  enabled: v.boolean(),
  offers: v.number(),
  /** The keys that are valid now, the newest first; the secrets themselves are shown once, when they are made. */
  keys: v.array(v.object({ number: v.number(), created_at: timeSchema })),
  /** Who has proposed a new key within 72 hours; another operator makes it. */
  key_proposed_by: v.nullable(personSchema),
  last_report_at: v.nullable(timeSchema),
  reports_30_days: v.number(),
  /** What its reports have credited in 30 days, less what they took back, in points. */
  points_30_days: v.number(),
});
export type OperatorPartner = v.InferOutput<typeof operatorPartnerSchema>;

const answer = v.object({ partner: operatorPartnerSchema });

export const listPartners = defineCall('operator', 'GET /api/operator/partners', {
  summary: 'All partners with their keys and figures',
  answer: v.object({ partners: v.array(operatorPartnerSchema) }),
});

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export const enablePartner = defineCall('operator', 'POST /api/operator/partners/:partner/enable', {
  summary: 'Show a partner’s offers again and take its reports',
  params: partnerParams,
  body: withReason,
  answer,
});

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export const disablePartner = defineCall('operator', 'POST /api/operator/partners/:partner/disable', {
  summary: 'Hide a partner’s offers and refuse its reports, which it then sends again later',
  params: partnerParams,
  body: withReason,
  answer,
});

/**
 * Where there is another operator, the first call proposes a key and the same call by a second operator makes it. The secret is answered
 * this once; null: the key is proposed. Errors: not_found, nothing_to_do (proposed by oneself), forbidden (a second operator who may not
 * approve it), invalid with `reason`.
 */
export const addPartnerKey = defineCall('operator', 'POST /api/operator/partners/:partner/keys', {
  summary:
    'Make a new key, shown only once; the newest one stays valid beside it and an older one ends. Where there is another operator, this proposes it',
  params: partnerParams,
  body: withReason,
  answer: v.object({ ...answer.entries, secret: v.nullable(v.string()) }),
});

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export const endOldPartnerKey = defineCall('operator', 'POST /api/operator/partners/:partner/keys/end-old', {
  summary: 'End all but the newest key, once the partner has changed over',
  params: partnerParams,
  body: withReason,
  answer,
});

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export const endPartnerKeys = defineCall('operator', 'POST /api/operator/partners/:partner/keys/end-all', {
  summary:
    'End all keys of a partner, as when one has leaked: its reports are refused until there is a new one',
  params: partnerParams,
  body: withReason,
  answer,
});

export const reportKinds = ['credit', 'milestone', 'reversal'] as const;
export const reportOutcomes = [
  'credited',
  'noted',
  'late',
  'repeated',
  'reversed',
  'waiting',
  'empty',
] as const;

export const partnerReportSchema = v.object({
  id: idSchema,
  transaction: v.string(),
  kind: v.picklist(reportKinds),
  outcome: v.picklist(reportOutcomes),
  user: v.nullable(personSchema),
  offer: v.nullable(personSchema),
  /** What it paid, or took back (below zero); 0 where it moved nothing. */
  points: v.number(),
  happened_at: timeSchema,
  received_at: timeSchema,
  /** To the byte that was signed. */
  raw: v.string(),
});

export const listPartnerReports = defineCall('operator', 'GET /api/operator/partners/:partner/reports', {
  summary: 'What a partner reported, the newest first',
  params: partnerParams,
  query: v.object({
    ...pageEntries,
    outcome: choice('outcome', ['all', ...reportOutcomes]),
    transaction: optionalText(100),
  }),
  answer: paged(partnerReportSchema),
});

export const reconciliationSchema = v.object({
  id: idSchema,
  partner: v.object({ id: v.string(), name: v.string() }),
  /** "2026-11-20": a day in UTC, by when the reports were received. */
  day: v.string(),
  by: personSchema,
  made_at: timeSchema,
  matched: v.number(),
  missing_here: v.number(),
  missing_there: v.number(),
  different: v.number(),
  /** In points, of all lines together. */
  points_here: v.number(),
  points_there: v.number(),
});
export type Reconciliation = v.InferOutput<typeof reconciliationSchema>;

export const reconciledLineSchema = v.object({
  as: v.picklist(RECONCILED_AS),
  transaction: v.string(),
  kind: v.picklist(reportKinds),
  /** Null: not there. */
  points_here: v.nullable(v.number()),
  points_there: v.nullable(v.number()),
});

/**
 * The partner's report as CSV: a header with `transaction` and `points` (whole, below zero for a reversal), and if it has one `kind`
 * (credit, milestone or reversal; credit where it is missing). A file with a line that can't be read is refused whole, with those lines,
 * since half a report would show differences that aren't there. Errors: invalid with `partner`, `day` or `csv`.
 */
export const reconcile = defineCall('operator', 'POST /api/operator/reconciliations', {
  summary: 'Compare what a partner says of a day with what we recorded; the result is kept',
  body: v.object({
    partner: partnerId,
    day: daySchema('Please enter a day like 2026-11-20.', 'Please choose a day.'),
    csv: csvSchema,
  }),
  answer: v.object({ reconciliation: reconciliationSchema }),
});

export const listReconciliations = defineCall('operator', 'GET /api/operator/reconciliations', {
  summary: 'Comparisons that were made, the newest first',
  query: v.object({ ...pageEntries, partner: optionalText(60) }),
  answer: paged(reconciliationSchema),
});

/** `as`: of which kind; differences first where all are asked for. */
export const getReconciliation = defineCall('operator', 'GET /api/operator/reconciliations/:id', {
  summary: 'A comparison with its lines',
  query: v.object({ ...pageEntries, as: choice('as', ['all', ...RECONCILED_AS]) }),
  answer: v.object({ reconciliation: reconciliationSchema, lines: paged(reconciledLineSchema) }),
});
