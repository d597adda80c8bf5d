import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { BudgetLine } from '../../../src/islands/shared/BudgetLine.tsx';
import { budgetOf } from '../../support/play-server.ts';
import { textsOf } from '../../support/screen.ts';

test.each([
  ['a new player', {}, true, '80 of 80 pts left in games today, 600 of 600 in one-time quests'],
  ['a player past the welcome', { welcome: 0, today: 40 }, true, '40 of 80 pts left in games today'],
  ['who has it all', { welcome: 0, today: 0 }, true, 'You’ve earned today’s 80 pts.'],
  ['a guest', {}, false, 'Earn up to 600 pts from one-time quests, then up to 80 pts a day.'],
  ['a day that is spent', { used_up: true }, true, 'We’ve given out all of today’s points.'],
  ['a day that is spent, for a guest', { used_up: true }, false, 'You can still play for scores'],
])('%s reads what is left today and when there is more', (_, left, signedIn, words) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T19:00:00.000Z') });
  const budget = budgetOf(left);
  const { container } = render(<BudgetLine budget={budget} signedIn={signedIn} />);
  expect(container.textContent).toContain(words);
  if (budget.used_up || budget.today.left + budget.welcome.left === 0)
    expect(container.querySelector('time')?.textContent).toBe('in 5 hours');
});

test('each part of the line stays whole where it breaks', () => {
  const { container } = render(<BudgetLine budget={budgetOf()} signedIn />);
  expect(textsOf(container.querySelectorAll('.budget-part'))).toEqual([
    '80 of 80 pts left in games today',
    '600 of 600 in one-time quests',
  ]);
});
