import { expect, test } from 'vitest';
import { holdHours, holdWords, releaseTime } from '../../../../server/features/ledger/holds.ts';
import { POINTS_PER_DOLLAR } from '../../../../src/lib/site.ts';

const steps = [
  { up_to_cents: 100, hours: 0 },
  { up_to_cents: 1000, hours: 168 },
  { up_to_cents: null, hours: 720 },
];

test.each([
  [1, 0],
  // A step holds up to its limit, the limit included.
  [POINTS_PER_DOLLAR, 0],
  [POINTS_PER_DOLLAR + 1, 168],
  [POINTS_PER_DOLLAR * 10, 168],
  [POINTS_PER_DOLLAR * 10 + 1, 720],
])('%d points wait %d hours', (points, hours) => {
  const at = new Date('2026-11-23T12:00:00Z');
  expect(holdHours(steps, points)).toBe(hours);
  expect(releaseTime(steps, points, at)?.getTime()).toBe(
    hours === 0 ? undefined : at.getTime() + hours * 3_600_000,
  );
});

test('steps without an open end are reported', () => {
  expect(() => holdHours(steps.slice(0, 1), POINTS_PER_DOLLAR * 2)).toThrow('the last step of a hold');
});

test.each([
  [1, '1 hour'],
  [24, '24 hours'],
  [48, '2 days'],
  [168, '7 days'],
])('%d hours are shown as %s', (hours, words) => {
  expect(holdWords(hours)).toBe(words);
});
