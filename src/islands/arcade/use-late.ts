import { useEffect, useState } from 'react';

/**
 * Returns the value as it was until the frame that draws its change is on screen. What follows it is drawn in a frame of its own:
 * on a phone, one frame has no time for both. Unlike `useDeferredValue`, it can't come before that frame.
 */
export function useLate<T>(value: T): T {
  const [late, setLate] = useState({ value });
  useEffect(() => {
    requestAnimationFrame(() => setTimeout(() => setLate({ value })));
  }, [value]);
  return late.value;
}
