import { expect, test } from 'vitest';
import { groupOf, leagueAfter, movers, ranked } from '../../../../server/features/arcade/leagues.ts';

test.each([
  // league, players, up, down
  [0, 30, 7, 0],
  [1, 30, 7, 7],
  [3, 30, 0, 7],
  [1, 8, 2, 2],
  [1, 7, 1, 1],
  [1, 3, 0, 0],
  [1, 0, 0, 0],
])('in league %i, of %i players %i move up and %i down', (league, players, up, down) => {
  expect(movers(league, players)).toEqual({ up, down });
});

test('a league has thirty players per group, and there is none beyond the first and the last', () => {
  expect([1, 30, 31, 60, 61].map(groupOf)).toEqual([0, 0, 1, 1, 2]);
  expect([leagueAfter(0, -1), leagueAfter(0, 1), leagueAfter(3, 1), leagueAfter(3, -1)]).toEqual([
    0, 1, 3, 2,
  ]);
});

test('the higher score ranks first, then the earlier one, and the outer quarters move', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 12, minute));
  const group = [
    { userId: 1, score: 50, scoredAt: at(1) },
    { userId: 2, score: 70, scoredAt: at(9) },
    { userId: 3, score: 70, scoredAt: at(2) },
    { userId: 5, score: 60, scoredAt: at(3) },
    { userId: 4, score: 60, scoredAt: at(3) },
  ];
  expect(ranked(group).map(({ userId, place, move }) => [userId, place, move])).toEqual([
    [3, 1, 1],
    [2, 2, 0],
    [4, 3, 0],
    [5, 4, 0],
    [1, 5, -1],
  ]);
});
