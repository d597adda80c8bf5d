import { request } from '../client/client.ts';
import type { Answer, Body, Query } from '../contract/call.ts';
import * as contract from '../contract/operator-partners.ts';

export async function listPartners(): Promise<contract.OperatorPartner[]> {
  return (await request(contract.listPartners, {})).partners;
}

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export async function enablePartner(partner: string, reason: string): Promise<contract.OperatorPartner> {
  return (await request(contract.enablePartner, { params: { partner }, body: { reason } })).partner;
}

/** Errors: as enablePartner's. */
export async function disablePartner(partner: string, reason: string): Promise<contract.OperatorPartner> {
  return (await request(contract.disablePartner, { params: { partner }, body: { reason } })).partner;
}

/** The secret is answered this once. Errors: not_found, invalid with `reason`. */
export function addPartnerKey(
  partner: string,
  reason: string,
): Promise<Answer<typeof contract.addPartnerKey>> {
  return request(contract.addPartnerKey, { params: { partner }, body: { reason } });
}

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export async function endOldPartnerKey(partner: string, reason: string): Promise<contract.OperatorPartner> {
  return (await request(contract.endOldPartnerKey, { params: { partner }, body: { reason } })).partner;
}

/** Errors: as endOldPartnerKey's. */
export async function endPartnerKeys(partner: string, reason: string): Promise<contract.OperatorPartner> {
  return (await request(contract.endPartnerKeys, { params: { partner }, body: { reason } })).partner;
}

/** Errors: not_found. */
export function listPartnerReports(
  partner: string,
  query: Query<typeof contract.listPartnerReports> = {},
): Promise<Answer<typeof contract.listPartnerReports>> {
  return request(contract.listPartnerReports, { params: { partner }, query });
}

/** Errors: invalid with `partner`, `day` or `csv`. */
export async function reconcile(body: Body<typeof contract.reconcile>): Promise<contract.Reconciliation> {
  return (await request(contract.reconcile, { body })).reconciliation;
}

export function listReconciliations(
  query: Query<typeof contract.listReconciliations> = {},
): Promise<Answer<typeof contract.listReconciliations>> {
  return request(contract.listReconciliations, { query });
}

/** Errors: not_found. */
export function getReconciliation(
  id: number,
  query: Query<typeof contract.getReconciliation> = {},
): Promise<Answer<typeof contract.getReconciliation>> {
  return request(contract.getReconciliation, { params: { id }, query });
}
