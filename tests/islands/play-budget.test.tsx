// @vitest-environment happy-dom
/** What is told of the limits of our own games. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { OwnQuest } from '../../src/islands/play/own-game.ts';
import { payable, reachedNow } from '../../src/islands/play/quest-progress.ts';
import { BudgetLine } from '../../src/islands/ui/BudgetLine.tsx';

afterEach(cleanup);

const budget = (welcome: number, today: number, used_up = false) => ({
  welcome: { points: 600, left: welcome },
  today: { points: 80, left: today },
  used_up,
  resets_at: new Date(Date.now() + 5 * 3_600_000 + 1000).toISOString(),
});

test.each([
  [
    'a new player',
    budget(600, 80),
    true,
    'Games today: 80 of 80 pts left · One-time quests: 600 of 600 pts left',
  ],
  ['a player past the welcome', budget(0, 40), true, 'Games today: 40 of 80 pts left'],
  ['who has it all', budget(0, 0), true, 'You’ve earned today’s 80 pts.'],
  ['a guest', budget(600, 80), false, 'Earn up to 600 pts from one-time quests, then up to 80 pts a day.'],
  ['a day that is spent', budget(600, 80, true), true, 'All points for today have been given out.'],
  ['a day that is spent, for a guest', budget(600, 80, true), false, 'You can still play for scores'],
])('%s reads what is left and when it is more', (_, left, signedIn, words) => {
  const { container } = render(<BudgetLine budget={left} signedIn={signedIn} />);
  expect(container.textContent).toContain(words);
  if (left.used_up || left.today.left + left.welcome.left === 0)
    expect(container.querySelector('time')?.textContent).toBe('in 5 hours');
});

test('where the line breaks, the dot goes with what comes after it', () => {
  const { container } = render(<BudgetLine budget={budget(600, 80)} signedIn={true} />);
  const parts = [...container.querySelectorAll('.budget-part')].map(({ textContent }) => textContent);
  expect(parts).toEqual(['Games today: 80 of 80 pts left', '· One-time quests: 600 of 600 pts left']);
});

test.each([
  ['all of it', budget(600, 80), 130],
  ['the welcome’s rest and the day’s', budget(60, 80), 130],
  ['no more than both have', budget(20, 50), 70],
  ['the day’s alone', budget(0, 80), 80],
  ['nothing once the site’s day is spent', budget(600, 80, true), 0],
  ['all of it where nobody told', undefined, 130],
])('a running round says what it pays today: %s', (_, left, points) => {
  const quest = (id: number, of: number, period: OwnQuest['period']): OwnQuest => {
    return { id, name: 'A quest', points: of, metric: 'rounds', mode: 'sum', goal: 1, period };
  };
  const reached = reachedNow([quest(1, 100, 'once'), quest(2, 30, 'daily')], { rounds: 1, moves: 20 }, {});
  expect(payable(reached, left)).toBe(points);
});
