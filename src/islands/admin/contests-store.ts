/** Contests as operators make and end them. */
import * as api from '../../lib/api/operator-contests.ts';
import type { Answer } from '../../lib/contract/call.ts';
import {
  type ContestForm,
  contestForm,
  type getOperatorContest,
  type OperatorContest,
} from '../../lib/contract/operator-contests.ts';
import { wrongBy } from '../../lib/stores/form.ts';
import { attempt, itemSource, listSource, type Outcome } from './section-store.ts';

type Shown = Answer<typeof getOperatorContest>;
export type ContestEntry = Shown['entries']['data'][number];

export const contests = listSource<OperatorContest>((query) => api.listOperatorContests(query));
export const contest = itemSource<OperatorContest>(
  async (id) => (await api.getOperatorContest(id, { per_page: 1 })).contest,
);
/** Entries of the contest that the question names as `contest`. */
export const entries = listSource<ContestEntry>(
  async ({ contest: id, ...query }) => (await api.getOperatorContest(Number(id), query)).entries,
  'contest',
);

/** Announces a contest, or changes the one of that number. What can be told without the server is told without it. */
export async function saveContest(id: number | null, form: ContestForm): Promise<Outcome<OperatorContest>> {
  const fields = wrongBy(contestForm, form);
  if (Object.keys(fields).length > 0) return { refused: { message: '', fields } };
  const outcome = await attempt(() => (id === null ? api.createContest(form) : api.editContest(id, form)));
  if (id !== null && 'done' in outcome) await contest.again();
  return outcome;
}

export async function callOff(id: number, reason: string): Promise<Outcome<OperatorContest>> {
  const outcome = await attempt(() => api.callOffContest(id, reason));
  if ('done' in outcome || !('reason' in outcome.refused.fields)) await contest.again();
  return outcome;
}
