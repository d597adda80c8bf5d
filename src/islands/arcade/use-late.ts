import { useEffect, useState } from 'react';

/**
 * Returns the value as it was until so many frames after its change are on screen; the first is the frame of the change itself. On
 * a phone, one frame has no time for all that an act changes. Unlike `useDeferredValue`, it can't come before that frame.
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
