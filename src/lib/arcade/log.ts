import type { Input, Rules } from './arcade.ts';
import { earliest } from './pace.ts';

/** Inputs that a round of any game may have; the server refuses a longer body by the same number (contract/limits). */
export const MAX_INPUTS = 12_000;
/** Pauses that one round may have: each is kept, and nobody looks away more often. */
export const MOST_PAUSES = 100;

/**
 * Whether a log has the shape that its game asks for: at least one input and at most `mostActs`, each a pair of whole
 * numbers, time never falling, acts below `acts`, pauses no more than a person makes. It comes from outside, so nothing about it is taken for granted.
 */
export function isLog(
  value: unknown,
  { acts, mostActs, pause }: Pick<Rules, 'acts' | 'mostActs' | 'pause'>,
): value is readonly Input[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostActs) return false;
  let pauses = 0;
  let last = 0;
  // By index: a list with holes would be skipped over by the list's own methods.
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

/** Whether hands could have played it (pace.ts). */
export function isHumanPace(inputs: readonly Input[]): boolean {
  const timeOf = (index: number) => inputs[index]?.[0] ?? 0;
  return inputs.every(([at], index) => at >= earliest(timeOf, index));
}
