/** What to play for points: the estimate, and the quickest path by it. */
import { expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { asPlayStep, type PacedQuest, pathTo, roundsOf } from '../../../src/lib/arcade/quest-pace.ts';
import { PLAY_BUDGET } from '../../../src/lib/contract/limits.ts';

const own = readCatalogue().games.flatMap(({ arcade, quests }) =>
  arcade === null ? [] : [{ arcade, quests }],
);
const fresh = { welcome: PLAY_BUDGET.welcome, today: PLAY_BUDGET.daily };
const quest = (change: Partial<PacedQuest> = {}): PacedQuest => ({
  period: 'once',
  metric: 'score',
  mode: 'best',
  goal: 1000,
  points: 50,
  ...change,
});
const sum = (steps: readonly { points: number }[]) => steps.reduce((all, { points }) => all + points, 0);

test.each([
  ['a first round', quest({ mode: 'sum', metric: 'rounds', goal: 1 }), 1],
  ['what adds up, by what is left', quest({ mode: 'sum', metric: 'rounds', goal: 10, progress: 7 }), 3],
  ['what adds up by more than one a round', quest({ mode: 'sum', metric: 'rows', goal: 50 }), 3],
  ['a mark', quest(), 3],
  ['a mark that was reached and not paid yet', quest({ progress: 1200 }), 1],
])('%s takes its rounds', (_, given, rounds) => {
  expect(roundsOf('tower', [given])).toEqual([{ quest: given, rounds }]);
});

test('a round of Merge is suggested first to a new player, and pays for the smallest reward', () => {
  const [first] = pathTo(own, 1, fresh);
  expect(first).toMatchObject({ game: { arcade: 'merge' }, rounds: 1, minutes: 6, points: 510 });
  expect(first?.quests[0]).toMatchObject({ name: 'Finish your first round' });
});

test('the suggested path pays what is missing, within the limits', () => {
  expect(sum(pathTo(own, 10_000, fresh))).toBe(fresh.welcome + fresh.today);
  expect(sum(pathTo(own, 10_000, { welcome: 0, today: 30 }))).toBe(30);
  expect(pathTo(own, 10_000, { welcome: 0, today: 0 })).toEqual([]);
  expect(pathTo(own, 0, fresh)).toEqual([]);
  for (const missing of [1, 100, 510, 511, 600])
    expect(sum(pathTo(own, missing, fresh))).toBeGreaterThanOrEqual(missing);
});

test('each game is one step, with its easiest quest first', () => {
  const steps = pathTo(
    [
      {
        arcade: 'tower',
        quests: [quest({ goal: 2000 }), quest({ mode: 'sum', metric: 'rounds', goal: 1, points: 5 })],
      },
    ],
    55,
    fresh,
  );
  expect(steps).toHaveLength(1);
  expect(steps[0]?.quests.map(({ points }) => points)).toEqual([5, 50]);
  expect(steps[0]?.rounds).toBe(3);
});

test('a quest shows no more points than the limits leave for it', () => {
  const game = { id: 2, name: 'Tower', arcade: 'tower' };
  const quests = [{ ...quest({ mode: 'sum', metric: 'rounds', goal: 1 }), id: 201, name: 'First round' }];
  const shown = (today: number) =>
    pathTo([{ ...game, quests }], 1, { welcome: 0, today })
      .map(asPlayStep)
      .map((step) => [step.points, step.quests[0]?.points]);
  expect(shown(80)).toEqual([[50, 50]]);
  expect(shown(20)).toEqual([[20, 20]]);
});
