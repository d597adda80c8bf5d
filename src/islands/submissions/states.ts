import type { SubmissionCard } from '../../lib/contract/submissions/submissions.ts';

export const badges: Readonly<
  Record<SubmissionCard['state'], { readonly tone: string; readonly words: string }>
> = {
  draft: { tone: 'off', words: 'draft' },
  submitted: { tone: 'pending', words: 'in review' },
  accepted: { tone: 'ok', words: 'published' },
  refused: { tone: 'bad', words: 'not accepted' },
};

/** 0 → "Yours is next", 2 → "2 articles are ahead of it" */
export function waitWords(ahead: number | null): string {
  if (ahead === null || ahead === 0) return 'Yours is next';
  return ahead === 1 ? '1 article is ahead of it' : `${ahead} articles are ahead of it`;
}
