import { expect, test } from 'vitest';
import { csvOf } from '../../../src/lib/format/csv.ts';
import { durationWords } from '../../../src/lib/format/duration.ts';

test('quotes values that would break a row, and leaves null empty', () => {
  expect(
    csvOf([
      ['a', 1, null],
      ['say "no", please', -5, 'two\nlines'],
    ]),
  ).toBe('a,1,\r\n"say ""no"", please",-5,"two\nlines"\r\n');
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\n=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  '=HYPERLINK("http://x.example")',
])('disarms the formula in %j', (text) => {
  expect(csvOf([[text]])).toMatch(/^"?'/);
});

test.each([
  // A spreadsheet that separates cells by another sign begins a new cell there, whatever the quotation marks say.
  ['a;=1+1;b', "a;'=1+1;b"],
  ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
  ['a\n=1+1', '"a\n\'=1+1"'],
  ['2 - 1; 4 points', '2 - 1; 4 points'],
])('disarms what would be a cell of its own in %j', (text, written) => {
  expect(csvOf([[text]])).toBe(`${written}\r\n`);
});

test.each([
  [0, '1 minute'],
  [61, '2 minutes'],
  [5400, '90 minutes'],
  [5401, '2 hours'],
  [48 * 3600, '48 hours'],
  [48 * 3600 + 1, '3 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});
