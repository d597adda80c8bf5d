import { expect, test } from 'vitest';
import { nextQuest } from '../../../src/islands/arcade/quest-progress.ts';

const quest = (points: number, progress: number) => ({ points, progress, goal: 10 });

test('the next quest is the open one nearest to its goal, and of equally near ones the first', () => {
  const [easy, near, hard] = [quest(30, 0), quest(10, 4), quest(80, 0)];
  expect(nextQuest([easy, hard])).toBe(easy);
  expect(nextQuest([easy, near, hard])).toBe(near);
  expect(nextQuest([quest(30, 10)])).toBeUndefined();
});
