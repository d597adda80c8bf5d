import { useEffect } from 'react';

/** Refetches at a deadline are spread over this many seconds, so that not all clients ask together. */
const SPREAD = 4;
/** How far the server's clock may be behind this one, in milliseconds. */
export const GRACE = 60_000;
/** The longest possible timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** Returns the earliest of the moments that `useTurn` can still wait for. Null if there is none. */
export function earliest(moments: readonly (string | null)[]): string | null {
  const ahead = (at: string | null): at is string => at !== null && Date.parse(at) > Date.now() - GRACE;
  return moments.filter(ahead).sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

/**
 * Calls `act` when the moment `at` arrives (ISO 8601; null: none), while `value`, which contains it, is on screen. Calls it again
 * after each answer (a new object) for which the moment hasn't arrived by the server's clock.
 */
export function useTurn(value: object | undefined, at: string | null, act: () => unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment and the act belong to `value`
  useEffect(() => {
    if (at === null) return;
    const wait = Date.parse(at) - Date.now();
    if (!(wait > -GRACE && wait < LONGEST - 10_000)) return;
    const timer = setTimeout(act, Math.max(0, wait) + 1000 * (1 + SPREAD * Math.random()));
    return () => clearTimeout(timer);
  }, [value]);
}
