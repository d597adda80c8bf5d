import { useEffect, useRef, useState } from 'react';
import type { Balance } from '../../lib/contract/account/account.ts';

/** How long the counting takes, in milliseconds. */
const DURATION = 200;

/**
 * Returns `target`, its available points counting up or down from those shown before. Jumps there if there were none, or with
 * reduced motion.
 */
export function useCounting(target: Balance | null): Balance | null {
  const [shown, setShown] = useState(target);
  const current = useRef(target);
  useEffect(() => {
    const from = current.current;
    const show = (balance: Balance | null) => {
      current.current = balance;
      setShown(balance);
    };
    if (!from || !target || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      show(target);
      return;
    }
    const begun = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const part = Math.min(Math.max(0, now - begun) / DURATION, 1);
      const available = Math.round(from.available + (target.available - from.available) * part);
      show({ ...target, available });
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}
