import { type RefObject, useEffect, useRef } from 'react';
import type { Outcome } from './round.ts';
import { useKeys } from './use-keys.ts';

/** How long a result is in view before a key starts the next round: as long as a celebration, which any key skips. */
const SEEN_MS = 1_500;

/** Lets Enter at the result's title start the next round, unless `onStart` is undefined. A changed result must be seen first, too. */
export function useReplayKey(
  title: RefObject<HTMLElement | null>,
  state: Outcome['state'],
  onStart: (() => unknown) | undefined,
): void {
  const seenAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new state has to be seen before Enter counts
  useEffect(() => {
    seenAt.current = performance.now() + SEEN_MS;
  }, [state]);
  useKeys(({ key, repeat, target }) => {
    if (key !== 'Enter' || repeat || target !== title.current || !onStart) return false;
    if (performance.now() >= seenAt.current) onStart();
    return true;
  });
}
