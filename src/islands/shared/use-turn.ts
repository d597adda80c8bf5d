import { useEffect } from 'react';

/** Seconds over which those who watch something end ask again, so that they don't all ask at once. */
const SPREAD = 4;
/** Milliseconds by which the server's clock may be behind this one. */
export const GRACE = 60_000;
/** Milliseconds that a timer can wait at most. */
const LONGEST = 2 ** 31 - 1;

/** The earliest of these moments that `useTurn` can wait for: what passed longer ago stays as it is shown. */
export function earliest(moments: readonly (string | null)[]): string | null {
  const ahead = (at: string | null): at is string => at !== null && Date.parse(at) > Date.now() - GRACE;
  return moments.filter(ahead).sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

/**
 * Calls `act` when the moment `at` (ISO 8601; null: none) comes that `value` contains, while that is on screen; and again with each answer,
 * which is another object, where it hasn't come by the server's clock.
 */
export function useTurn(value: object | undefined, at: string | null, act: () => unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment and the act are those of what was told
  useEffect(() => {
    if (at === null) return;
    const wait = Date.parse(at) - Date.now();
    if (!(wait > -GRACE && wait < LONGEST - 10_000)) return;
    const timer = setTimeout(act, Math.max(0, wait) + 1000 * (1 + SPREAD * Math.random()));
    return () => clearTimeout(timer);
  }, [value]);
}
