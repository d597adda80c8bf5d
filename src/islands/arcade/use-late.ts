import { useEffect, useRef, useState } from 'react';

/**
 * Follows a value with a delay: so many milliseconds, and then as many frames. It changes directly after the last of them, when
 * the most time is left until the next. On a phone, one frame has no time for all that an act changes. Unlike
 * `useDeferredValue`, it can't change before those frames.
 */
export function useLate<T>(value: T, frames: number, ms = 0): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const wait = (left: number) => {
      if (left > 0) requestAnimationFrame(() => wait(left - 1));
      else setTimeout(() => setLate(() => value));
    };
    if (ms > 0) setTimeout(wait, ms, frames);
    else wait(frames);
  }, [value, frames, ms]);
  return late;
}

/** How long a value rests before it is shown, and how long it is held back at most, in milliseconds. */
const REST_MS = 600;
const LONGEST_WAIT_MS = 1_500;

/**
 * Follows a value when it has rested, or every second and a half while it keeps changing. For what a player reads between acts,
 * such as the quests: drawing them takes a frame of its own, which nobody misses when nothing moves.
 */
export function useSettled<T extends object>(value: T): T {
  const [shown, setShown] = useState(value);
  const due = useRef(0);
  useEffect(() => {
    const now = Date.now();
    due.current ||= now + LONGEST_WAIT_MS;
    const show = () => {
      due.current = 0;
      setShown(value);
    };
    const timer = setTimeout(show, Math.min(REST_MS, due.current - now));
    return () => clearTimeout(timer);
  }, [value]);
  return shown;
}
