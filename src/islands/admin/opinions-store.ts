/** Opinions and comments, for moderation. */
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import {
  getModeratedOpinion,
  hideOpinion,
  keepOpinion,
  listModeratedOpinions,
  type ModeratedOpinion,
  showOpinion,
} from '../../lib/contract/opinions/operator-opinions.ts';
import { actOn, itemSource, listSource } from './section-store.ts';

export const opinions = listSource<ModeratedOpinion>((query) => request(listModeratedOpinions, { query }));
export const opinion = itemSource<Answer<typeof getModeratedOpinion>>((id) =>
  request(getModeratedOpinion, { params: { id } }),
);

const decisions = { hide: hideOpinion, show: showOpinion, keep: keepOpinion };

/** Decides on the version that was read. After a rejection refetches it, because something may have changed. */
export const decide = (how: keyof typeof decisions, { id, version }: ModeratedOpinion, reason: string) =>
  actOn(opinion, () => request(decisions[how], { params: { id }, body: { version, reason } }));
