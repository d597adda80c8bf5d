/** Contests in the back office. */
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import * as calls from '../../lib/contract/draws/operator-contests.ts';
import { wrongBy } from '../shared/stores/form.ts';
import { actOn, attempt, itemSource, listSource, type Outcome } from './section-store.ts';

type Shown = Answer<typeof calls.getOperatorContest>;
export type ContestEntry = Shown['entries']['data'][number];

export const contests = listSource<calls.OperatorContest>((query) =>
  request(calls.listOperatorContests, { query }),
);
export const contest = itemSource<calls.OperatorContest>(
  async (id) => (await request(calls.getOperatorContest, { params: { id }, query: { per_page: 1 } })).contest,
);
/** The entries of the contest whose id is `contest` in the query. */
export const entries = listSource<ContestEntry>(
  async ({ contest: id, ...query }) =>
    (await request(calls.getOperatorContest, { params: { id: Number(id) }, query })).entries,
  'contest',
);

/** Announces a contest, or changes the one with this id. Validates what it can before sending. */
export async function saveContest(
  id: number | null,
  form: calls.ContestForm,
): Promise<Outcome<Answer<typeof calls.editContest>>> {
  const fields = wrongBy(calls.contestForm, form);
  if (Object.keys(fields).length > 0) return { refused: { message: '', fields } };
  const outcome = await attempt(() =>
    id === null
      ? request(calls.createContest, { body: form })
      : request(calls.editContest, { params: { id }, body: form }),
  );
  if (id !== null && 'done' in outcome) await contest.again();
  if ('done' in outcome) await proposals.again();
  return outcome;
}

/** Giveaways, and changes of giveaways, that need a second operator. */
export const proposals = itemSource<readonly calls.ContestProposal[], 'all'>(
  async () => (await request(calls.listContestProposals, {})).proposals,
);

export async function approveProposal(
  id: number,
): Promise<Outcome<Answer<typeof calls.approveContestProposal>>> {
  const outcome = await actOn(proposals, () => request(calls.approveContestProposal, { params: { id } }));
  if ('done' in outcome) await contests.again();
  return outcome;
}

export const declineProposal = (id: number, reason: string) =>
  actOn(proposals, () => request(calls.declineContestProposal, { params: { id }, body: { reason } }));

export const callOff = (id: number, reason: string) =>
  actOn(contest, () => request(calls.callOffContest, { params: { id }, body: { reason } }));
