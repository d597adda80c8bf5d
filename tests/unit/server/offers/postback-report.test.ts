import { expect, test } from 'vitest';
import { shownReason } from '../../../../server/features/offers/postback-report.ts';

test.each([
  'https://evil.example/now',
  'www.evil.example',
  'evil.example',
  'Evil.Example/now?x=1',
  '(evil.example)',
  'me@evil.example',
  'пример.рф',
  'steam://run/1',
])('a player sees no link where a partner wrote %s, which mail programs would make one of', (written) => {
  expect(shownReason(`Confirm at ${written} or lose it`)).toBe('Confirm at (link) or lose it');
});

test.each(['Level 2.5 was not reached.', 'A refund, e.g. by card', 'Wait...then again'])(
  'and the words of any other reason: %s',
  (written) => {
    expect(shownReason(written)).toBe(written);
  },
);
