/** What players handed in and what they dispute, for operators. */

import * as api from '../../lib/api/operator-reviews.ts';
import { ApiError } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import type {
  getDispute,
  OperatorDispute,
  WaitingProof,
  WaitingSubmission,
} from '../../lib/contract/operator-reviews.ts';
import { sanitise } from '../../lib/stores/sanitise.ts';
import { attempt, itemSource, listSource, type Outcome, type PageOf } from './section-store.ts';

export const submissions = listSource<WaitingSubmission>(({ page }) => api.listWaitingSubmissions({ page }));
export const proofs = listSource<WaitingProof>(({ page }) => api.listWaitingProofs({ page }));
export const disputes = listSource<OperatorDispute>((query) => api.listDisputes(query));
export const dispute = itemSource<Answer<typeof getDispute>>((id) => api.getDispute(id));

/** One of those that wait; null once it doesn't. They have no call of their own, and few wait at a time. */
async function waiting<Row extends { readonly id: number }>(
  id: number,
  list: (query: { page: number; per_page: number }) => Promise<PageOf<Row>>,
): Promise<Row | null> {
  for (let page = 1; ; page++) {
    const { data, last_page } = await list({ page, per_page: 100 });
    const found = data.find((row) => row.id === id);
    if (found) return found;
    if (page >= last_page) return null;
  }
}

export interface ReadSubmission extends WaitingSubmission {
  readonly html: string;
}

/** An article as readers would see it, made safe before it is shown; null once it doesn't wait any more. */
export const submission = itemSource<ReadSubmission | null>(async (id) => {
  try {
    const { submission: found, html } = await api.getWaitingSubmission(id);
    return { ...found, html: await sanitise(html) };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
});
export const proof = itemSource<WaitingProof | null>((id) => waiting(id, api.listWaitingProofs));

/** What was refused may have changed meanwhile: then it is fetched again. */
async function deciding<T>(again: () => Promise<void>, act: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(act);
  if ('refused' in outcome && !('reason' in outcome.refused.fields)) await again();
  return outcome;
}

export const acceptSubmission = ({ id, version }: WaitingSubmission, reason: string) =>
  deciding(submission.again, () => api.acceptSubmission(id, version, reason));
export const refuseSubmission = ({ id, version }: WaitingSubmission, reason: string) =>
  deciding(submission.again, () => api.refuseSubmission(id, version, reason));
export const confirmProof = ({ id, proof: seen }: WaitingProof, reason: string) =>
  deciding(proof.again, () => api.confirmProof(id, seen, reason));
export const refuseProof = ({ id, proof: seen }: WaitingProof, reason: string) =>
  deciding(proof.again, () => api.refuseProof(id, seen, reason));

export async function answerDispute(
  id: number,
  accept: boolean,
  answer: string,
): Promise<Outcome<OperatorDispute>> {
  const outcome = await attempt(() => api.answerDispute(id, accept, answer));
  if ('done' in outcome || !('answer' in outcome.refused.fields)) await dispute.again();
  return outcome;
}
