import type { Input, Rules } from './arcade.ts';
import { earliest } from './pace.ts';

/** The most pauses in a round. Each is stored, and no player pauses more often. */
export const MOST_PAUSES = 100;

/**
 * Whether a log has the form that its game requires: at least one input and at most `mostActs`, pairs of whole numbers, times
 * that never decrease, acts below `acts`, and at most MOST_PAUSES pauses. The log comes from outside, so nothing is assumed.
 */
export function isLog(
  value: unknown,
  { acts, mostActs, pause }: Pick<Rules, 'acts' | 'mostActs' | 'pause'>,
): value is readonly Input[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostActs) return false;
  let pauses = 0;
  let last = 0;
  // Loop by index: array methods skip the holes of a sparse array.
  for (let index = 0; index < value.length; index++) {
    const entry: unknown = value[index];
    if (!Array.isArray(entry) || entry.length !== 2) return false;
    const [at, act]: unknown[] = entry;
    if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < last) return false;
    if (typeof act !== 'number' || !Number.isInteger(act) || act < 0 || act >= acts) return false;
    if (act === pause && ++pauses > MOST_PAUSES) return false;
    last = at;
  }
  return true;
}

/** Whether a person could have played this fast (pace.ts). */
export function isHumanPace(inputs: readonly Input[]): boolean {
  const timeOf = (index: number) => inputs[index]?.[0] ?? 0;
  return inputs.every(([at], index) => at >= earliest(timeOf, index));
}
