import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { RewardsIsland } from '../../../src/islands/catalogue/rewards/RewardsIsland.tsx';
import { queryOf, viewOf } from '../../../src/islands/shared/list-view.ts';
import { listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { REWARD_SORTS } from '../../../src/lib/contract/limits.ts';
import { aCard, aUser, balance, signIn } from '../../support/fixtures.ts';
import { hostOfEachTest, pageOf, paginate } from '../../support/host.ts';
import { linkTo, press, textsOf, type, visit } from '../../support/screen.ts';

const all = Array.from({ length: 55 }, (_, at) =>
  aCard({ id: at + 1, name: `Reward ${at + 1}`, points: 500 * ((at % 20) + 1) }),
);
/** A search for "steam" finds one of them. */
const host = hostOfEachTest(() =>
  host.on(listRewards, ({ query }) => {
    const search = query.get('game-name');
    if (search === 'steam') return pageOf([aCard({ id: 99, name: 'Steam wallet code' })]);
    return search ? pageOf([]) : paginate(all, query);
  }),
);

function open(address: string) {
  visit(address);
  return render(<RewardsIsland area={address.startsWith('/user') ? 'user' : 'guest'} />);
}

describe('the list', () => {
  test('shows what the address asks for, and a new sort order begins at page 1', async () => {
    open('/guest/rewards?game-name=steam&sort-by=newest');
    await screen.findByText('1 reward');
    expect(Object.fromEntries(host.asked(listRewards).at(-1)?.query ?? [])).toEqual({
      page: '1',
      per_page: '20',
      'sort-by': 'newest',
      'game-name': 'steam',
    });
    expect(linkTo(/Steam wallet code/)).toBe('/guest/reward/99/Steam-wallet-code');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'steam');
    visit('/guest/rewards?page=2');
    fireEvent.popState(window);
    await screen.findByText('Rewards 21 to 40 of 55');
    type('Sort by', 'price-desc');
    await screen.findByText('Rewards 1 to 20 of 55');
    expect(location.search).toBe('?sort-by=price-desc');
  });

  test('Back turns its pages', async () => {
    open('/guest/rewards?page=3');
    await screen.findByText('Rewards 41 to 55 of 55');
    visit('/guest/rewards?page=2');
    fireEvent.popState(window);
    await screen.findByText('Rewards 21 to 40 of 55');
  });

  test('searches once typing pauses', async () => {
    open('/guest/rewards');
    await screen.findByText('Rewards 1 to 20 of 55');
    vi.useFakeTimers();
    for (const text of ['s', 'st', 'steam'])
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
    await vi.advanceTimersByTimeAsync(299);
    expect(host.asked(listRewards)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await screen.findByText('1 reward');
    expect(host.asked(listRewards)).toHaveLength(2);
    expect(location.search).toBe('?game-name=steam');
  });

  test('says when a search has no match, and clears it with one press', async () => {
    open('/guest/rewards?game-name=zzz');
    await screen.findByText('No reward matches “zzz”');
    press('Clear search');
    await screen.findByText('Rewards 1 to 20 of 55');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });
});

test('users see what they can afford, and how many points the rest needs', async () => {
  signIn(aUser({ balance: balance({ available: 1200 }) }));
  open('/user/rewards');
  await screen.findByText('Rewards 1 to 20 of 55');
  const captions = await waitFor(() => screen.getAllByText(/you can afford this|pts to go/));
  expect(textsOf(captions).slice(0, 3)).toEqual([
    'you can afford this',
    'you can afford this',
    '300 pts to go',
  ]);
  expect(linkTo(/Reward 1 /)).toBe('/user/reward/1/Reward-1');
});

test.each([
  ['out of stock', { in_stock: false }],
  ['paused', { paused: true }],
])('a reward that is %s says so, and isn’t called within reach', async (words, card) => {
  signIn();
  host.on(listRewards, () => pageOf([aCard(card)]));
  open('/user/rewards');
  await screen.findByText(words);
  expect(screen.queryByText('you can afford this')).toBeNull();
});

test.each([
  ['', { search: '', sort: 'popular', page: 1 }, ''],
  ['?game-name=%20a%20&page=3', { search: 'a', sort: 'popular', page: 3 }, 'game-name=a&page=3'],
  ['?sort-by=nonsense&page=-1', { search: '', sort: 'popular', page: 1 }, ''],
  ['?page=1e9&sort-by=rating', { search: '', sort: 'rating', page: 1 }, 'sort-by=rating'],
  // A search is cut at 80 characters.
  [
    `?game-name=${'x'.repeat(200)}`,
    { search: 'x'.repeat(80), sort: 'popular', page: 1 },
    `game-name=${'x'.repeat(80)}`,
  ],
])('the view of the address %s', (query, view, back) => {
  expect(viewOf(query, REWARD_SORTS)).toEqual(view);
  expect(new URLSearchParams(queryOf(viewOf(query, REWARD_SORTS), REWARD_SORTS)).toString()).toBe(back);
});
