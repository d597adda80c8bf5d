import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/operator-reviews.ts';

export function listWaitingSubmissions(
  query: Query<typeof contract.listWaitingSubmissions> = {},
): Promise<Answer<typeof contract.listWaitingSubmissions>> {
  return request(contract.listWaitingSubmissions, { query });
}

/** Errors: not_found, also once it was decided or taken back. */
export function getWaitingSubmission(id: number): Promise<Answer<typeof contract.getWaitingSubmission>> {
  return request(contract.getWaitingSubmission, { params: { id } });
}

/** `version`: what was read. Errors: not_found, nothing_to_do, draft_changed, forbidden (one's own), invalid with `reason`. */
export function acceptSubmission(
  id: number,
  version: number,
  reason: string,
): Promise<Answer<typeof contract.acceptSubmission>> {
  return request(contract.acceptSubmission, { params: { id }, body: { version, reason } });
}

/** Errors: as acceptSubmission's. */
export async function refuseSubmission(id: number, version: number, reason: string): Promise<void> {
  await request(contract.refuseSubmission, { params: { id }, body: { version, reason } });
}

export function listWaitingProofs(
  query: Query<typeof contract.listWaitingProofs> = {},
): Promise<Answer<typeof contract.listWaitingProofs>> {
  return request(contract.listWaitingProofs, { query });
}

/** `proof`: what was looked at. Errors: not_found, nothing_to_do, forbidden (one's own), invalid with `proof` or `reason`. */
export async function confirmProof(id: number, proof: string, reason: string): Promise<number> {
  return (await request(contract.confirmProof, { params: { id }, body: { proof, reason } })).points;
}

/** Errors: as confirmProof's. */
export async function refuseProof(id: number, proof: string, reason: string): Promise<void> {
  await request(contract.refuseProof, { params: { id }, body: { proof, reason } });
}

export function listDisputes(
  query: Query<typeof contract.listDisputes> = {},
): Promise<Answer<typeof contract.listDisputes>> {
  return request(contract.listDisputes, { query });
}

/** Errors: not_found. */
export function getDispute(id: number): Promise<Answer<typeof contract.getDispute>> {
  return request(contract.getDispute, { params: { id } });
}

/** Errors: not_found, nothing_to_do, order_closed, forbidden (one's own), invalid with `answer`. */
export async function answerDispute(
  id: number,
  accept: boolean,
  answer: string,
): Promise<contract.OperatorDispute> {
  return (await request(contract.answerDispute, { params: { id }, body: { accept, answer } })).dispute;
}
