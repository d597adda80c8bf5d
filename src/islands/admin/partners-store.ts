/** Partners, their keys and reports, and the reconciliation of a day, for operators. */
import type * as v from 'valibot';
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import * as calls from '../../lib/contract/offers/operator-partners.ts';
import { WHY_NO_PARTS } from '../../lib/contract/operator-limits.ts';
import { textOf } from './orders-store.ts';
import { actOn, attempt, itemSource, listSource, type Outcome } from './section-store.ts';

export type PartnerReport = v.InferOutput<typeof calls.partnerReportSchema>;
export type ReconciledLine = v.InferOutput<typeof calls.reconciledLineSchema>;

export const partners = itemSource<readonly calls.OperatorPartner[], 'all'>(
  async () => (await request(calls.listPartners, {})).partners,
);
/** The reports of the partner whose id is `partner` in the query. */
export const reports = listSource<PartnerReport>(
  ({ partner = '', ...query }) => request(calls.listPartnerReports, { params: { partner }, query }),
  'partner',
);
export const rejectedReports = listSource<calls.RejectedReport>((query) =>
  request(calls.listRejectedReports, { query }),
);
export const reconciliations = listSource<calls.Reconciliation>((query) =>
  request(calls.listReconciliations, { query }),
);

/** A reconciliation without its lines. */
export const reconciliation = itemSource<calls.Reconciliation>(
  async (id) =>
    (await request(calls.getReconciliation, { params: { id }, query: { per_page: 1 } })).reconciliation,
);
/** The lines of the reconciliation whose id is `reconciliation` in the query. */
export const lines = listSource<ReconciledLine>(
  async ({ reconciliation: id, ...query }) =>
    (await request(calls.getReconciliation, { params: { id: Number(id) }, query })).lines,
  'reconciliation',
);

export const enable = (id: string, reason: string) =>
  actOn(partners, () => request(calls.enablePartner, { params: { partner: id }, body: { reason } }));
export const disable = (id: string, reason: string) =>
  actOn(partners, () => request(calls.disablePartner, { params: { partner: id }, body: { reason } }));
/** Adds a key. The secret is returned only once and never stored. */
export const addKey = (id: string, reason: string): Promise<Outcome<Answer<typeof calls.addPartnerKey>>> =>
  actOn(partners, () => request(calls.addPartnerKey, { params: { partner: id }, body: { reason } }));
export const endOldKey = (id: string, reason: string) =>
  actOn(partners, () => request(calls.endOldPartnerKey, { params: { partner: id }, body: { reason } }));
export const endKeys = (id: string, reason: string) =>
  actOn(partners, () => request(calls.endPartnerKeys, { params: { partner: id }, body: { reason } }));

export const takeReport = (id: number, reason: string) =>
  actOn(rejectedReports, () => request(calls.takeRejectedReport, { params: { id }, body: { reason } }));

/** Compares a partner's file for a day with our records. */
export async function reconcile(
  partner: string,
  day: string,
  file: File | null,
): Promise<Outcome<Answer<typeof calls.reconcile>>> {
  const text = await textOf(file, WHY_NO_PARTS);
  if ('refused' in text) return text;
  return attempt(() => request(calls.reconcile, { body: { partner, day, csv: text.done } }));
}
