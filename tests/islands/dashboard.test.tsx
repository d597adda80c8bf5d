import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DashboardIsland } from '../../src/islands/dashboard/DashboardIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { Transaction } from '../../src/lib/contract/dashboard.ts';
import type { Quest } from '../../src/lib/contract/games.ts';
import { loadTransactions } from '../../src/lib/stores/dashboard.ts';
import {
  type Asked,
  balance,
  createHost,
  failure,
  pageOf,
  quest,
  signIn,
  transaction,
} from '../support/island-host.ts';

const LEDGER = '/api/user/dashboard/transactions';
const QUESTS = '/api/user/dashboard/weekly-quests';
const ARTICLES = '/api/user/dashboard/articles';

const vbucks = {
  id: 3,
  name: 'V-Bucks',
  slug: 'vbucks',
  kind: 'game credit',
  brand: 'Epic Games',
  game: 'Fortnite',
  glyph: null,
  colour: '#5a2a8a',
  summary: '1,000 or 2,800',
  points: 8400,
  cents: 840,
  in_stock: true,
  rate: null,
  rate_count: 0,
};
const rewardInfo = {
  reward: {
    ...vbucks,
    description: 'Credit.',
    steps: [],
    regions: '',
    min_age: 13,
    delivery: { kind: 'code' },
    amounts: [],
    isRated: false,
    delivery_time: null,
  },
  opinions: pageOf([], new URLSearchParams()),
  similarRewards: [],
  likedOpinions: [],
  status: 'not_enough_points',
};
const article = (id: number, type: string) => ({
  id,
  type,
  title: `Article ${id}`,
  summary: 'What it says.',
  published_at: '2026-11-18T00:00:00.000Z',
});

let entries: Transaction[] = [];
let quests: Quest[] = [];
let me: { id: number; name: string; [more: string]: unknown } = { id: 5, name: 'player' };
/** What of the goal's reward is otherwise. */
let goal: object = {};

/** As the server pages, filters and orders them. */
function ledger({ query }: Asked) {
  const type = query.get('type') ?? 'all';
  const fits = entries.filter(
    ({ state, points }) =>
      type === 'all' ||
      state === type ||
      (type === 'earned' && (points ?? 0) > 0) ||
      (type === 'spent' && (points ?? 0) < 0),
  );
  return pageOf(query.get('order') === 'oldest' ? fits.toReversed() : fits, query);
}

let host = createHost({});

beforeEach(() => {
  history.replaceState(null, '', '/user');
  entries = [];
  quests = [];
  me = { id: 5, name: 'player', balance: balance({ available: 0 }), myreward: null };
  goal = {};
  host = createHost({
    [LEDGER]: ledger,
    [QUESTS]: () => ({ weekly_quests: quests }),
    [ARTICLES]: ({ query }) =>
      pageOf(
        [article(1, 'guide'), article(2, 'news')].filter(({ type }) =>
          ['all', type].includes(query.get('type') ?? 'all'),
        ),
        query,
      ),
    '/api/user/specific-user/5': () => ({ user: me }),
    '/api/user/rewards/3': () => ({ ...rewardInfo, reward: { ...rewardInfo.reward, ...goal } }),
  });
  connectApi({ fetch: host.fetch });
});

afterEach(async () => {
  cleanup();
  history.replaceState(null, '', '/user');
  signIn(null);
  // For nobody, so that nothing is known to the next one.
  await loadTransactions({ type: 'all', order: 'newest' });
});

function show() {
  signIn(me);
  return render(<DashboardIsland play={{ arcade: 'merge', name: 'Merge' }} weekly={4} />);
}
const region = (name: string) => screen.findByRole('region', { name });
const rows = () =>
  within(screen.getByRole('table', { name: 'Ledger' }))
    .getAllByRole('row')
    .slice(1);

it('is all skeletons in the built page, without inline styles', () => {
  const html = renderToString(<DashboardIsland play={undefined} weekly={4} />);
  expect(html).toContain('skeleton');
  expect(html).not.toMatch(/\sstyle=/);
});

describe('someone new', () => {
  it('is told what to do next in every part', async () => {
    show();
    expect(await screen.findByRole('heading', { name: 'What are you playing for?' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Choose a goal' }).getAttribute('href')).toBe('/user/rewards');
    expect(
      await screen.findByRole('heading', { name: 'Your ledger starts with your first quest' }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Play Merge' }).getAttribute('href')).toBe(
      '/games/merge/play/desktop',
    );
    expect(await screen.findByRole('heading', { name: 'No weekly quests right now' })).toBeTruthy();
    expect(host.to('/api/user/rewards/3')).toHaveLength(0);
  });
});

describe('the goal', () => {
  it('says what is missing, and when all that is pending counts', async () => {
    me = { ...me, myreward: 3, balance: balance({ available: 6220, pending: 1200 }) };
    entries = [transaction(1, { points: 1200, state: 'pending', releases_at: '2026-11-27T10:00:00.000Z' })];
    show();
    expect(await screen.findByRole('heading', { name: '2,180 points to V-Bucks' })).toBeTruthy();
    expect(screen.getByText('6,220 of 8,400')).toBeTruthy();
    expect(screen.getByText('74%')).toBeTruthy();
    expect(await screen.findByText(/1,200 pending points .* confirmed on 27 November 2026/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See all quests' }).getAttribute('href')).toBe('/user/games');
  });

  it('tells about how long it takes at the pace of late, and which quests get one there', async () => {
    const DAY = 86_400_000;
    const at = (days: number) => new Date(Date.now() - days * DAY).toISOString();
    me = { ...me, myreward: 3, balance: balance({ available: 8200 }) };
    // 700 points over the 14 days that are known: 50 a day.
    entries = [1, 5, 13].map((days, index) =>
      transaction(9 - index, { points: index === 0 ? 500 : 100, state: 'confirmed', created_at: at(days) }),
    );
    quests = [
      quest(1, { name: 'Ten rounds', points: 150 }),
      quest(2, { name: 'Done', points: 300, completionStatus: 'completed' }),
      quest(3, { name: 'Score', points: 120 }),
      quest(4, { name: 'Small', points: 20 }),
    ];
    show();
    await screen.findByText('At your pace, 50 points a day over the last 14 days, that is about 4 days.');
    const toward = screen.getByText('These quests of this week get you there:').parentElement;
    expect(
      within(toward ?? document.body)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ten rounds', 'Score']);
  });

  it('says nothing of a pace that isn’t known', async () => {
    me = { ...me, myreward: 3, balance: balance({ available: 8200 }) };
    entries = [];
    show();
    await screen.findByRole('heading', { name: '200 points to V-Bucks' });
    expect(screen.queryByText(/At your pace/)).toBeNull();
  });

  it('tells it also while the ledger shows something else', async () => {
    me = { ...me, myreward: 3, balance: balance({ available: 6220, pending: 1200 }) };
    entries = [transaction(1, { points: 1200, state: 'pending', releases_at: '2026-11-27T10:00:00.000Z' })];
    history.replaceState(null, '', '/user?type=spent');
    show();
    expect(await screen.findByText(/1,200 pending points .* confirmed on 27 November 2026/)).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Nothing spent yet' })).toBeTruthy();
  });

  it('tells no date while the entries at hand don’t account for all that is pending', async () => {
    me = { ...me, myreward: 3, balance: balance({ available: 6220, pending: 1500 }) };
    entries = [transaction(1, { points: 1200, state: 'pending', releases_at: '2026-11-27T10:00:00.000Z' })];
    show();
    // With the year, once it is another one.
    await screen.findByText(/^pending until 27 Nov( 2026)?$/, { selector: '.under' });
    expect(screen.getByText(/1,500 pending points will count when they are confirmed\.$/)).toBeTruthy();
  });

  it('leads to the reward when there are enough points', async () => {
    me = { ...me, myreward: 3, balance: balance({ available: 8500 }) };
    show();
    expect(await screen.findByRole('heading', { name: 'You have enough for V-Bucks' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Redeem V-Bucks' }).getAttribute('href')).toBe(
      '/user/reward/3/V-Bucks',
    );
    expect(screen.getByText(/100 points stay with you/)).toBeTruthy();
  });

  it.each([
    [{ paused: true }, /It’s paused for now/],
    [{ in_stock: false }, /It’s out of stock for now/],
  ])('that can’t be redeemed now says so, and offers no redemption: %o', async (change, words) => {
    goal = change;
    me = { ...me, myreward: 3, balance: balance({ available: 8500 }) };
    show();
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Redeem/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'See V-Bucks' }).getAttribute('href')).toBe(
      '/user/reward/3/V-Bucks',
    );
  });

  it('counts a single point in the singular', async () => {
    me = { ...me, myreward: 3, balance: balance({ available: 8399, pending: 1 }) };
    show();
    await screen.findByRole('heading', { name: '1 point to V-Bucks' });
    expect(screen.getByText(/The 1 pending point will count when it is confirmed\.$/)).toBeTruthy();
    cleanup();
    me = { ...me, balance: balance({ available: 8401 }) };
    show();
    await screen.findByText(/^1 point stays with you after redeeming it\./);
  });

  it('that was chosen elsewhere is taken over', async () => {
    show();
    cleanup();
    signIn(me);
    me = { ...me, myreward: 3, balance: balance({ available: 1 }) };
    render(<DashboardIsland play={undefined} weekly={4} />);
    expect(await screen.findByRole('heading', { name: '8,399 points to V-Bucks' })).toBeTruthy();
  });
});

describe('weekly quests', () => {
  it('are fetched anew when the week ends on screen', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const endsIn = (ms: number) => new Date(Date.now() + ms).toISOString();
    quests = [quest(110, { name: 'Last week', ends_at: endsIn(90_000) })];
    show();
    await screen.findByRole('link', { name: 'Last week' });
    quests = [quest(111, { name: 'This week', ends_at: endsIn(604_800_000) })];
    await vi.advanceTimersByTimeAsync(96_000);
    await screen.findByRole('link', { name: 'This week' });
  });

  it('show progress, what is paid, and when the week ends', async () => {
    host.answers[QUESTS] = () => ({
      weekly_quests: [
        quest(110, {
          name: 'Play 10 rounds',
          progress: 7,
          completionStatus: 'in_progress',
          ends_at: '2026-11-23T00:00:00.000Z',
        }),
        quest(111, { name: 'Score 1,500', points: 120, progress: 10, completionStatus: 'completed' }),
      ],
    });
    show();
    const list = await region('Weekly quests');
    expect(await within(list).findByText(/7 of 10/)).toBeTruthy();
    expect(within(list).getByText('paid +120')).toBeTruthy();
    expect(within(list).getByTitle('23 November 2026 at 00:00 UTC')).toBeTruthy();
    expect(within(list).getByRole('link', { name: 'Play 10 rounds' }).getAttribute('href')).toBe(
      '/user/game/1',
    );
  });
});

describe('the ledger', () => {
  /** Without what the chart asks. */
  const askedOfLedger = () =>
    host
      .to(LEDGER)
      .filter(({ query }) => query.has('order'))
      .map(({ query }) => Object.fromEntries(query));

  it('writes each entry with its reason, state and signed points', async () => {
    entries = [
      transaction(4, {
        title: 'Steam wallet code',
        detail: 'order 12, delivered',
        points: -5000,
        state: 'redeemed',
        order_id: 12,
      }),
      transaction(3, {
        title: 'Level 10',
        points: 1200,
        state: 'pending',
        releases_at: '2026-11-27T10:00:00.000Z',
      }),
    ];
    show();
    await screen.findByRole('table', { name: 'Ledger' });
    const [order, level] = rows();
    expect(order?.textContent).toContain('−5,000');
    expect(order?.textContent).toContain('redeemed');
    expect(
      within(order ?? document.body)
        .getByRole('link', { name: 'order 12, delivered' })
        .getAttribute('href'),
    ).toBe('/user/order-history');
    expect(level?.textContent).toContain('+1,200');
    expect(level?.textContent).toContain('pending until 27 Nov');
  });

  it('appends the next pages up to its end', async () => {
    entries = Array.from({ length: 45 }, (_, at) => transaction(45 - at));
    show();
    expect(await screen.findByText('20 of 45 entries')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('40 of 45 entries')).toBeTruthy();
    expect(rows()[0]?.textContent).toContain('Entry 45');
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('That is all 45 entries.')).toBeTruthy();
    expect(rows()).toHaveLength(45);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('leaves the rows that stand as they are when more come, however many there are', async () => {
    entries = Array.from({ length: 200 }, (_, at) => transaction(200 - at));
    show();
    expect(await screen.findByText('20 of 200 entries')).toBeTruthy();
    const body = screen.getByRole('table', { name: 'Ledger' }).querySelector('tbody');
    if (!body) throw new Error('the ledger has no body');
    const changed: string[] = [];
    let added = 0;
    const watch = new MutationObserver((records) => {
      for (const { type, addedNodes, removedNodes, target } of records) {
        added += addedNodes.length;
        if (type !== 'childList' || target !== body || removedNodes.length > 0) changed.push(type);
      }
    });
    watch.observe(body, { childList: true, attributes: true, characterData: true, subtree: true });
    for (let count = 40; count <= 200; count += 20) {
      fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
      await waitFor(() => expect(body.children).toHaveLength(count));
    }
    await waitFor(() => expect(added).toBe(180));
    watch.disconnect();
    expect(changed).toEqual([]);
  });

  it('begins anew when another type is chosen', async () => {
    entries = Array.from({ length: 45 }, (_, at) =>
      transaction(45 - at, at % 9 === 0 ? { points: -500, state: 'redeemed' } : {}),
    );
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText('40 of 45 entries');
    fireEvent.click(screen.getByRole('button', { name: 'Spent' }));
    expect(await screen.findByText('That is all 5 entries.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Spent' }).getAttribute('aria-pressed')).toBe('true');
    expect(rows()).toHaveLength(5);
    fireEvent.click(screen.getByRole('button', { name: 'Reversed' }));
    expect(await screen.findByRole('heading', { name: 'Nothing was reversed' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all entries' }));
    expect(await screen.findByText('20 of 45 entries')).toBeTruthy();
  });

  it('keeps its length when one comes back, and begins with what is new', async () => {
    entries = Array.from({ length: 65 }, (_, at) => transaction(65 - at));
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText('40 of 65 entries');
    cleanup();
    entries = [transaction(66), ...entries];
    show();
    expect(rows()).toHaveLength(40);
    expect(await screen.findByText('40 of 66 entries')).toBeTruthy();
    expect(rows()[0]?.textContent).toContain('Entry 66');
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('60 of 66 entries');
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('That is all 66 entries.');
    expect(rows()).toHaveLength(66);
  });

  it.each([2, 7])('brings %i pages of it up to date, each entry with its state', async (pages) => {
    const states = (state: 'pending' | 'confirmed') =>
      Array.from({ length: 20 * pages + 5 }, (_, at) => transaction(20 * pages + 5 - at, { state }));
    const words = (state: string) => rows().filter(({ textContent }) => textContent.includes(state)).length;
    entries = states('pending');
    show();
    for (let page = 2; page <= pages; page++) {
      fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
      await screen.findByText(`${20 * page} of ${entries.length} entries`);
    }
    expect(words('pending')).toBe(20 * pages);
    entries = states('confirmed');
    await loadTransactions({ type: 'all', order: 'newest' });
    await waitFor(() => expect(words('pending')).toBe(0));
    expect(words('confirmed')).toBe(rows().length);
    expect(rows().length).toBeGreaterThanOrEqual(20 * pages);
    expect(new Set(rows().map(({ textContent }) => textContent)).size).toBe(rows().length);
  });

  it('keeps them the oldest first as well, and ends with what is new', async () => {
    history.replaceState(null, '', '/user?order=oldest');
    entries = Array.from({ length: 25 }, (_, at) => transaction(25 - at));
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText('That is all 25 entries.');
    cleanup();
    entries = [transaction(26), ...entries];
    show();
    expect(rows()).toHaveLength(25);
    await screen.findByText('That is all 26 entries.');
    expect(rows()[0]?.textContent).toContain('Entry 1');
    expect(rows().at(-1)?.textContent).toContain('Entry 26');
  });

  it('stands in the address by type and order, and Back returns to what was shown', async () => {
    entries = [transaction(2, { points: -500, state: 'redeemed' }), transaction(1)];
    history.replaceState(null, '', '/user?type=spent&order=oldest&articles=news');
    show();
    await screen.findByText('That is the only entry.');
    expect(askedOfLedger()).toEqual([{ type: 'spent', order: 'oldest', page: '1', per_page: '20' }]);
    expect(screen.getByRole('button', { name: 'Spent' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('combobox', { name: 'Order of entries' })).toHaveProperty('value', 'oldest');
    fireEvent.click(screen.getByRole('button', { name: 'Earned' }));
    await screen.findByText('Entry 1');
    expect(location.search).toBe('?type=earned&order=oldest&articles=news');
    history.replaceState(null, '', '/user?type=spent');
    fireEvent.popState(window);
    await screen.findByText('Entry 2');
    expect(screen.queryByText('Entry 1')).toBeNull();
  });

  it('never shows what was asked for at another address', async () => {
    entries = [transaction(2, { points: -500, state: 'redeemed' }), transaction(1)];
    history.replaceState(null, '', '/user?type=spent');
    show();
    await screen.findByText('That is the only entry.');
    cleanup();
    history.replaceState(null, '', '/user?type=earned');
    const { promise, resolve } = Promise.withResolvers<unknown>();
    host.answers[LEDGER] = () => promise;
    show();
    await waitFor(() => expect(askedOfLedger()).toHaveLength(2));
    expect(screen.queryByRole('table', { name: 'Ledger' })).toBeNull();
    resolve(pageOf([transaction(1)], new URLSearchParams()));
    await screen.findByText('Entry 1');
  });

  it('is turned round', async () => {
    entries = [transaction(2), transaction(1)];
    show();
    fireEvent.change(await screen.findByRole('combobox', { name: 'Order of entries' }), {
      target: { value: 'oldest' },
    });
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Entry 1'));
  });

  it('gives the reason of a failure and another try', async () => {
    entries = [transaction(1)];
    host.answers[LEDGER] = () => failure(503, 'database_unavailable', 'Our database can’t be reached.');
    show();
    const part = await region('Ledger');
    expect((await within(part).findByRole('alert')).textContent).toContain('Our database can’t be reached.');
    host.answers[LEDGER] = ledger;
    fireEvent.click(within(part).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('That is the only entry.')).toBeTruthy();
  });

  it('keeps what is shown when more can’t be had, and tries for the same page again', async () => {
    entries = Array.from({ length: 25 }, (_, at) => transaction(25 - at));
    show();
    const more = await screen.findByRole('button', { name: 'Load more' });
    host.answers[LEDGER] = () => failure(500, 'internal');
    fireEvent.click(more);
    const part = await region('Ledger');
    await within(part).findByRole('alert');
    expect(rows()).toHaveLength(20);
    host.answers[LEDGER] = ledger;
    fireEvent.click(within(part).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('That is all 25 entries.')).toBeTruthy();
  });

  it('doesn’t pass off entries of one type as those of another when these can’t be had', async () => {
    entries = [transaction(1)];
    show();
    await screen.findByText('That is the only entry.');
    host.answers[LEDGER] = () => failure(500, 'internal');
    fireEvent.click(screen.getByRole('button', { name: 'Spent' }));
    const part = await region('Ledger');
    await within(part).findByRole('alert');
    expect(screen.queryByRole('table', { name: 'Ledger' })).toBeNull();
  });
});

describe('articles', () => {
  it('are listed and filtered by type', async () => {
    show();
    const list = await region('Articles');
    expect(await within(list).findByText('Article 1')).toBeTruthy();
    fireEvent.click(within(list).getByRole('button', { name: 'News' }));
    await waitFor(() => expect(within(list).queryByText('Article 1')).toBeNull());
    expect(within(list).getByText('Article 2')).toBeTruthy();
    fireEvent.click(within(list).getByRole('button', { name: 'Reviews' }));
    expect(await within(list).findByRole('heading', { name: 'Nothing of this kind yet' })).toBeTruthy();
    expect(location.search).toBe('?articles=review');
    fireEvent.click(within(list).getByRole('button', { name: 'Show all articles' }));
    await within(list).findByText('Article 1');
    expect(location.search).toBe('');
  });

  it('begin with the type that the address names', async () => {
    history.replaceState(null, '', '/user?articles=news');
    show();
    const list = await region('Articles');
    await within(list).findByText('Article 2');
    expect(within(list).queryByText('Article 1')).toBeNull();
    expect(host.to(ARTICLES).map(({ query }) => query.get('type'))).toEqual(['news']);
  });
});
