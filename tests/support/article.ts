import type { Draft } from '../../src/lib/contract/submissions/submissions.ts';

/** A player's article that can be submitted. */
export const articleDraft: Draft = {
  title: 'Keep the largest tile in a corner',
  summary: 'Where the largest tile belongs, and why.',
  type: 'guide',
  game_id: null,
  body: 'Move along two edges. '.repeat(40),
};
