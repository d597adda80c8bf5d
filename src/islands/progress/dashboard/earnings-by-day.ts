import type { Transaction } from '../../../lib/contract/progress/dashboard.ts';

/** Milliseconds. */
export const DAY = 86_400_000;

export interface EarningDay {
  /** The start of the UTC day, ISO 8601. */
  readonly date: string;
  readonly confirmed: number;
  readonly pending: number;
}

/**
 * Returns points earned per UTC day, oldest first, up to the day of `now` (milliseconds). At most `days` days; fewer if the
 * entries don't go back that far, because an incomplete day is left out. Reversed points don't count.
 */
export function earningsByDay(
  entries: readonly Pick<Transaction, 'points' | 'state' | 'created_at'>[],
  { complete, now, days = 14 }: { complete: boolean; now: number; days?: number },
): EarningDay[] {
  const today = Math.floor(now / DAY);
  const dayOf = (iso: string) => Math.floor(Date.parse(iso) / DAY);
  const dated = entries.flatMap(({ points, state, created_at: at }) =>
    points === null || at === null ? [] : [{ points, state, day: dayOf(at) }],
  );
  const oldest = Math.min(today + 1, ...dated.map(({ day }) => day));
  const first = Math.max(today - days + 1, complete ? Number.NEGATIVE_INFINITY : oldest + 1);
  const sums = new Map<number, { confirmed: number; pending: number }>();
  for (const { points, state, day } of dated) {
    if (points <= 0 || state === 'reversed') continue;
    const sum = sums.get(day) ?? { confirmed: 0, pending: 0 };
    sum[state === 'pending' ? 'pending' : 'confirmed'] += points;
    sums.set(day, sum);
  }
  return Array.from({ length: Math.max(0, today - first + 1) }, (_, at) => ({
    date: new Date((first + at) * DAY).toISOString(),
    ...(sums.get(first + at) ?? { confirmed: 0, pending: 0 }),
  }));
}
