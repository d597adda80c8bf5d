import { useLayoutEffect, useState } from 'react';

/**
 * False in the frame that a part first stands in, true from the next on. For lists: to make and lay out dozens of entries at once
 * keeps a phone from answering touches, and those that are out of sight can follow.
 */
export function useSecondFrame(): boolean {
  const [isSecond, setSecond] = useState(false);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // What a frame's own callback sets would be part of that frame.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setSecond(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isSecond;
}
