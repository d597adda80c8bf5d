import type { SubmissionCard } from '../../lib/contract/submissions/submissions.ts';

const badges: Readonly<Record<SubmissionCard['state'], { readonly tone: string; readonly words: string }>> = {
  draft: { tone: 'off', words: 'draft' },
  submitted: { tone: 'pending', words: 'in review' },
  accepted: { tone: 'ok', words: 'published' },
  refused: { tone: 'bad', words: 'not accepted' },
};

const hiddenBadge = { tone: 'bad', words: 'hidden' };
export const badgeOf = ({ state, hidden }: Pick<SubmissionCard, 'state' | 'hidden'>) =>
  hidden ? hiddenBadge : badges[state];

/** 0 → "Yours is next", 2 → "2 articles are ahead of it" */
export function waitWords(ahead: number | null): string {
  if (ahead === null || ahead === 0) return 'Yours is next';
  return ahead === 1 ? '1 article is ahead of it' : `${ahead} articles are ahead of it`;
}
