/** Submissions, proofs and disputes, for operators. */

import { ApiError, request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import * as calls from '../../lib/contract/reviews/operator-reviews.ts';
import { sanitise } from '../shared/stores/sanitise.ts';
import { actOn, attempt, itemSource, listSource, type Outcome } from './section-store.ts';

export const submissions = listSource<calls.WaitingSubmission>(({ page }) =>
  request(calls.listWaitingSubmissions, { query: { page } }),
);
export const proofs = listSource<calls.WaitingProof>(({ page }) =>
  request(calls.listWaitingProofs, { query: { page } }),
);
/** The proofs of players without tries left. */
export const usedUp = listSource<calls.WaitingProof>((query) =>
  request(calls.listWaitingProofs, { query: { ...query, show: 'used_up' } }),
);
export const published = listSource<calls.PublishedArticle>((query) =>
  request(calls.listPublishedArticles, { query }),
);
export const disputes = listSource<calls.OperatorDispute>((query) =>
  request(calls.findDisputes, { body: query }),
);
export const dispute = itemSource<Answer<typeof calls.getDispute>>((id) =>
  request(calls.getDispute, { params: { id } }),
);

export interface ReadSubmission extends calls.WaitingSubmission {
  readonly html: string;
}

/** An article as readers would see it, sanitised. Null if it isn't waiting any more. */
export const submission = itemSource<ReadSubmission | null>(async (id) => {
  try {
    const { submission: found, html } = await request(calls.getWaitingSubmission, { params: { id } });
    return { ...found, html: await sanitise(html) };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
});
/** A waiting proof. Null if it isn't waiting any more. There is no call for a single one, and few are waiting at a time. */
export const proof = itemSource<calls.WaitingProof | null>(async (id) => {
  for (let page = 1; ; page++) {
    const { data, last_page } = await request(calls.listWaitingProofs, { query: { page, per_page: 100 } });
    const found = data.find((row) => row.id === id);
    if (found) return found;
    if (page >= last_page) return null;
  }
});

/** Runs a decision. After a rejection refetches, because something may have changed. */
async function deciding<T>(again: () => Promise<void>, act: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(act);
  if ('refused' in outcome && !('reason' in outcome.refused.fields)) await again();
  return outcome;
}

export const acceptSubmission = ({ id, version }: calls.WaitingSubmission, reason: string) =>
  deciding(submission.again, () =>
    request(calls.acceptSubmission, { params: { id }, body: { version, reason } }),
  );
export const refuseSubmission = ({ id, version }: calls.WaitingSubmission, reason: string) =>
  deciding(submission.again, () =>
    request(calls.refuseSubmission, { params: { id }, body: { version, reason } }),
  );
export const giveTries = ({ id }: calls.WaitingProof, reason: string) =>
  actOn(usedUp, () => request(calls.giveTries, { params: { id }, body: { reason } }));
const shows = { hide: calls.hideArticle, show: calls.showArticle };
export const setArticle = (how: keyof typeof shows, { id }: calls.PublishedArticle, reason: string) =>
  actOn(published, async (): Promise<unknown> => request(shows[how], { params: { id }, body: { reason } }));
export const confirmProof = ({ id, proof: seen }: calls.WaitingProof, reason: string) =>
  deciding(proof.again, () => request(calls.confirmProof, { params: { id }, body: { proof: seen, reason } }));
export const refuseProof = ({ id, proof: seen }: calls.WaitingProof, reason: string) =>
  deciding(proof.again, () => request(calls.refuseProof, { params: { id }, body: { proof: seen, reason } }));

export const answerDispute = (id: number, accept: boolean, answer: string) =>
  actOn(dispute, () => request(calls.answerDispute, { params: { id }, body: { accept, answer } }));
