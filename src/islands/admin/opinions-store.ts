/** Opinions and comments, as operators read them and decide on them. */
import * as api from '../../lib/api/operator-opinions.ts';
import type { Answer } from '../../lib/contract/call.ts';
import type { getModeratedOpinion, ModeratedOpinion } from '../../lib/contract/operator-opinions.ts';
import { attempt, itemSource, listSource, type Outcome } from './section-store.ts';

export const opinions = listSource<ModeratedOpinion>((query) => api.listModeratedOpinions(query));
export const opinion = itemSource<Answer<typeof getModeratedOpinion>>((id) => api.getModeratedOpinion(id));

/** Decides on what was read; where it was refused something may have changed meanwhile, and it is fetched again. */
export async function decide(
  how: 'hide' | 'show' | 'keep',
  { id, version }: ModeratedOpinion,
  reason: string,
): Promise<Outcome<ModeratedOpinion>> {
  const outcome = await attempt(() => api.decideOpinion(how, id, version, reason));
  if ('done' in outcome || !('reason' in outcome.refused.fields)) await opinion.again();
  return outcome;
}
