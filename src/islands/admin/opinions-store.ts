/** Opinions and comments, for moderation. */
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import * as calls from '../../lib/contract/opinions/operator-opinions.ts';
import { actOn, itemSource, listSource } from './section-store.ts';

export const opinions = listSource<calls.ModeratedOpinion>((query) =>
  request(calls.listModeratedOpinions, { query }),
);
export const opinion = itemSource<Answer<typeof calls.getModeratedOpinion>>((id) =>
  request(calls.getModeratedOpinion, { params: { id } }),
);

const decisions = { hide: calls.hideOpinion, show: calls.showOpinion, keep: calls.keepOpinion };

/** Decides on the version that was read. After a rejection refetches it, because something may have changed. */
export const decide = (
  how: keyof typeof decisions,
  { id, version }: calls.ModeratedOpinion,
  reason: string,
) => actOn(opinion, () => request(decisions[how], { params: { id }, body: { version, reason } }));
