/** The days that operators' figures cover. */
import { MAX_FIGURE_DAYS } from '../../../src/lib/contract/operator-limits.ts';
import { fieldError } from '../../platform/domain-error.ts';
import { DAY, later } from '../../platform/time.ts';

export interface FigureDays {
  /** The first moment of the first day. */
  readonly from: Date;
  /** The first moment after the last day. */
  readonly until: Date;
}

/** Returns the UTC days from `from` to `to`, both included, or null if none were asked for. Errors: the fields `from` and `to`. */
export function figureDays({ from, to }: { from: string | null; to: string | null }): FigureDays | null {
  if (from === null && to === null) return null;
  if (from === null) throw fieldError('from', 'Please choose the first day.');
  if (to === null) throw fieldError('to', 'Please choose the last day.');
  const days = { from: new Date(from), until: later(new Date(to), DAY) };
  const count = (days.until.getTime() - days.from.getTime()) / DAY;
  if (count < 1) throw fieldError('to', 'The last day is before the first one.');
  if (count > MAX_FIGURE_DAYS) throw fieldError('to', `Please choose at most ${MAX_FIGURE_DAYS} days.`);
  return days;
}
