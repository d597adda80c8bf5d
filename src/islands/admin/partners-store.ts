/** Partners with their keys, what they reported, and how a day of it compares with their own account, for operators. */
import type * as v from 'valibot';
import * as api from '../../lib/api/operator-partners.ts';
import type { Answer } from '../../lib/contract/call.ts';
import type {
  addPartnerKey,
  OperatorPartner,
  partnerReportSchema,
  Reconciliation,
  reconciledLineSchema,
} from '../../lib/contract/operator-partners.ts';
import { textOf } from './orders-store.ts';
import { attempt, itemSource, listSource, type Outcome } from './section-store.ts';

export type PartnerReport = v.InferOutput<typeof partnerReportSchema>;
export type ReconciledLine = v.InferOutput<typeof reconciledLineSchema>;

export const partners = itemSource<readonly OperatorPartner[], 'all'>(() => api.listPartners());
/** Reports of the partner whom the question names as `partner`. */
export const reports = listSource<PartnerReport>(
  ({ partner = '', ...query }) => api.listPartnerReports(partner, query),
  'partner',
);
export const reconciliations = listSource<Reconciliation>((query) => api.listReconciliations(query));

/** A comparison without its lines. */
export const reconciliation = itemSource<Reconciliation>(
  async (id) => (await api.getReconciliation(id, { per_page: 1 })).reconciliation,
);
/** The lines of the one that the question names as `reconciliation`. */
export const lines = listSource<ReconciledLine>(
  async ({ reconciliation: id, ...query }) => (await api.getReconciliation(Number(id), query)).lines,
  'reconciliation',
);

async function onPartner<T>(act: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(act);
  if ('done' in outcome || !('reason' in outcome.refused.fields)) await partners.again();
  return outcome;
}

export const enable = (id: string, reason: string) => onPartner(() => api.enablePartner(id, reason));
export const disable = (id: string, reason: string) => onPartner(() => api.disablePartner(id, reason));
/** The secret is answered this once, and kept nowhere. */
export const addKey = (id: string, reason: string): Promise<Outcome<Answer<typeof addPartnerKey>>> =>
  onPartner(() => api.addPartnerKey(id, reason));
export const endOldKey = (id: string, reason: string) => onPartner(() => api.endOldPartnerKey(id, reason));
export const endKeys = (id: string, reason: string) => onPartner(() => api.endPartnerKeys(id, reason));

/** Compares a partner's file of a day with what was recorded here. */
export async function reconcile(
  partner: string,
  day: string,
  file: File | null,
): Promise<Outcome<Reconciliation>> {
  const text = await textOf(file);
  if ('refused' in text) return text;
  return attempt(() => api.reconcile({ partner, day, csv: text.done }));
}
