import { useDeferredValue, useEffect, useRef } from 'react';
import type { Failure } from './stores/load.ts';

interface States<List, View> {
  readonly list: List | undefined;
  readonly failure: Failure | undefined;
  readonly busy: boolean;
  /** Whether the list answers this screen's current view. */
  readonly isAnswer: boolean;
  /** Null until it is known. */
  readonly view?: View | null | undefined;
}

/**
 * Asks for this screen's view, and returns what the screen may show of the list. The store may hold the answer to another view.
 * The list is hidden until there is an answer to this screen's own view. After that, it stays visible while another view is
 * fetched.
 * @param ask left out if something else asks for the view
 */
export function useList<List, View>(
  { list, isAnswer, view, ...states }: States<List, View>,
  ask?: (view: View) => unknown,
) {
  const isAnswered = useRef(false);
  if (isAnswer) isAnswered.current = true;
  const answer = isAnswered.current ? list : undefined;
  // The first answer would otherwise be rendered in one task, which blocks input on a phone.
  const isShown = useDeferredValue(Boolean(answer)) || states.failure;
  const retry = () => view && ask?.(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view is the same as long as its text is
  useEffect(() => void retry(), [JSON.stringify(view)]);
  return { ...states, list: isShown ? answer : undefined, onRetry: retry };
}
