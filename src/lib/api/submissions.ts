import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/submissions.ts';

export function listSubmissions(
  query: Query<typeof contract.listSubmissions> = {},
): Promise<Answer<typeof contract.listSubmissions>> {
  return request(contract.listSubmissions, { query });
}

/** Errors: not_found. */
export async function getSubmission(key: string): Promise<contract.Submission> {
  return (await request(contract.getSubmission, { params: { key } })).submission;
}

/** `version`: the one that was changed, 0 for a new draft. Errors: not_found, not_a_draft, draft_changed, limit_reached, invalid. */
export async function saveSubmission(
  key: string,
  draft: contract.Draft,
  version: number,
): Promise<contract.Submission> {
  return (await request(contract.saveSubmission, { params: { key }, body: { ...draft, version } }))
    .submission;
}

/** Errors: not_found, draft_changed, not_a_draft, limit_reached, invalid with the fields that are too short. */
export async function handInSubmission(key: string, version: number): Promise<contract.Submission> {
  return (await request(contract.handInSubmission, { params: { key }, body: { version } })).submission;
}

/** Errors: not_found, not_a_draft. */
export async function takeBackSubmission(key: string): Promise<contract.Submission> {
  return (await request(contract.takeBackSubmission, { params: { key } })).submission;
}

/** Errors: not_found, not_a_draft. */
export async function deleteSubmission(key: string): Promise<void> {
  await request(contract.deleteSubmission, { params: { key } });
}

/** HTML as it came: to be sanitised before it is shown. */
export async function previewArticle(body: string): Promise<string> {
  return (await request(contract.previewArticle, { body: { body } })).html;
}
