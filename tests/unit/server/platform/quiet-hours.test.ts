import { expect, test } from 'vitest';
import { afterQuiet, isTimeZone } from '../../../../server/platform/quiet-hours.ts';

const night = { from: 22, until: 8 };

test.each([
  ['immediately during the day', 'Europe/Berlin', night, '2026-11-18T12:00:00Z', '2026-11-18T12:00:00Z'],
  [
    'in the evening until the morning',
    'Europe/Berlin',
    night,
    '2026-11-18T21:30:10Z',
    '2026-11-19T07:00:00Z',
  ],
  [
    'in the small hours until the morning',
    'Europe/Berlin',
    night,
    '2026-11-19T06:59:00Z',
    '2026-11-19T07:00:00Z',
  ],
  ['at the end immediately', 'Europe/Berlin', night, '2026-11-19T07:00:00Z', '2026-11-19T07:00:00Z'],
  [
    'by the clock of another place',
    'America/Los_Angeles',
    night,
    '2026-11-19T07:00:00Z',
    '2026-11-19T16:00:00Z',
  ],
  [
    'where the clock is off by half an hour',
    'Asia/Kolkata',
    night,
    '2026-11-18T17:00:00Z',
    '2026-11-19T02:30:00Z',
  ],
  ['over the end of summer time', 'Europe/Berlin', night, '2026-10-24T21:00:00Z', '2026-10-25T07:00:00Z'],
  [
    'over the beginning of summer time',
    'Europe/Berlin',
    night,
    '2026-03-28T22:00:00Z',
    '2026-03-29T06:00:00Z',
  ],
  ['within a day', 'UTC', { from: 9, until: 17 }, '2026-11-18T12:00:00Z', '2026-11-18T17:00:00Z'],
  [
    'never, of hours that end as they begin',
    'UTC',
    { from: 9, until: 9 },
    '2026-11-18T09:10:00Z',
    '2026-11-18T09:10:00Z',
  ],
] as const)('%s', (_, timeZone, hours, now, then) => {
  expect(afterQuiet(new Date(now), { timeZone, ...hours }).toISOString()).toBe(new Date(then).toISOString());
});

test('without quiet hours it is immediate, and only known time zones are accepted', () => {
  const now = new Date();
  expect(afterQuiet(now, null)).toBe(now);
  expect([isTimeZone('Europe/Berlin'), isTimeZone('Mars/Olympus')]).toEqual([true, false]);
});
