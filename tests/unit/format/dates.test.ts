import { describe, expect, it } from 'vitest';
import { exactTime, longDate, relativeTime, shortDate } from '../../../src/lib/format/dates.ts';

const now = Date.parse('2026-11-20T14:02:00Z');

describe('times', () => {
  it.each([
    ['2026-11-20T14:01:30Z', 'just now'],
    ['2026-11-20T14:02:30Z', 'in less than a minute'],
    ['2026-11-20T14:02:05Z', 'just now'],
    ['2026-11-20T13:57:00Z', '5 minutes ago'],
    ['2026-11-20T13:01:00Z', '1 hour ago'],
    ['2026-11-18T14:02:00Z', '2 days ago'],
    ['2026-11-23T14:02:00Z', 'in 3 days'],
    ['2026-11-01T00:00:00Z', '1 Nov'],
    ['2025-11-01T00:00:00Z', '1 Nov 2025'],
    ['2026-12-31T23:59:00Z', '31 Dec'],
  ])('%s reads "%s" at 14:02 on 20 November', (at, words) => {
    expect(relativeTime(at, now)).toBe(words);
  });

  it('says the exact time in UTC, wherever the reader is', () => {
    expect(exactTime('2026-11-20T23:30:00-05:00')).toBe('21 November 2026 at 04:30 UTC');
  });

  it('writes a day as a day', () => {
    expect(longDate('2026-11-20')).toBe('20 November 2026');
    expect(shortDate('2026-11-27', now)).toBe('27 Nov');
  });

  it('returns an invalid time unchanged, instead of breaking the page', () => {
    for (const words of [exactTime, longDate]) expect(words('soon')).toBe('soon');
    expect(relativeTime('soon', now)).toBe('soon');
    expect(shortDate('', now)).toBe('');
  });
});
