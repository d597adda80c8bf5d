import type { Case } from '../../../lib/contract/draws/cases.ts';
import { pointsInWords } from '../../../lib/format/points.ts';

/** A requirement for an opening. ok: met. todo: the reader can fill it in here. bad: it blocks the opening. */
interface Check {
  readonly name: 'age' | 'limit' | 'points';
  readonly state: 'ok' | 'todo' | 'bad';
  readonly words: string;
}

/** Returns what an opening requires, before the player tries. `available`: points to spend. The server checks again. */
export function checksOf(
  { status, min_age, left_today, daily_limit, points }: Case,
  available: number,
): Check[] {
  const missing = points - available;
  const left = left_today ?? daily_limit;
  return [
    status === 'birth_date_needed'
      ? { name: 'age', state: 'todo', words: `For players ${min_age}+: add your date of birth` }
      : {
          name: 'age',
          state: status === 'too_young' ? 'bad' : 'ok',
          words: `For players ${min_age}+`,
        },
    {
      name: 'limit',
      state: left > 0 ? 'ok' : 'bad',
      words: left > 0 ? `${left} of ${daily_limit} left today` : `You’ve opened all ${daily_limit} for today`,
    },
    missing > 0
      ? { name: 'points', state: 'bad', words: `${pointsInWords(missing)} to go` }
      : { name: 'points', state: 'ok', words: 'You can afford this' },
  ];
}
