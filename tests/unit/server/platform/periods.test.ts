import { expect, test } from 'vitest';
import { periodOf } from '../../../../server/platform/periods.ts';

const at = (time: string) => new Date(time);

test.each([
  ['daily', '2026-11-18T00:00:00.000Z', '2026-11-18', '2026-11-19T00:00:00.000Z'],
  ['daily', '2026-11-18T23:59:59.999Z', '2026-11-18', '2026-11-19T00:00:00.000Z'],
  ['daily', '2028-02-29T12:00:00.000Z', '2028-02-29', '2028-03-01T00:00:00.000Z'],
  ['daily', '2026-12-31T23:59:59.999Z', '2026-12-31', '2027-01-01T00:00:00.000Z'],
  // A Monday, its Sunday, and the Monday after.
  ['weekly', '2026-11-16T00:00:00.000Z', '2026-11-16', '2026-11-23T00:00:00.000Z'],
  ['weekly', '2026-11-22T23:59:59.999Z', '2026-11-16', '2026-11-23T00:00:00.000Z'],
  ['weekly', '2026-11-23T00:00:00.000Z', '2026-11-23', '2026-11-30T00:00:00.000Z'],
  ['weekly', '2027-01-01T12:00:00.000Z', '2026-12-28', '2027-01-04T00:00:00.000Z'],
  ['weekly', '1970-01-05T00:00:00.000Z', '1970-01-05', '1970-01-12T00:00:00.000Z'],
] as const)('the %s period at %s begins on %s and ends at %s', (kind, now, start, end) => {
  expect(periodOf(kind, at(now))).toEqual({ start, end: at(end) });
});

test('a one-time quest has one period without an end', () => {
  expect(periodOf('once', at('2026-11-18T12:00:00Z'))).toEqual({ start: '1970-01-01', end: null });
});

test('every moment of ten weeks lies within its week, which begins on a Monday', () => {
  for (let hour = 0; hour < 70 * 24; hour++) {
    const now = new Date(Date.UTC(2026, 9, 1, hour));
    const { start, end } = periodOf('weekly', now);
    const begun = at(`${start}T00:00:00Z`);
    expect(begun.getUTCDay()).toBe(1);
    expect(begun <= now && end !== null && now < end).toBe(true);
  }
});
