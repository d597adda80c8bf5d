import { expect, test } from 'vitest';
import { nextQuest, reachedNow } from '../../../src/islands/arcade/quest-progress.ts';

const quest = (points: number, progress: number) => ({ points, progress, goal: 10 });

test('the next quest is the open one nearest to its goal, and of equally near ones the first', () => {
  const [easy, near, hard] = [quest(30, 0), quest(10, 4), quest(80, 0)];
  expect(nextQuest([easy, hard])).toBe(easy);
  expect(nextQuest([easy, near, hard])).toBe(near);
  expect(nextQuest([quest(30, 10)])).toBeUndefined();
});

test('a round promises the points of quests that no earlier round completed, as far as that is known', () => {
  const [known, done, missing] = [1, 2, 3].map((id) => ({
    ...{ id, name: '', points: 10 ** id, metric: 'score', goal: 300 },
    ...{ mode: 'best' as const, period: 'once' as const },
  }));
  if (!known || !done || !missing) throw new Error('three quests');
  const reached = (before: Record<number, number> | null) =>
    reachedNow([known, done, missing], { moves: 40, score: 320 }, before).once;
  expect(reached({ 1: 120, 2: 300 })).toBe(10);
  expect(reached({})).toBe(0);
  expect(reached(null), 'a guest').toBe(1110);
});
