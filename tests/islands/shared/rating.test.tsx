import { render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ArticleIsland } from '../../../src/islands/articles/ArticleIsland.tsx';
import { GameIsland } from '../../../src/islands/catalogue/game/GameIsland.tsx';
import { RewardIsland } from '../../../src/islands/redemption/reward/RewardIsland.tsx';
import { getArticle, rateArticle } from '../../../src/lib/contract/articles/articles.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import { getGame } from '../../../src/lib/contract/catalogue/game.ts';
import { getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { rateGame, rateReward } from '../../../src/lib/contract/opinions/opinions.ts';
import { anArticle, anInfo, gameInfo, signIn } from '../../support/fixtures.ts';
import { hostOfEachTest } from '../../support/host.ts';
import { button, press, visit } from '../../support/screen.ts';

// DOMPurify needs a real browser's parser: tests/e2e/articles.test.ts shows in Chromium what it takes out.
vi.mock('../../../src/islands/shared/stores/sanitise.ts', () => ({ sanitise: async (html: string) => html }));

const host = hostOfEachTest(() => signIn());

test.each([
  ['a reward', '/user/reward/12', RewardIsland, getReward, anInfo(), rateReward],
  ['a game', '/user/game/1', GameIsland, getGame, gameInfo(), rateGame],
  ['an article', '/user/article/7', ArticleIsland, getArticle, anArticle(), rateArticle],
] as const)('rating %s shows the new mean and count, and the player’s own stars', async (...row) => {
  const [, at, Island, call, info, rate] = row;
  host.on<Call>(call, () => info);
  host.on<Call>(rate, () => ({ rate: 4.5, rate_count: 1, isRated: true }));
  visit(at);
  render(<Island area="user" />);
  const section = await screen.findByRole('region', { name: /^(Reviews|Comments)$/ });
  expect(within(section).getByText('Be the first to rate it:')).toBeTruthy();
  expect(section.textContent).not.toMatch(/no rating|of 5/i);
  press('4 of 5, very good');
  await within(section).findByText('Change your rating:');
  expect(section.textContent).toContain('4.5 of 5, from 1 rating');
  expect(button('4 of 5, very good').getAttribute('aria-pressed')).toBe('true');
  expect(within(section).getByText('You rated it 4 of 5.').role).toBe('status');
  expect(host.acts().map((one) => [one.path.split('/').slice(-2).join('/'), one.body])).toEqual([
    [`${at.split('/').at(-1)}/4`, { user_id: 5 }],
  ]);

  // Another host needn't return the mean: the rating still counts, and the known mean stays.
  if (rate.source === 'ours') return;
  host.on<Call>(rate, () => ({ rate_count: 3 }));
  press(/^5 of 5/);
  await waitFor(() => expect(section.textContent).toContain('4.5 of 5, from 3 ratings'));
  expect(within(section).getByText('Change your rating:')).toBeTruthy();
});
