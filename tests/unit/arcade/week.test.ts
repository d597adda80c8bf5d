import { expect, test } from 'vitest';
import { turnAt } from '../../../src/lib/arcade/week.ts';

test('the game of the week changes on Monday, UTC, and each game has its turn', () => {
  const at = (time: string) => turnAt(Date.parse(time), 5);
  const week = at('2026-11-23T00:00:00.000Z');
  expect(at('2026-11-29T23:59:59.999Z')).toBe(week);
  expect(at('2026-11-22T23:59:59.999Z')).toBe((week + 4) % 5);
  const five = ['11-23', '11-30', '12-07', '12-14', '12-21'].map((day) => at(`2026-${day}T12:00:00Z`));
  expect(five.toSorted()).toEqual([0, 1, 2, 3, 4]);
});
