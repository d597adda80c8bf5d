import { useRef } from 'react';
import type { Failure } from './stores/load.ts';

interface States<List> {
  readonly list: List | undefined;
  readonly failure: Failure | undefined;
  readonly busy: boolean;
  /** Whether the list answers this screen's current view. */
  readonly isAnswer: boolean;
}

/**
 * Returns what a screen may show of a list. The store may hold the answer to another view. The list is hidden until there is an
 * answer to this screen's own view. After that, it stays visible while another view is fetched.
 */
export function useList<List>({ list, isAnswer, ...states }: States<List>): Omit<States<List>, 'isAnswer'> {
  const isAnswered = useRef(false);
  if (isAnswer) isAnswered.current = true;
  return { ...states, list: isAnswered.current ? list : undefined };
}
