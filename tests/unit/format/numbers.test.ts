import { expect, test } from 'vitest';
import { longDate, shortDate } from '../../../src/lib/format/dates.ts';
import { formatNumber } from '../../../src/lib/format/numbers.ts';
import { formatMoney, formatPoints, pointsInMoney } from '../../../src/lib/format/points.ts';

/** Numbers of every size, also negative, and where a digit is added or rounding carries over. */
const wholes = Array.from({ length: 16 }, (_, digits) => 10 ** digits).flatMap((size) => [
  size - 1,
  size,
  -size,
  Math.round(size * 1.2345),
  Math.round(size * 9.8765),
]);
const safe = wholes.filter(Number.isSafeInteger);

test('whole numbers are written as Intl writes them', () => {
  const peer = new Intl.NumberFormat('en-US');
  for (const one of safe) expect(formatPoints(one)).toBe(peer.format(one === 0 ? 0 : one));
});

test('money is written as Intl writes it', () => {
  const peer = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  for (const cents of safe.filter((one) => Math.abs(one) < 1e13)) {
    expect(formatMoney(cents)).toBe(peer.format(cents / 100));
    expect(pointsInMoney(cents)).toBe(peer.format(cents / 1000));
  }
});

test.each([
  [94.65, 1, '94.7'],
  [3, 1, '3'],
  [1234.56, 1, '1,234.6'],
  [999.96, 1, '1,000'],
  [-0.5, 0, '-1'],
  [0.04, 1, '0'],
  [28.499999999999996, 2, '28.5'],
])('%d with at most %i decimals is %s', (value, digits, words) => {
  expect(formatNumber(value, digits)).toBe(words);
});

test('days of a leap year are written as Intl writes them, except that September has three letters', () => {
  const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const brief = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  for (let at = Date.UTC(2024, 0); at < Date.UTC(2025, 0); at += 86_400_000) {
    const iso = new Date(at).toISOString();
    expect(longDate(iso)).toBe(full.format(at));
    expect(shortDate(iso, at)).toBe(brief.format(at).replace('Sept', 'Sep'));
  }
});
