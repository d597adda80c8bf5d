import { describe, expect, it } from 'vitest';
import { MOST_STROKES, tallyLabel, tallyOf } from '../../../src/lib/format/tally.ts';

const shape = (done: number, goal: number) =>
  tallyOf(done, goal)
    ?.bundles.map((strokes) => strokes.map((stroke) => (stroke.done ? '|' : '.')).join(''))
    .join(' ');

describe('a tally', () => {
  it.each([
    [7, 10, '||||| ||...'],
    [0, 1, '.'],
    [1, 1, '|'],
    [5, 6, '||||| .'],
    [0, 5, '.....'],
    [12, 10, '||||| |||||'],
    [-3, 3, '...'],
  ])('%i of %i is drawn in bundles of five', (done, goal, drawn) => {
    expect(shape(done, goal)).toBe(drawn);
  });

  it('crosses a bundle with its fifth stroke only', () => {
    const [bundle] = tallyOf(5, 5)?.bundles ?? [];
    expect(bundle?.at(-1)?.path).toMatch(/^M-1 /);
    expect(tallyOf(4, 4)?.bundles[0]?.some(({ path }) => path.startsWith('M-1 '))).toBe(false);
  });

  it.each([0, -1, 2.5, Number.NaN, MOST_STROKES + 1, 2500])(
    'isn’t drawn for a goal of %s, where a bar is clearer',
    (goal) => {
      expect(tallyOf(1, goal)).toBeNull();
    },
  );

  it('states its progress in words, and never more than the goal', () => {
    expect(tallyLabel(7, 10)).toBe('7 of 10');
    expect(tallyLabel(2600, 2500)).toBe('2,500 of 2,500');
  });
});
