import { expect, test } from 'vitest';
import { formatChange, pointsInWords } from '../../../src/lib/format/points.ts';

test.each([
  [40, '+40'],
  [-1_500, '−1,500'],
  [0, '0'],
])('a change of %d is written %s', (points, words) => expect(formatChange(points)).toBe(words));

test.each([
  [0, '0 points'],
  [1, '1 point'],
  [2_180, '2,180 points'],
])('%d points in words are %s', (points, words) => expect(pointsInWords(points)).toBe(words));
