import type { Input } from './arcade.ts';
import { earliest } from './pace.ts';

/** Inputs that one round may have; the server refuses a longer body by the same number (contract/limits). */
export const MAX_INPUTS = 20_000;

/**
 * Whether a log has the shape that every game asks for: at least one input and at most MAX_INPUTS, each a pair of whole
 * numbers, time never falling, acts below `acts`. It comes from outside, so nothing about it is taken for granted.
 */
export function isLog(value: unknown, acts: number): value is readonly Input[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_INPUTS) return false;
  let last = 0;
  // By index: a list with holes would be skipped over by the list's own methods.
  for (let index = 0; index < value.length; index++) {
    const entry: unknown = value[index];
    if (!Array.isArray(entry) || entry.length !== 2) return false;
    const [at, act]: unknown[] = entry;
    if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < last) return false;
    if (typeof act !== 'number' || !Number.isInteger(act) || act < 0 || act >= acts) return false;
    last = at;
  }
  return true;
}

/** Whether hands could have played it (pace.ts). */
export function isHumanPace(inputs: readonly Input[]): boolean {
  const timeOf = (index: number) => inputs[index]?.[0] ?? 0;
  return inputs.every(([at], index) => at >= earliest(timeOf, index));
}
