import { useEffect, useState } from 'react';

/**
 * Follows a value with a delay: it changes only once so many frames have been drawn, the first of which shows the act itself. On a
 * phone, one frame has no time for all that an act changes. Unlike `useDeferredValue`, it can't change before that frame.
 */
export function useLate<T>(value: T, frames = 1): T {
  const [late, setLate] = useState({ value });
  useEffect(() => {
    const wait = (left: number) => {
      if (left > 0) requestAnimationFrame(() => wait(left - 1));
      else setTimeout(() => setLate({ value }));
    };
    wait(frames);
  }, [value, frames]);
  return late.value;
}
