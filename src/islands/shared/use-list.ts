import { useRef } from 'react';
import type { Failure } from './stores/load.ts';

interface States<List> {
  readonly list: List | undefined;
  readonly failure: Failure | undefined;
  readonly busy: boolean;
  /** Whether the list is what this screen's own view asks for. */
  readonly isAnswer: boolean;
}

/**
 * What of a list its screen may show. The store keeps what was asked for under another address: until there is an answer to this screen's
 * own view, that doesn't count. From then on what is shown stays while another view is fetched.
 */
export function useList<List>({ list, isAnswer, ...states }: States<List>): Omit<States<List>, 'isAnswer'> {
  const isAnswered = useRef(false);
  if (isAnswer) isAnswered.current = true;
  return { ...states, list: isAnswered.current ? list : undefined };
}
