import { describe, expect, it } from 'vitest';
import { earningsByDay } from '../../src/islands/dashboard/earnings-by-day.ts';
import { paceOf } from '../../src/islands/dashboard/pace.ts';
import { transaction } from '../support/island-host.ts';

const now = Date.parse('2026-11-20T14:00:00Z');
const earned = (points: number, day: string, state: 'confirmed' | 'pending' | 'reversed' = 'confirmed') =>
  transaction(1, { points, state, created_at: `${day}T12:00:00.000Z` });

describe('earnings by day', () => {
  it('are one figure for each of the last 14 UTC days, today last', () => {
    const days = earningsByDay(
      [earned(40, '2026-11-20'), earned(60, '2026-11-20'), earned(7, '2026-11-07')],
      {
        complete: true,
        now,
      },
    );
    expect(days).toHaveLength(14);
    expect(days[0]).toEqual({ date: '2026-11-07T00:00:00.000Z', confirmed: 7, pending: 0 });
    expect(days.at(-1)).toEqual({ date: '2026-11-20T00:00:00.000Z', confirmed: 100, pending: 0 });
  });

  it('keep pending points apart, and leave out what was reversed or is older', () => {
    const days = earningsByDay(
      [earned(40, '2026-11-20', 'pending'), earned(500, '2026-11-19', 'reversed'), earned(900, '2026-11-06')],
      { complete: true, now },
    );
    expect(days.at(-1)).toMatchObject({ confirmed: 0, pending: 40 });
    expect(days.reduce((sum, { confirmed, pending }) => sum + confirmed + pending, 0)).toBe(40);
  });

  it('begin after the oldest day at hand when older entries were left out: that day may be there in part', () => {
    const days = earningsByDay([earned(40, '2026-11-20'), earned(5, '2026-11-15')], { complete: false, now });
    expect(days.map(({ date }) => date.slice(8, 10))).toEqual(['16', '17', '18', '19', '20']);
  });

  it('are all zero for somebody new', () => {
    const days = earningsByDay([], { complete: true, now });
    expect(days).toHaveLength(14);
    expect(days.every(({ confirmed, pending }) => confirmed + pending === 0)).toBe(true);
  });
});

describe('the pace', () => {
  const days = (points: number) => earningsByDay([earned(points, '2026-11-18')], { complete: true, now });

  it('is of the days that are known', () => {
    expect(paceOf(days(140), undefined)).toEqual({ perDay: 10, over: 14 });
    expect(paceOf(days(140), '2025-01-01T00:00:00.000Z')).toEqual({ perDay: 10, over: 14 });
  });

  it('begins on the day of joining', () => {
    expect(paceOf(days(160), '2026-11-17T23:00:00.000Z')).toEqual({ perDay: 40, over: 4 });
  });

  it('isn’t told before the third day, nor below one point a day', () => {
    expect(paceOf(days(160), '2026-11-19T00:00:00.000Z')).toBeNull();
    expect(paceOf(days(13), undefined)).toBeNull();
    expect(paceOf(days(14), undefined)).toEqual({ perDay: 1, over: 14 });
  });
});
