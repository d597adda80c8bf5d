import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DashboardIsland } from '../../../src/islands/progress/dashboard/DashboardIsland.tsx';
import { loadTransactions } from '../../../src/islands/progress/dashboard/dashboard-store.ts';
import { earningsByDay } from '../../../src/islands/progress/dashboard/earnings-by-day.ts';
import { $arrived, loadEarnings } from '../../../src/islands/progress/dashboard/home-store.ts';
import { paceOf } from '../../../src/islands/progress/dashboard/pace.ts';
import type { Balance } from '../../../src/lib/contract/account/account.ts';
import type { Quest } from '../../../src/lib/contract/catalogue/games.ts';
import { getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { answerOffer } from '../../../src/lib/contract/notifications/offers.ts';
import { accountStatsSchema, getAccountStats } from '../../../src/lib/contract/progress/account-stats.ts';
import {
  getWeeklyQuests,
  listDashboardArticles,
  listTransactions,
  type Transaction,
} from '../../../src/lib/contract/progress/dashboard.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { anArticle, anInfo, aUser, balance, quest, signIn, transaction } from '../../support/fixtures.ts';
import { type Asked, databaseAway, hostOfEachTest, notFound, paginate, refusal } from '../../support/host.ts';
import { sampleOf } from '../../support/sample.ts';
import { button, field, linkTo, press, pressFound, textsOf, type, visit } from '../../support/screen.ts';

let entries: Transaction[] = [];
let quests: Quest[] = [];
let me = aUser();
const stats = sampleOf(accountStatsSchema);
/** For a new player. */
const noStreak = { ...stats.streak, days: 0, best: 0, played_today: false };
const wholeBudget = {
  welcome: { points: 600, left: 600 },
  today: { points: 80, left: 80 },
  left: 680,
  used_up: false,
  resets_at: '2126-11-19T00:00:00.000Z',
};
const merge = {
  game_id: 1,
  game: 'Merge',
  arcade: 'merge',
  label: 'Play Merge',
  rounds: 1,
  minutes: 6,
  points: 200,
  quests: [
    { id: 101, name: 'Finish your first round', points: 100 },
    { id: 102, name: 'Score 300', points: 100 },
  ],
};
let next: typeof merge | null = merge;
let streak = noStreak;
let isDigestOffered = false;
let budget = wholeBudget;

/** Pages, filters and orders them like the server. */
function ledger({ query }: Asked<typeof listTransactions>) {
  const shown = query.get('type') ?? 'all';
  const fits = entries.filter(
    ({ state, points }) =>
      shown === 'all' ||
      state === shown ||
      (shown === 'earned' && (points ?? 0) > 0) ||
      (shown === 'spent' && (points ?? 0) < 0),
  );
  return paginate(query.get('order') === 'oldest' ? fits.toReversed() : fits, query);
}

const articles = (['guide', 'news'] as const).map(
  (kind, at) => anArticle({ id: at + 1, title: `Article ${at + 1}`, type: kind }).article,
);
const host = hostOfEachTest(() => {
  host.on(listTransactions, ledger);
  host.on(getWeeklyQuests, () => ({ weekly_quests: quests }));
  host.on(listDashboardArticles, ({ query }) => {
    const shown = query.get('type') ?? 'all';
    return paginate(
      articles.filter(({ type: kind }) => ['all', kind].includes(shown)),
      query,
    );
  });
  host.on(getReward, () => anInfo({ id: 3, name: 'V-Bucks', points: 8400 }));
  host.on(checkRedemption, () => ({ ready: true, blocks: [], path: null }));
  host.on(getAccountStats, () => ({
    ...stats,
    balance: balance({ available: 0 }),
    pending: [],
    reserved: [],
    level: { ...stats.level, earned: 0 },
    budget,
    streak,
    next,
    digest_offered: isDigestOffered,
  }));
});
beforeEach(() => {
  visit('/user');
  entries = [];
  quests = [];
  me = aUser({ balance: balance({ available: 0 }) });
  next = merge;
  streak = noStreak;
  budget = wholeBudget;
  isDigestOffered = false;
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  visit('/user');
  signIn(null);
  // Signs out, so that the next test knows nothing.
  await loadTransactions({ type: 'all', order: 'newest' });
});

function show() {
  cleanup();
  signIn(me);
  return render(<DashboardIsland weekly={4} />);
}
const heading = (name: string) => screen.findByRole('heading', { name });
const region = (name: string) => screen.findByRole('region', { name });
const table = () => screen.getByRole('table', { name: 'Points history' });
const rows = () => textsOf(within(table()).getAllByRole('row').slice(1));
/** This many entries, newest first. */
const many = (count: number, change: (at: number) => Parameters<typeof transaction>[1] = () => ({})) =>
  Array.from({ length: count }, (_, at) => transaction(count - at, change(at)));

test('a round that completes no quest is offered without points', async () => {
  next = { ...merge, label: 'Resume Merge', rounds: 0, minutes: 0, points: 0, quests: [] };
  show();
  await heading('Merge');
  expect(linkTo('Resume Merge')).toBe('/games/merge/play/desktop');
  expect(screen.queryByText(/about|\+\d+ pts/)).toBeNull();
});

test('a new player reads what to play first in the only primary button, and sees no zeros', async () => {
  const { container } = show();
  await heading('Merge: Finish your first round');
  expect(screen.getByText('+100 pts')).toBeTruthy();
  expect(screen.getByText(/about 6 minutes/)).toBeTruthy();
  expect(screen.getByText('The same round can also complete Score 300: 200 points in total.')).toBeTruthy();
  expect(linkTo('Play Merge')).toBe('/games/merge/play/desktop');
  expect(linkTo('Choose a goal')).toBe('/user/rewards');
  for (const words of ['Start a streak', 'Up to 680 pts left today'])
    expect(screen.getByText(words)).toBeTruthy();
  await screen.findByText(/^Your points history starts with your first quest/);
  await heading('No weekly quests right now');
  expect(textsOf(container.querySelectorAll('.button:not(.quiet)'))).toEqual(['Play Merge']);
  // Only figures of what can be earned are shown.
  expect(container.textContent).not.toMatch(/\b0\b(?! pts)/);
  for (const gone of ['Streak', 'Level', 'Your points', 'Last 14 days'])
    expect(screen.queryByRole('heading', { name: gone })).toBeNull();
  expect(screen.queryByRole('button', { name: /file of your points history/ })).toBeNull();
  expect(host.asked(getReward)).toEqual([]);
});

test('the weekly digest is offered in a quiet line, and an answer ends the offer', async () => {
  isDigestOffered = true;
  host.on(answerOffer, ({ body }) => ({ accepted: body.accepts }));
  show();
  await pressFound('Email me weekly');
  await screen.findByText(/^You’ll get it on Mondays/);
  expect(host.bodies(answerOffer)).toEqual([{ kind: 'digest', accepts: true }]);
  isDigestOffered = false;
  show();
  await heading('Merge: Finish your first round');
  expect(screen.queryByRole('button', { name: 'Email me weekly' })).toBeNull();
});

test('a suspended player reads why first, is sent to support, and isn’t asked to play', async () => {
  me = aUser({ suspended: { at: '2026-11-20T10:00:00.000Z', reason: 'Two accounts played.' } });
  const { container } = show();
  await heading('Your account is suspended');
  expect(screen.getByText('Two accounts played.')).toBeTruthy();
  expect(linkTo('Contact support')).toBe('/user/contact');
  expect(textsOf(container.querySelectorAll('.button:not(.quiet)'))).toEqual(['Contact support']);
});

describe('today', () => {
  test('shows points that arrived since the last visit, during the whole visit', async () => {
    const arrives = (id: number, points = 40) => transaction(id, { title: `Offer ${id}`, points });
    const look = async (...ids: number[]) => {
      entries = ids.map((id) => arrives(id));
      await loadEarnings();
      return $arrived.get().map(({ id }) => id);
    };
    const later = () => vi.setSystemTime(Date.now() + 31 * 60_000);
    vi.useFakeTimers({ toFake: ['Date'] });
    later();
    localStorage.removeItem('last_visit');
    signIn();
    expect(await look(7)).toEqual([]);
    later();
    expect(await look(9, 8, 7)).toEqual([9, 8]);
    // A reload, and points that arrive meanwhile, don't start a new visit.
    expect(await look(10, 9, 8, 7)).toEqual([9, 8]);
    later();
    expect(await look(12, 10, 9, 8)).toEqual([12]);
    later();
    entries = [arrives(14, 900), arrives(13, 30), arrives(12)];
    show();
    await screen.findByText('+930 pts since your last visit');
    expect(screen.getByText('Offer 14 and 1 more')).toBeTruthy();
  });

  test.each([
    [{ used_up: true, left: 0 }, 'We’ve given out all of today’s points'],
    [
      { left: 0, today: { points: 80, left: 0 }, welcome: { points: 600, left: 0 } },
      'You’ve earned today’s 80 pts',
    ],
    [
      { left: 40, today: { points: 80, left: 40 }, welcome: { points: 600, left: 0 } },
      'Up to 40 pts left today',
    ],
  ])(
    'says what can still be earned, and that the next quest waits if nothing can: %o',
    async (change, words) => {
      budget = { ...budget, ...change };
      show();
      await screen.findByText(words);
      const waits = screen.queryByText(/once your limit resets · about 6 minutes/);
      expect(waits !== null).toBe(budget.left === 0);
    },
  );

  test('says how the streak is kept, and when it is safe', async () => {
    streak = { ...streak, days: 3, best: 3 };
    show();
    await screen.findByText('3-day streak');
    expect(screen.getByText(/Play one round to keep it/)).toBeTruthy();
    streak = { ...streak, played_today: true };
    show();
    await screen.findByText('You’ve played today, so it’s safe.');
    streak = { ...streak, days: 10, best: 10 };
    show();
    await screen.findByText('10-day streak');
    // Strokes would count five of them.
    expect(screen.getByText('10')).toBeTruthy();
  });

  test('uses the week’s quests if nothing else is known, and leads to the games without one', async () => {
    next = null;
    quests = [
      quest(1, { name: 'Done', completionStatus: 'completed' }),
      quest(2, { name: 'Ten rounds', game: 'Merge', points: 60 }),
    ];
    show();
    await heading('Merge: Ten rounds');
    expect(linkTo('Play Merge')).toBe('/user/game/1');
    quests = [];
    show();
    await heading('All quests done for now');
    const card = within(screen.getByRole('region', { name: 'All quests done for now' }));
    expect(linkTo('See games', card)).toBe('/user/games');
  });

  test('doesn’t say that all quests are done if none could be loaded', async () => {
    next = null;
    host.on(getWeeklyQuests, databaseAway);
    show();
    await heading('Play a round');
    expect(screen.queryByText(/^New quests open/)).toBeNull();
  });
});

describe('the goal', () => {
  const aim = (change: Partial<Balance>) => {
    me = { ...me, myreward: 3, balance: balance(change) };
  };
  const releases_at = '2026-11-27T10:00:00.000Z';
  const pending = transaction(1, { points: 1200, state: 'pending', releases_at });

  test('shows the missing points, and when all pending points count, whatever the ledger shows', async () => {
    aim({ available: 6220, pending: 1200 });
    entries = [pending];
    visit('/user?type=spent');
    show();
    await heading('2,180 points to V-Bucks');
    expect(screen.getByText('6,220 of 8,400')).toBeTruthy();
    expect(screen.getByText('74%')).toBeTruthy();
    await screen.findByText(/1,200 pending points .* confirmed on 27 November 2026/);
    expect(linkTo('See all quests')).toBe('/user/games');
    await heading('Nothing spent yet');
  });

  test('is a ring with its share in the card of today, next to the limit and when that resets', async () => {
    aim({ available: 6220 });
    show();
    await screen.findByText('Your goal: 74% there');
    const facts = within(screen.getByRole('region', { name: 'Merge: Finish your first round' }));
    const [goal, , limit] = facts.getAllByRole('listitem');
    const ring = goal?.querySelector('circle.done')?.getAttribute('stroke-dasharray') ?? '';
    const [done = 0, all = 1] = ring.split(' ').map(Number);
    expect(done / all).toBeCloseTo(0.74);
    expect(limit?.querySelector('time')?.dateTime).toBe(budget.resets_at);
    expect(limit?.textContent).toContain('The limit resets');
  });

  test('of a new player shows no zeros, and less than a percent as points only', async () => {
    aim({ available: 0 });
    show();
    await heading('8,400 points to V-Bucks');
    const card = screen.getByRole('region', { name: 'Your goal' });
    expect(card.textContent).not.toMatch(/\b0( of|%)/);
    expect(within(card).queryByRole('progressbar')).toBeNull();
    aim({ available: 40 });
    show();
    await screen.findByText('40 of 8,400');
    expect(screen.getByRole('region', { name: 'Your goal' }).textContent).not.toContain('0%');
  });

  test('estimates the time at the recent pace, and names the quests that lead there', async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    aim({ available: 8200 });
    // 700 points over the 14 days that are known: 50 a day.
    entries = [1, 5, 13].map((days, index) =>
      transaction(9 - index, { points: index === 0 ? 500 : 100, created_at: at(days) }),
    );
    quests = [
      quest(1, { name: 'Ten rounds', points: 150 }),
      quest(2, { name: 'Done', points: 300, completionStatus: 'completed' }),
      quest(3, { name: 'Score', points: 120 }),
      quest(4, { name: 'Small', points: 20 }),
    ];
    show();
    await screen.findByText('At your pace, 50 points a day over the last 14 days, that’s about 4 days.');
    const toward = screen.getByText('This week’s quests will get you there.').parentElement;
    expect(textsOf(within(toward ?? document.body).getAllByRole('link'))).toEqual(['Ten rounds', 'Score']);
  });

  test('shows no date while the loaded entries don’t cover all pending points', async () => {
    aim({ available: 6220, pending: 1500 });
    entries = [pending];
    show();
    // With the year, if it isn't the current one.
    await screen.findByText(/^unlocks on 27 Nov( 2026)?$/, { selector: '.under' });
    await screen.findByText(/1,500 pending points will count once they’re confirmed\.$/);
  });

  test('leads to the reward once there are enough points, even if it was chosen elsewhere', async () => {
    show();
    await heading('Merge: Finish your first round');
    aim({ available: 8500 });
    show();
    const card = within(await region('You have enough for V-Bucks'));
    expect(linkTo('Redeem V-Bucks', card)).toBe('/user/reward/3/V-Bucks');
    expect(card.getByText(/You’ll have 100 points left/)).toBeTruthy();
    expect(linkTo('Change goal', card)).toBe('/user/rewards');
  });

  test('says once that there are enough points', async () => {
    aim({ available: 8400 });
    entries = [transaction(1)];
    show();
    await heading('You have enough for V-Bucks');
    await heading('Points history');
    await screen.findByRole('table', { name: 'Points history' });
    expect(screen.getByText(/It costs all your available points\./)).toBeTruthy();
    expect(document.body.textContent?.match(/V-Bucks/g)).toHaveLength(2);
    expect(screen.queryByText(/enough points|ready to redeem/i)).toBeNull();
  });

  test('shows a failure with a retry, and says so if its reward is gone', async () => {
    aim({ available: 1 });
    me = { ...me, myreward: 99 };
    host.on(getReward, databaseAway);
    show();
    await screen.findByText('We couldn’t load your goal');
    host.on(getReward, notFound);
    press('Retry');
    await screen.findByText(/Your goal is no longer available/);
  });

  test.each([
    [{ paused: true }, /It’s paused for now/],
    [{ in_stock: false }, /It’s out of stock for now/],
  ])('says that it can’t be redeemed now, and offers no redemption: %o', async (change, words) => {
    host.on(getReward, () => anInfo({ id: 3, name: 'V-Bucks', points: 8400, ...change }));
    aim({ available: 8500 });
    show();
    await screen.findByText(words);
    expect(screen.queryByText('You have enough points.')).toBeNull();
    expect(screen.queryByRole('link', { name: /Redeem/ })).toBeNull();
    expect(linkTo('See V-Bucks')).toBe('/user/reward/3/V-Bucks');
  });

  test('counts a single point in the singular, and shows no unknown pace', async () => {
    aim({ available: 8399, pending: 1 });
    show();
    await heading('1 point to V-Bucks');
    expect(screen.queryByText(/At your pace/)).toBeNull();
    expect(screen.getByText(/1 pending point will count once it’s confirmed\.$/)).toBeTruthy();
    aim({ available: 8401 });
    show();
    await screen.findByText(/^You’ll have 1 point left after redeeming it\./);
  });
});

test('weekly quests show progress, what is paid, and when the week ends', async () => {
  quests = [
    quest(110, {
      name: 'Play 10 rounds',
      progress: 7,
      completionStatus: 'in_progress',
      ends_at: '2026-11-23T00:00:00.000Z',
    }),
    quest(111, { name: 'Score 1,500', points: 120, progress: 10, completionStatus: 'completed' }),
  ];
  show();
  const list = within(await region('Weekly quests'));
  await list.findByText(/7 of 10/);
  expect(list.getByText('paid +120')).toBeTruthy();
  expect(list.getByTitle('23 November 2026 at 00:00 UTC')).toBeTruthy();
  expect(linkTo('Play 10 rounds', list)).toBe('/user/game/1');
});

test('weekly quests begin with open ones, and fold those after the fourth', async () => {
  const done = quest(111, { name: 'Quest 1', completionStatus: 'completed' });
  quests = [done, ...[2, 3, 4, 5, 6].map((number) => quest(110 + number, { name: `Quest ${number}` }))];
  show();
  const list = within(await region('Weekly quests'));
  const rest = (await list.findByText('2 more quests')).closest('details');
  const names = list.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names).toEqual([2, 3, 4, 5, 6, 1].map((number) => `Quest ${number}`));
  expect(rest?.textContent).toMatch(/Quest 6.*Quest 1/);
  expect(rest?.textContent).not.toContain('Quest 5');
});

describe('the ledger', () => {
  test('shows each entry with its reason, state and signed points', async () => {
    entries = [
      transaction(4, { detail: 'order 12, delivered', points: -5000, state: 'redeemed', order_id: 12 }),
      transaction(3, { points: 1200, state: 'pending', releases_at: '2026-11-27T10:00:00.000Z' }),
      transaction(2, { points: -500, state: 'reserved' }),
    ];
    show();
    await screen.findByRole('table', { name: 'Points history' });
    expect(rows()[0]).toMatch(/redeemed.*−5,000/);
    expect(linkTo('order 12, delivered')).toBe('/user/order-history');
    expect(rows()[1]).toMatch(/unlocks on 27 Nov.*\+1,200/);
    expect(rows()[2]).toMatch(/on hold.*−500/);
  });

  test('begins with three entries on a phone', async () => {
    const media = vi
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation(
        (query) =>
          Object.assign(new EventTarget(), { matches: query === '(width <= 760px)' }) as MediaQueryList,
      );
    entries = many(9);
    show();
    await screen.findByText('3 of 9 entries');
    media.mockRestore();
    press('Load more');
    expect(rows()).toHaveLength(9);
  });

  test('appends pages up to the end, and leaves the shown rows alone', async () => {
    entries = many(105);
    show();
    await screen.findByText('5 of 105 entries');
    const body = table().querySelector('tbody');
    if (!body) throw new Error('the ledger has no body');
    const changed: string[] = [];
    let added = 0;
    const watch = new MutationObserver((records) => {
      for (const { type: kind, addedNodes, removedNodes, target } of records) {
        added += addedNodes.length;
        if (kind !== 'childList' || target !== body || removedNodes.length > 0) changed.push(kind);
      }
    });
    watch.observe(body, { childList: true, attributes: true, characterData: true, subtree: true });
    for (const count of [20, 40, 60, 80, 100, 105]) {
      press('Load more');
      await waitFor(() => expect(body.children).toHaveLength(count));
    }
    await waitFor(() => expect(added).toBe(100));
    watch.disconnect();
    expect(changed).toEqual([]);
    expect(screen.getByText('You’ve reached the end.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('shows the rest of the first page at once, even while it is refetched', async () => {
    entries = many(7);
    show();
    await screen.findByText('5 of 7 entries');
    const answer = host.hold(listTransactions);
    const refetched = loadTransactions({ type: 'all', order: 'newest' });
    press('Load more');
    expect(rows()).toHaveLength(7);
    answer(paginate(entries, new URLSearchParams()));
    await refetched;
    expect(rows()).toHaveLength(7);
  });

  test('gets the page that was asked for, although a change makes it refetch meanwhile', async () => {
    entries = many(45);
    show();
    await pressFound('Load more');
    await screen.findByText('20 of 45 entries');
    const answer = host.hold(listTransactions);
    press('Load more');
    host.on(listTransactions, ledger);
    await loadTransactions({ type: 'all', order: 'newest' });
    await screen.findByText('40 of 45 entries');
    answer(paginate(entries, new URLSearchParams('page=2')));
    press('Load more');
    await waitFor(() => expect(rows()).toHaveLength(45));
  });

  test('starts over when another type is chosen', async () => {
    entries = many(45, (at) => (at % 9 === 0 ? { points: -500, state: 'redeemed' } : {}));
    show();
    await pressFound('Load more');
    await screen.findByText('20 of 45 entries');
    press('Load more');
    await screen.findByText('40 of 45 entries');
    press('Spent');
    await waitFor(() => expect(rows()).toHaveLength(5));
    expect(button('Spent').getAttribute('aria-pressed')).toBe('true');
    press('Reversed');
    await heading('Nothing reversed');
    press('Show all entries');
    await screen.findByText('20 of 45 entries');
  });

  test('keeps its length on return, and begins with the new entries', async () => {
    entries = many(65);
    show();
    await pressFound('Load more');
    press('Load more');
    await screen.findByText('40 of 65 entries');
    entries = [transaction(66), ...entries];
    show();
    expect(rows()).toHaveLength(40);
    await screen.findByText('40 of 66 entries');
    expect(rows()[0]).toContain('Entry 66');
    press('Load more');
    await screen.findByText('60 of 66 entries');
    press('Load more');
    await waitFor(() => expect(rows()).toHaveLength(66));
  });

  test.each([2, 7])('updates %i loaded pages, each entry with its state', async (pages) => {
    const words = (state: string) => rows().filter((text) => text.includes(state)).length;
    entries = many(20 * pages + 5, () => ({ state: 'pending' }));
    show();
    for (let page = 1; page <= pages; page++) {
      await pressFound('Load more');
      await screen.findByText(`${20 * page} of ${entries.length} entries`);
    }
    expect(words('pending')).toBe(20 * pages);
    entries = many(20 * pages + 5, () => ({ state: 'confirmed' }));
    await loadTransactions({ type: 'all', order: 'newest' });
    await waitFor(() => expect(words('pending')).toBe(0));
    expect(words('confirmed')).toBe(rows().length);
    expect(rows().length).toBeGreaterThanOrEqual(20 * pages);
    expect(new Set(rows()).size).toBe(rows().length);
  });

  test('keeps them oldest first as well, and ends with the new entries', async () => {
    entries = many(25);
    show();
    await screen.findByText('5 of 25 entries');
    type('Sort entries', 'oldest');
    await waitFor(() => expect(rows()[0]).toContain('Entry 1'));
    press('Load more');
    press('Load more');
    await screen.findByText('You’ve reached the end.');
    entries = [transaction(26), ...entries];
    show();
    expect(rows()).toHaveLength(25);
    await waitFor(() => expect(rows()).toHaveLength(26));
    expect(rows()[0]).toContain('Entry 1');
    expect(rows().at(-1)).toContain('Entry 26');
  });

  test('keeps type and order in the address, shows no other entries, and Back restores it', async () => {
    entries = [transaction(2, { points: -500, state: 'redeemed' }), transaction(1)];
    visit('/user?type=spent&order=oldest&articles=news');
    show();
    await screen.findByText('Entry 2');
    // Without the chart's call.
    const asked = () => host.asked(listTransactions).filter(({ query }) => query.has('order'));
    expect(asked().map(({ query }) => Object.fromEntries(query))).toEqual([
      { type: 'spent', order: 'oldest', page: '1', per_page: '20' },
    ]);
    expect(button('Spent').getAttribute('aria-pressed')).toBe('true');
    expect(field('Sort entries').value).toBe('oldest');
    press('Earned');
    await screen.findByText('Entry 1');
    expect(location.search).toBe('?type=earned&order=oldest&articles=news');
    visit('/user?type=spent');
    fireEvent.popState(window);
    await screen.findByText('Entry 2');
    expect(screen.queryByText('Entry 1')).toBeNull();
    cleanup();
    visit('/user?type=earned');
    const give = host.hold(listTransactions);
    show();
    await waitFor(() => expect(asked().at(-1)?.query.get('type')).toBe('earned'));
    expect(screen.queryByRole('table', { name: 'Points history' })).toBeNull();
    give(paginate([transaction(1)], new URLSearchParams()));
    await screen.findByText('Entry 1');
  });

  test('shows a failure with a retry, also when loading more, and keeps the shown rows', async () => {
    entries = many(25);
    host.on(listTransactions, databaseAway);
    show();
    await heading('We couldn’t load your points history');
    // Only now, because the ledger's placeholder is another element of the same name.
    const part = within(await region('Points history'));
    expect(part.getByRole('alert').textContent).toContain('The database is away.');
    host.on(listTransactions, ledger);
    press('Retry', part);
    await pressFound('Load more');
    host.on(listTransactions, () => refusal(500, 'internal'));
    press('Load more');
    await part.findByRole('alert');
    expect(rows()).toHaveLength(20);
    host.on(listTransactions, ledger);
    press('Retry', part);
    await screen.findByText('You’ve reached the end.');
    // Entries of one type are never shown as another.
    host.on(listTransactions, () => refusal(500, 'internal'));
    press('Spent');
    await part.findByRole('alert');
    expect(screen.queryByRole('table', { name: 'Points history' })).toBeNull();
  });
});

test('articles are listed and filtered by type, which is in the address', async () => {
  visit('/user?articles=news');
  show();
  const list = within(await region('Articles'));
  await list.findByText('Article 2');
  expect(list.queryByText('Article 1')).toBeNull();
  expect(host.asked(listDashboardArticles).map(({ query }) => query.get('type'))).toEqual(['news']);
  press('Reviews', list);
  await list.findByRole('heading', { name: 'Nothing here yet' });
  expect(location.search).toBe('?articles=review');
  press('Show all articles', list);
  await list.findByText('Article 1');
  expect(location.search).toBe('');
});

describe('earnings', () => {
  const now = Date.parse('2026-11-20T14:00:00Z');
  const earned = (
    points: number,
    day: string,
    state: ReturnType<typeof transaction>['state'] = 'confirmed',
  ) => transaction(1, { points, state, created_at: `${day}T12:00:00.000Z` });
  const byDay = (given: Transaction[], complete = true) => earningsByDay(given, { complete, now });
  const sum = (days: ReturnType<typeof byDay>) =>
    days.reduce((all, { confirmed, pending }) => all + confirmed + pending, 0);

  test('have a figure for each of the last 14 UTC days, today last, pending ones separate', () => {
    const days = byDay([
      earned(40, '2026-11-20'),
      earned(60, '2026-11-20'),
      earned(30, '2026-11-20', 'pending'),
      earned(7, '2026-11-07'),
      // Neither reversed entries nor older ones.
      earned(500, '2026-11-19', 'reversed'),
      earned(900, '2026-11-06'),
    ]);
    expect(days).toHaveLength(14);
    expect(days[0]).toEqual({ date: '2026-11-07T00:00:00.000Z', confirmed: 7, pending: 0 });
    expect(days.at(-1)).toEqual({ date: '2026-11-20T00:00:00.000Z', confirmed: 100, pending: 30 });
    expect(sum(days)).toBe(137);
    expect([byDay([]).length, sum(byDay([]))]).toEqual([14, 0]);
  });

  test('begin after the oldest loaded day if there are older entries, because that day may be incomplete', () => {
    const days = byDay([earned(40, '2026-11-20'), earned(5, '2026-11-15')], false);
    expect(days.map(({ date }) => date.slice(8, 10))).toEqual(['16', '17', '18', '19', '20']);
  });

  test.each([
    ['over the days that are known', 140, undefined, { perDay: 10, over: 14 }],
    ['of somebody who joined long ago', 140, '2025-01-01T00:00:00.000Z', { perDay: 10, over: 14 }],
    ['from the day of joining', 160, '2026-11-17T23:00:00.000Z', { perDay: 40, over: 4 }],
    ['that isn’t shown before the third day', 160, '2026-11-19T00:00:00.000Z', null],
    ['that isn’t shown below one point a day', 13, undefined, null],
    ['of one point a day', 14, undefined, { perDay: 1, over: 14 }],
  ])('give a pace %s', (_, points, joined, pace) => {
    expect(paceOf(byDay([earned(points, '2026-11-18')]), joined)).toEqual(pace);
  });
});
