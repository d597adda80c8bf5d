import { useEffect, useRef, useState } from 'react';

/**
 * Follows a value with a delay: so many milliseconds, and then as many frames. It changes directly after the last of them, when
 * the most time is left until the next. On a phone, one frame has no time for all that an act changes. Unlike
 * `useDeferredValue`, it can't change before those frames.
 */
export function useLate<T>(value: T, frames: number, ms = 0): T {
  const [late, setLate] = useState({ value });
  useEffect(() => {
    const wait = (left: number) => {
      if (left > 0) requestAnimationFrame(() => wait(left - 1));
      else setTimeout(() => setLate({ value }));
    };
    if (ms > 0) setTimeout(wait, ms, frames);
    else wait(frames);
  }, [value, frames, ms]);
  return late.value;
}

const THROTTLE_MS = 600;

/**
 * Follows a value at most so often, so that several changes are drawn at once. For what a player reads between acts, such as the
 * quests.
 */
export function useThrottled<T extends object>(value: T): T {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = value;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setShown(latest.current);
    }, THROTTLE_MS);
  }, [value]);
  return shown;
}
