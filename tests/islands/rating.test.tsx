import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ArticleIsland } from '../../src/islands/article/ArticleIsland.tsx';
import { GameIsland } from '../../src/islands/game/GameIsland.tsx';
import { RewardIsland } from '../../src/islands/reward/RewardIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import { gameInfo } from '../support/island-host.ts';
import { anInfo, aUser, pageOf, rewardHost, storeUser } from '../support/reward-host.ts';

// DOMPurify needs a real browser's parser: tests/e2e/articles.test.ts shows in Chromium what it takes out.
vi.mock('../../src/lib/stores/sanitise.ts', () => ({ sanitise: async (html: string) => html }));

const articleInfo = {
  article: {
    id: 7,
    title: 'Reading your ledger',
    summary: 'What each line says.',
    type: 'guide',
    published_at: null,
    body: '<p>Every line.</p>',
    author: null,
    game: null,
    rate: null,
    rate_count: 0,
    isRated: false,
  },
  opinions: { ...pageOf([]), data: [] },
  likedOpinions: [],
  previous_article_id: null,
  next_article_id: null,
};

test.each([
  {
    what: 'a reward',
    at: '/user/reward/12/Steam-key',
    call: '/api/user/rewards/12',
    info: anInfo(),
    Island: RewardIsland,
    talk: 'Opinions',
    rate: '/api/user/rewards/rate-reward/12/4',
  },
  {
    what: 'a game',
    at: '/user/game/1',
    call: '/api/user/games/1',
    info: gameInfo(),
    Island: GameIsland,
    talk: 'Opinions',
    rate: '/api/user/games/rate-game/1/4',
  },
  {
    what: 'an article',
    at: '/user/article/7/Reading-your-ledger',
    call: '/api/user/articles/7',
    info: articleInfo,
    Island: ArticleIsland,
    talk: 'Comments',
    rate: '/api/user/articles/rate-article/7/4',
  },
])('rating $what shows the new mean and count, and that it is mine', async (of) => {
  const host = rewardHost();
  connectApi({ fetch: host.fetch });
  storeUser(aUser());
  host.on('GET /api/user/specific-user/5', () => ({ user: aUser() }));
  host.on(`GET ${of.call}`, () => of.info);
  host.on(`POST ${of.rate}`, () => ({ rate: 4.5, rate_count: 2, isRated: true }));
  history.replaceState(null, '', of.at);
  render(<of.Island area="user" />);
  const section = await screen.findByRole('region', { name: of.talk });
  expect(within(section).getByText('Not rated yet')).toBeTruthy();
  fireEvent.click(within(section).getByRole('button', { name: '4 of 5, very good' }));
  await within(section).findByText('You rated it. Change your mind:');
  expect(section.textContent).toContain('4.5 of 5, from 2 ratings');
  expect(host.calls('POST').map(({ call, body }) => ({ call, body }))).toEqual([
    { call: `POST ${of.rate}`, body: { user_id: 5 } },
  ]);

  // Another host needn't tell what it comes to: it is rated all the same, and what was known stays.
  const better = of.rate.replace(/4$/, '5');
  host.on(`POST ${better}`, () => ({ rate_count: 3 }));
  fireEvent.click(within(section).getByRole('button', { name: /^5 of 5/ }));
  await waitFor(() => expect(section.textContent).toContain('4.5 of 5, from 3 ratings'));
  expect(within(section).getByText('You rated it. Change your mind:')).toBeTruthy();
});
