import type { SubmissionCard } from '../../lib/contract/submissions.ts';

export const badges: Readonly<
  Record<SubmissionCard['state'], { readonly tone: string; readonly words: string }>
> = {
  draft: { tone: 'off', words: 'draft' },
  submitted: { tone: 'pending', words: 'waits to be read' },
  accepted: { tone: 'ok', words: 'published' },
  refused: { tone: 'bad', words: 'refused' },
};

/** 0 → "the next to be read", 2 → "2 are read before it" */
export function waitWords(ahead: number | null): string {
  if (ahead === null || ahead === 0) return 'the next to be read';
  return ahead === 1 ? '1 is read before it' : `${ahead} are read before it`;
}
