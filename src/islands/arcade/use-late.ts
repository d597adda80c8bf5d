import { useEffect, useRef, useState } from 'react';

/**
 * Follows a value with a delay: so many milliseconds, and then as many frames. On a phone, one frame has no time for all that an
 * act changes. Unlike `useDeferredValue`, it can't change before those frames.
 */
export function useLate<T>(value: T, frames: number, ms = 0): T {
  const [late, setLate] = useState({ value });
  useEffect(() => {
    const wait = () => afterFrames(frames, () => setLate({ value }));
    if (ms === 0) wait();
    else setTimeout(wait, ms);
  }, [value, frames, ms]);
  return late.value;
}

/** Calls back after so many frames, directly after the last one, when the most time is left until the next. */
function afterFrames(count: number, then: () => void): void {
  if (count > 0) requestAnimationFrame(() => afterFrames(count - 1, then));
  else setTimeout(then);
}

const THROTTLE_MS = 600;

/**
 * Follows a value at most so often, so that several changes are drawn at once. For what a player reads between acts, such as the
 * quests.
 */
export function useThrottled<T>(value: T): T {
  const [shown, setShown] = useState({ value });
  const latest = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = value;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      afterFrames(1, () => setShown({ value: latest.current }));
    }, THROTTLE_MS);
  }, [value]);
  return shown.value;
}
