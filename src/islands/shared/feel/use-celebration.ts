import { type RefObject, useEffect } from 'react';

/** Celebrates wins once they are known. The code loads then, if no round has loaded it. */
export function useCelebration(result: RefObject<HTMLElement | null>, wins: number): void {
  useEffect(() => {
    if (wins === 0) return;
    let end: (() => void) | undefined;
    let isGone = false;
    void import('./effects.ts')
      .then(({ celebrate }) => {
        if (!isGone && result.current) end = celebrate(result.current, wins);
      })
      .catch(() => {});
    return () => {
      isGone = true;
      end?.();
    };
  }, [result, wins]);
}
