import type { Transaction } from '../../../lib/contract/progress/dashboard.ts';

/**
 * Returns when the last of the pending points will be confirmed, ISO 8601. Null unless the entries account for all `pending`
 * points and each has a date, so that no wrong date is ever shown.
 */
export function pendingUntil(
  entries: readonly Pick<Transaction, 'points' | 'state' | 'releases_at'>[],
  pending: number,
): string | null {
  const waiting = entries.filter(({ state }) => state === 'pending');
  const dates = waiting.flatMap(({ releases_at: at }) => at ?? []);
  const sum = waiting.reduce((all, { points }) => all + (points ?? 0), 0);
  if (pending === 0 || sum !== pending || dates.length < waiting.length) return null;
  return dates.sort().at(-1) ?? null;
}
