import { expect, test } from 'vitest';
import { datesOf, newestFirst } from '../../../src/content/history.ts';

const changes = [
  { date: '2026-11-21', what: 'First published.' },
  { date: '2026-11-25', what: 'Corrected.' },
  { date: '2026-11-23', what: 'Reworded.' },
  { date: '2026-11-25', what: 'Shortened.' },
];

test('a page was published on the first day of its changes, and last changed on the newest', () => {
  expect(datesOf(changes)).toEqual({ published: '2026-11-21', modified: '2026-11-25' });
  expect(newestFirst(changes).map(({ what }) => what)).toEqual([
    'Corrected.',
    'Shortened.',
    'Reworded.',
    'First published.',
  ]);
});
