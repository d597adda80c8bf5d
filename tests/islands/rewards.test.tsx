import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { RewardsIsland } from '../../src/islands/rewards/RewardsIsland.tsx';
import { queryOf, viewOf } from '../../src/islands/ui/list-view.ts';
import { connectApi } from '../../src/lib/api/client.ts';
import { REWARD_SORTS } from '../../src/lib/contract/limits.ts';
import { aCard, aUser, type Host, pageOf, refusal, rewardHost, storeUser } from '../support/reward-host.ts';

const LIST = 'GET /api/user/rewards';
const names = Array.from({ length: 55 }, (_, at) => `Reward ${at + 1}`);
let host: Host;

/** Fifty-five rewards, of which a search for "steam" finds one. */
function answerList({ query }: { query: URLSearchParams }) {
  if (query.get('game-name') === 'steam') return pageOf([aCard({ id: 99, name: 'Steam wallet code' })]);
  if (query.get('game-name')) return pageOf([]);
  const page = Number(query.get('page') ?? 1);
  const shown = names.slice((page - 1) * 20, page * 20);
  const cards = shown.map((name, at) =>
    aCard({ id: (page - 1) * 20 + at + 1, name, points: 500 * (at + 1) }),
  );
  return pageOf(cards, { page, total: 55 });
}

beforeEach(() => {
  host = rewardHost();
  host.on(LIST, answerList);
  connectApi({ fetch: host.fetch });
});

function open(address: string, area: 'user' | 'guest' = 'guest') {
  history.replaceState(null, '', address);
  return render(<RewardsIsland area={area} />);
}
const lastQuery = () => Object.fromEntries(host.calls(LIST).at(-1)?.query ?? []);

describe('the list', () => {
  test('pre-rendered it is a skeleton without inline styles', () => {
    const html = renderToString(<RewardsIsland area="user" />);
    expect(html.match(/ticket-size/g)).toHaveLength(20);
    expect(html).not.toMatch(/\sstyle=/);
  });

  test('shows what the address asks for', async () => {
    open('/guest/rewards?game-name=steam&sort-by=newest');
    expect(await screen.findByText('1 reward')).toBeTruthy();
    expect(lastQuery()).toEqual({ page: '1', 'sort-by': 'newest', 'game-name': 'steam' });
    expect(screen.getByRole('link', { name: /Steam wallet code/ }).getAttribute('href')).toBe(
      '/guest/reward/99/Steam-wallet-code',
    );
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'steam');
  });

  test('turns pages by the address, so that Back works, and says where it ends', async () => {
    open('/guest/rewards');
    await screen.findByText('Rewards 1 to 20 of 55');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Rewards 21 to 40 of 55');
    expect(location.search).toBe('?page=2');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Rewards 41 to 55 of 55');
    expect(screen.getByText('That is the end of the list.')).toBeTruthy();
    history.replaceState(null, '', '/guest/rewards?page=2');
    fireEvent.popState(window);
    await screen.findByText('Rewards 21 to 40 of 55');
  });

  test('a new order begins at page 1', async () => {
    open('/guest/rewards?page=2');
    await screen.findByText('Rewards 21 to 40 of 55');
    fireEvent.change(screen.getByLabelText('Order'), { target: { value: 'price-desc' } });
    await screen.findByText('Rewards 1 to 20 of 55');
    expect(location.search).toBe('?sort-by=price-desc');
  });

  test('typing is searched for once it rests', async () => {
    open('/guest/rewards');
    await screen.findByText('Rewards 1 to 20 of 55');
    vi.useFakeTimers();
    for (const text of ['s', 'st', 'steam'])
      fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
    await vi.advanceTimersByTimeAsync(299);
    expect(host.calls(LIST)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await screen.findByText('1 reward');
    expect(host.calls(LIST)).toHaveLength(2);
    expect(location.search).toBe('?game-name=steam');
  });
});

describe('nothing to show', () => {
  test('a search without a match says so, and is cleared with one press', async () => {
    open('/guest/rewards?game-name=zzz');
    await screen.findByText('No reward matches “zzz”');
    fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    await screen.findByText('Rewards 1 to 20 of 55');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
  });

  test('a page past the end leads to the first', async () => {
    open('/guest/rewards?page=9');
    await screen.findByText('There is no page 9');
    fireEvent.click(screen.getByRole('button', { name: 'Go to page 1' }));
    await screen.findByText('Rewards 1 to 20 of 55');
  });

  test('a failure has its reason; what was there stays', async () => {
    open('/guest/rewards');
    await screen.findByText('Rewards 1 to 20 of 55');
    host.on(LIST, () => refusal(503, 'database_unavailable', 'The database is away.'));
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    expect(screen.getByText('Reward 1')).toBeTruthy();
  });
});

describe('for whom', () => {
  test('users see what is within their points, and how far the rest is', async () => {
    storeUser(aUser({ balance: { available: 1200, pending: 0, reserved: 0, debt: 0 } }));
    open('/user/rewards', 'user');
    await screen.findByText('Rewards 1 to 20 of 55');
    const captions = await waitFor(() => screen.getAllByText(/within your points|pts to go/));
    expect(captions.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
      'within your points',
      'within your points',
      '300 pts to go',
    ]);
    expect(screen.getByRole('link', { name: /Reward 1 / }).getAttribute('href')).toBe(
      '/user/reward/1/Reward-1',
    );
  });

  test('what is out of stock says so, and is not called within reach', async () => {
    storeUser(aUser());
    host.on(LIST, () => pageOf([aCard({ in_stock: false })]));
    open('/user/rewards', 'user');
    await screen.findByText('out of stock');
    expect(screen.queryByText('within your points')).toBeNull();
  });

  test('what is paused says so, and is not called within reach', async () => {
    storeUser(aUser());
    host.on(LIST, () => pageOf([aCard({ paused: true })]));
    open('/user/rewards', 'user');
    await screen.findByText('paused for now');
    expect(screen.queryByText('within your points')).toBeNull();
  });
});

describe('the view in the address', () => {
  test.each([
    ['', { search: '', sort: 'popular', page: 1 }, ''],
    ['?game-name=%20a%20&page=3', { search: 'a', sort: 'popular', page: 3 }, 'game-name=a&page=3'],
    ['?sort-by=nonsense&page=-1', { search: '', sort: 'popular', page: 1 }, ''],
    ['?page=1e9&sort-by=rating', { search: '', sort: 'rating', page: 1 }, 'sort-by=rating'],
  ])('%s', (query, view, back) => {
    expect(viewOf(query, REWARD_SORTS)).toEqual(view);
    expect(new URLSearchParams(queryOf(viewOf(query, REWARD_SORTS), REWARD_SORTS)).toString()).toBe(back);
  });
  test('a search is cut at 80 characters', () => {
    expect(viewOf(`?game-name=${'x'.repeat(200)}`, REWARD_SORTS).search).toHaveLength(80);
  });
});
