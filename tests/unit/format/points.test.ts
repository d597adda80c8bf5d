import { expect, test } from 'vitest';
import { formatChange } from '../../../src/lib/format/points.ts';

test.each([
  [40, '+40'],
  [-1_500, '−1,500'],
  [0, '0'],
])('a change of %d is written %s', (points, words) => expect(formatChange(points)).toBe(words));
