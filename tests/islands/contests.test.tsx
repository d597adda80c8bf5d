import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ContestHeadingIsland } from '../../src/islands/contests/ContestHeadingIsland.tsx';
import { ContestIsland } from '../../src/islands/contests/ContestIsland.tsx';
import { ContestsIsland } from '../../src/islands/contests/ContestsIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { User } from '../../src/lib/contract/account.ts';
import { type Contest, playerSeed } from '../../src/lib/contract/contests.ts';
import { refreshContest } from '../../src/lib/stores/contest.ts';
import { aContest, aContestCard, aDrawnContest, days, seedOf } from '../support/draw-host.ts';
import {
  aUser,
  brokenLine,
  fieldRefusal,
  type Host,
  pageOf,
  refusal,
  rewardHost,
  storeUser,
} from '../support/reward-host.ts';

const LIST = 'GET /api/user/contests';
const ONE = 'GET /api/user/contests/7';
const ENTER = 'POST /api/user/contests/7/enter';
const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
let host: Host;

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
  replace.mockClear();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.spyOn(location, 'replace').mockImplementation(() => {});
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const lastQuery = () => Object.fromEntries(host.calls(LIST).at(-1)?.query ?? []);

describe('the list', () => {
  function open(address: string) {
    history.replaceState(null, '', address);
    return render(<ContestsIsland area={address.startsWith('/user') ? 'user' : 'guest'} />);
  }

  test('pre-rendered it is a skeleton without inline styles', () => {
    const html = renderToString(<ContestsIsland area="user" />);
    expect(html).toContain('raffle-size');
    expect(html).not.toMatch(/\sstyle=/);
  });

  test('shows what the address asks for', async () => {
    host.on(LIST, () => pageOf([aContestCard()]));
    open('/user/contests?game-name=merge&sort-by=ending&page=1');
    expect(await screen.findByText('1 contest')).toBeTruthy();
    expect(lastQuery()).toEqual({ page: '1', 'sort-by': 'ending', 'game-name': 'merge' });
    expect(screen.getByLabelText('Order')).toHaveProperty('value', 'ending');
  });

  test('a card says how it stands, when it ends, what can be won and whether one is in', async () => {
    host.on(LIST, () => pageOf([aContestCard({ entered: true, entries: 1 })]));
    open('/user/contests');
    const card = await screen.findByRole('link', { name: /Monday lanterns/ });
    expect(card.getAttribute('href')).toBe('/user/contest/7/Monday-lanterns');
    for (const text of ['open', 'ends in 3 days', '1 entry', 'you are in', '3,500 pts', '$3.50'])
      expect(card.textContent).toContain(text);
    expect(within(card).getByText('in 3 days').getAttribute('title')).toMatch(/UTC$/);
  });

  test('those that can be entered come first, then those to come, then those that are over', async () => {
    host.on(LIST, () =>
      pageOf([
        aContestCard({ id: 1, name: 'Past', state: 'ended', ends_at: days(-2) }),
        aContestCard({ id: 2, name: 'Now' }),
        aContestCard({ id: 3, name: 'Later', state: 'coming', starts_at: days(2) }),
      ]),
    );
    open('/guest/contests');
    await screen.findByText('Now');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Open now',
      'Coming',
      'Over',
    ]);
    const links = screen.getAllByRole('link').map((link) => link.textContent);
    expect(links[0]).toMatch(/Now/);
    expect(links[1]).toMatch(/begins in 1 day.*Later/);
    expect(links[2]).toMatch(/over.*ended 2 days ago.*Past/);
    expect(screen.getByText('That is the end of the list.')).toBeTruthy();
  });

  test('is fetched anew when the next of them begins or ends on screen', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const past = aContestCard({ id: 1, name: 'Past', state: 'ended', ends_at: days(-2) });
    const soon = aContestCard({ id: 2, name: 'Soon', state: 'coming', starts_at: days(0.001) });
    const now = aContestCard({ id: 3, name: 'Now' });
    host.on(LIST, () => pageOf([now, soon, past]));
    open('/user/contests?sort-by=ending');
    await screen.findByRole('heading', { name: 'Coming' });
    host.on(LIST, () => pageOf([now, { ...soon, state: 'open' }, past]));
    await vi.advanceTimersByTimeAsync(93_000);
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Coming' })).toBeNull());
    expect(lastQuery()['sort-by']).toBe('ending');
  });

  test('an order and a page stand in the address', async () => {
    host.on(LIST, ({ query }) =>
      pageOf([aContestCard({ id: Number(query.get('page')) })], {
        page: Number(query.get('page')),
        total: 25,
      }),
    );
    open('/user/contests');
    await screen.findByText('page 1 of 2');
    fireEvent.change(screen.getByLabelText('Order'), { target: { value: 'price-desc' } });
    await waitFor(() => expect(lastQuery()['sort-by']).toBe('price-desc'));
    fireEvent.click(button('Next'));
    await screen.findByText('page 2 of 2');
    expect(location.search).toBe('?sort-by=price-desc&page=2');
  });

  test('nothing there, nothing found', async () => {
    host.on(LIST, () => pageOf([]));
    open('/user/contests');
    await screen.findByText('No contest is running');
    cleanup();
    open('/user/contests?game-name=zzz');
    await screen.findByText('No contest matches “zzz”');
    fireEvent.click(button('Clear the search'));
    await screen.findByText('No contest is running');
    expect(location.search).toBe('');
  });

  test('a failure has its reason and another try', async () => {
    // Of its own, so that no other test has left a list in its store.
    vi.resetModules();
    const { ContestsIsland: Fresh } = await import('../../src/islands/contests/ContestsIsland.tsx');
    const client = await import('../../src/lib/api/client.ts');
    client.connectApi({ fetch: host.fetch });
    host.on(LIST, () => refusal(503, 'database_unavailable', 'The database is away.'));
    history.replaceState(null, '', '/user/contests');
    render(<Fresh area="user" />);
    expect((await screen.findByRole('alert')).textContent).toContain('The database is away.');
    host.on(LIST, () => pageOf([aContestCard()]));
    fireEvent.click(button('Retry'));
    await screen.findByText('Monday lanterns');
    host.on(LIST, brokenLine);
    fireEvent.change(screen.getByLabelText('Order'), { target: { value: 'rating' } });
    expect((await screen.findByRole('alert')).textContent).toContain('What you see is the list as it was.');
    expect(screen.getByText('Monday lanterns')).toBeTruthy();
  });
});

async function open(address: string, user: User | null = aUser()) {
  storeUser(user);
  history.replaceState(null, '', address);
  const area = address.startsWith('/user') ? 'user' : 'guest';
  render(
    <>
      <ContestHeadingIsland area={area} />
      <ContestIsland area={area} />
    </>,
  );
}
const HERE = '/user/contest/7/Monday-lanterns';
const answer = (contest: Contest) => host.on(ONE, () => ({ contest }));
const seedField = () => screen.getByLabelText<HTMLInputElement>('Your seed');

describe('the address of a contest', () => {
  test('pre-rendered it is a skeleton without a name or inline styles', () => {
    const html = renderToString(<ContestIsland area="guest" />);
    expect(html).toContain('panel-size');
    expect(html).not.toMatch(/\sstyle=/);
  });

  test('a wrong name is replaced by the right one, and the tab is named after the contest', async () => {
    answer(await aContest());
    await open('/user/contest/7/Something?x=1');
    await screen.findByRole('heading', { name: 'Monday lanterns', level: 1 });
    expect(location.pathname + location.search).toBe(`${HERE}?x=1`);
    expect(document.title).toMatch(/^Monday lanterns · /);
  });

  test('while Back leads to another page, the address stays that page’s', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    host.on(ONE, () => promise);
    await open('/user/contest/7/x');
    await waitFor(() => expect(host.calls(ONE)).toHaveLength(1));
    history.replaceState(null, '', '/user/contests?page=2');
    resolve({ contest: await aContest() });
    await screen.findByRole('heading', { name: 'Monday lanterns', level: 1 });
    expect(location.pathname + location.search).toBe('/user/contests?page=2');
  });

  test('without a number it leads to the list', async () => {
    await open('/guest/contest', null);
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/guest/contests'));
    expect(host.calls('GET /api/user/contests')).toEqual([]);
  });

  test.each(['/user/contest/4040/x', '/user/contest/none'])(
    '%s: there is no such contest',
    async (address) => {
      await open(address);
      await screen.findByText('There is no such contest');
      expect(screen.getByRole('link', { name: 'See all contests' }).getAttribute('href')).toBe(
        '/user/contests',
      );
      expect(document.title).toMatch(/^Contest not found/);
    },
  );

  test('a failure has its reason and another try', async () => {
    host.on(ONE, () => refusal(503, 'database_unavailable', 'The database is away.'));
    await open(HERE);
    await screen.findByText('The database is away.');
    answer(await aContest());
    fireEvent.click(button('Retry'));
    await screen.findByText('A weekly draw');
  });

  test('where it can’t be fetched again it stays, below the reason and another try', async () => {
    answer(await aContest());
    await open(HERE);
    const heading = await screen.findByRole('heading', { name: 'Rules' });
    host.on(ONE, () => refusal(503, 'database_unavailable', 'The database is away.'));
    await refreshContest(7);
    const told = await screen.findByRole('alert');
    expect(told.textContent).toContain('The database is away. What you see is the contest as it was.');
    const view = heading.closest('.contest-view');
    expect(view?.contains(told)).toBe(false);
    expect(told.nextElementSibling).toBe(view);
    answer(await aContest());
    fireEvent.click(button('Retry'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('to be read', () => {
  test('guests read everything, and the ways in lead back to the contest', async () => {
    answer(await aContest());
    await open('/guest/contest/7/Monday-lanterns', null);
    const logIn = await screen.findByRole('link', { name: 'Log in to enter' });
    expect(logIn.getAttribute('href')).toBe('/login?from=%2Fuser%2Fcontest%2F7%2FMonday-lanterns');
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toMatch(/#sign-up$/);
    expect(screen.queryByLabelText('Your seed')).toBeNull();
    for (const text of [
      'One entry per account.',
      '12 entries',
      '2nd',
      '1,000 pts',
      (await aContest()).seed_hash,
    ])
      expect(document.body.textContent).toContain(text);
    expect(screen.getByText('Ends').nextElementSibling?.textContent).toMatch(/in 3 days .* UTC/);
  });

  test('somebody signed in on the guests’ page is led to their own', async () => {
    answer(await aContest());
    await open('/guest/contest/7/Monday-lanterns');
    const link = await screen.findByRole('link', { name: 'Enter it in your account' });
    expect(link.getAttribute('href')).toBe(HERE);
  });

  test('one to come says from when it can be entered', async () => {
    answer(await aContest({ state: 'coming', starts_at: days(2.5) }));
    await open(HERE);
    await screen.findByText(/It can be entered from its beginning/);
    expect(screen.queryByLabelText('Your seed')).toBeNull();
  });

  test('it is fetched anew when it ends on screen', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer(await aContest({ ends_at: days(0.001) }));
    await open(HERE);
    await screen.findByLabelText('Your seed');
    answer(await aDrawnContest());
    await vi.advanceTimersByTimeAsync(80_000);
    expect(host.calls(ONE)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    await screen.findByRole('button', { name: 'Run the draw again' });
  });

  test('it is fetched until the server says that it ended, where this clock is ahead of its', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer(await aContest({ ends_at: days(0.001) }));
    await open(HERE);
    await screen.findByLabelText('Your seed');
    await vi.advanceTimersByTimeAsync(93_000);
    await waitFor(() => expect(host.calls(ONE).length).toBeGreaterThan(1));
    answer(await aDrawnContest());
    await vi.advanceTimersByTimeAsync(6000);
    await screen.findByRole('button', { name: 'Run the draw again' });
  });
});

describe('entering', () => {
  test('asks whose address isn’t confirmed to confirm it first, and has the link sent again', async () => {
    answer(await aContest());
    host.on('POST /api/user/confirmation', () => ({ sent: true }));
    await open(HERE, { ...aUser(), email_confirmed: false });
    await screen.findByText(/one entry per mailbox/);
    expect(screen.queryByLabelText('Your seed')).toBeNull();
    fireEvent.click(button('Send the link again'));
    await screen.findByText(/^Sent to/);
  });

  const entered = async (seed: string) => ({
    contest: await aContest({ entries: 13, entered: true, entry: { number: 13, seed } }),
  });

  test('the seed is random, fit to be sent, and changed with one press', async () => {
    answer(await aContest());
    await open(HERE);
    const first = (await screen.findByLabelText<HTMLInputElement>('Your seed')).value;
    expect(v.is(playerSeed, first)).toBe(true);
    fireEvent.click(button('Another random seed'));
    expect(seedField().value).not.toBe(first);
    expect(v.is(playerSeed, seedField().value)).toBe(true);
  });

  test('sends the seed that was typed, once, and shows the number', async () => {
    answer(await aContest());
    host.on(ENTER, ({ body }) => entered((body as { seed: string }).seed));
    await open(HERE);
    fireEvent.change(await screen.findByLabelText('Your seed'), { target: { value: 'my-words' } });
    button('Enter for free').focus();
    fireEvent.click(button('Enter for free'));
    fireEvent.click(button('Entering'));
    await screen.findByText('No. 13');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^You are in/));
    expect(host.calls(ENTER).map(({ body }) => body)).toEqual([{ seed: 'my-words' }]);
    expect(screen.getByText('my-words')).toBeTruthy();
    expect(screen.getByText('You are in.')).toBeTruthy();
    expect(screen.getByText('13 entries')).toBeTruthy();
  });

  test('a wrong seed is told beside its field, which gets the focus', async () => {
    answer(await aContest());
    host.on(ENTER, () => fieldRefusal('seed', 'A seed has no spaces.'));
    await open(HERE);
    fireEvent.change(await screen.findByLabelText('Your seed'), { target: { value: 'a b' } });
    fireEvent.click(button('Enter for free'));
    await screen.findByText('A seed has no spaces.');
    expect(document.activeElement).toBe(seedField());
    expect(seedField().value).toBe('a b');
  });

  test('refused: why, and the contest as it is by now', async () => {
    answer(await aContest());
    host.on(ENTER, () => refusal(409, 'already_entered', 'You take part already, with number 4.'));
    await open(HERE);
    await screen.findByLabelText('Your seed');
    answer(await aContest({ entered: true, entry: { number: 4, seed: 'elsewhere' } }));
    fireEvent.click(button('Enter for free'));
    await screen.findByText('No. 4');
    expect(screen.queryByLabelText('Your seed')).toBeNull();
  });

  test('a lost answer: trying again sends the same seed and is in once', async () => {
    answer(await aContest());
    host.on(ENTER, brokenLine);
    await open(HERE);
    await screen.findByLabelText('Your seed');
    const seed = seedField().value;
    fireEvent.click(button('Enter for free'));
    await screen.findByText(/It isn’t known whether you are in/);
    host.on(ENTER, () => entered(seed));
    fireEvent.click(button('Try again'));
    await screen.findByText('No. 13');
    expect(host.calls(ENTER).map(({ body }) => body)).toEqual([{ seed }, { seed }]);
  });
});

describe('after the end', () => {
  async function verdict(contest: Contest) {
    answer(contest);
    await open(HERE);
    fireEvent.click(await screen.findByRole('button', { name: 'Run the draw again' }));
    await screen.findByText(/^The draw (holds|doesn’t hold)/);
    const found = screen.getByText(/^The draw (holds|doesn’t hold)/).closest('.found');
    return { holds: found?.classList.contains('holds'), text: found?.textContent ?? '' };
  }

  test('who won, each with entry and points; a place without an entry went to nobody', async () => {
    const contest = await aDrawnContest(2);
    answer(contest);
    await open('/guest/contest/7/x', null);
    const list = (await screen.findByRole('heading', { name: 'Winners' })).nextElementSibling;
    const rows = [...(list?.children ?? [])].map(({ textContent }) => textContent);
    const [first, second] = contest.winners ?? [];
    expect(rows[0]).toBe(`1stplayer-${first?.number}entry ${first?.number}2,000 pts$2.00`);
    expect(rows[1]).toContain(`player-${second?.number}`);
    expect(rows[2]).toContain('nobody');
    expect(screen.queryByRole('link', { name: 'Log in to enter' })).toBeNull();
  });

  test('one’s own place, or that it wasn’t drawn', async () => {
    const contest = await aDrawnContest();
    const number = contest.winners?.[1]?.number ?? 0;
    answer({ ...contest, entry: { number, seed: `seed-${number}` } });
    await open(HERE);
    await screen.findByText('You won the 2nd place.');
    cleanup();
    const winning = contest.winners?.map((winner) => winner.number) ?? [];
    const other = contest.drawn_from?.find((entry) => !winning.includes(entry.number));
    answer({ ...contest, entry: other ?? null });
    await open(HERE);
    await screen.findByText('It is over, and your entry wasn’t drawn this time.');
  });

  test('while the draw is being made it says so, and looks again', async () => {
    answer(await aContest({ state: 'ended', ends_at: days(-1) }));
    await open(HERE);
    await screen.findByText('It is being made. It takes a moment.');
    answer(await aDrawnContest());
    fireEvent.click(button('Look again'));
    await screen.findByRole('button', { name: 'Run the draw again' });
  });

  test('an honest draw holds, number by number', async () => {
    const contest = await aDrawnContest(40, {});
    const { holds, text } = await verdict({ ...contest, entry: { number: 3, seed: 'seed-3' } });
    expect(holds).toBe(true);
    expect(text).toContain('Your browser drew the same winners.');
    expect(text).toContain(contest.seed_hash);
    expect(text).toContain(contest.winners?.map(({ number }) => number).join(', '));
    expect(text).toContain('The list has 40 entries, each number once.');
    expect(text).toContain('Your entry, number 3, is in it with your seed.');
  });

  test('nobody entered: that holds too', async () => {
    expect((await verdict(await aDrawnContest(0))).holds).toBe(true);
  });

  const tampered: [string, (contest: Contest) => Partial<Contest>, RegExp][] = [
    ['another seed', () => ({ seed: seedOf(8) }), /another hash than the one that was published/],
    ['a seed that isn’t hex', () => ({ seed: 'xyz' }), /not written in hex.*nothing can be drawn/],
    [
      'other winners',
      ({ winners }) => ({ winners: winners?.toReversed() ?? null }),
      /Drawing again gives other winners.*Computed here: [\d, ]+Told by us: [\d, ]+/,
    ],
    ['a winner left out', ({ winners }) => ({ winners: winners?.slice(1) ?? null }), /other winners/],
    [
      'an entry left out',
      ({ drawn_from }) => ({ drawn_from: drawn_from?.slice(1) ?? null }),
      /12 entries were counted, and it has 11/,
    ],
    ['an entry more than are listed', () => ({ entries: 13 }), /13 entries were counted, and it has 12/],
    [
      'an entry twice',
      ({ drawn_from }) => ({
        drawn_from:
          drawn_from?.map((entry) => (entry.number === 2 ? { ...entry, number: 1 } : entry)) ?? null,
      }),
      /isn’t whole/,
    ],
    [
      'one’s own seed changed',
      () => ({ entry: { number: 3, seed: 'mine' } }),
      /number 3, isn’t in it with your seed, mine/,
    ],
    [
      'another prize',
      ({ winners }) => ({ winners: winners?.map((winner) => ({ ...winner, points: 1 })) ?? null }),
      /paid something else/,
    ],
  ];
  test.each(tampered)('%s: red, with the numbers', async (_, change, words) => {
    const contest = await aDrawnContest();
    const { holds, text } = await verdict({ ...contest, ...change(contest) });
    expect(holds).toBe(false);
    expect(text).toMatch(words);
  });

  test('the hash that this browser kept at entering must be the published one', async () => {
    const contest = await aContest();
    answer(contest);
    host.on(ENTER, ({ body }) => ({
      contest: {
        ...contest,
        entries: 12,
        entered: true,
        entry: { number: 3, ...(body as { seed: string }) },
      },
    }));
    await open(HERE);
    fireEvent.change(await screen.findByLabelText('Your seed'), { target: { value: 'seed-3' } });
    fireEvent.click(button('Enter for free'));
    await screen.findByText('No. 3');
    const drawn = { ...(await aDrawnContest()), entry: { number: 3, seed: 'seed-3' } };

    const again = async (change: Partial<Contest>) => {
      cleanup();
      answer({ ...drawn, ...change });
      history.replaceState(null, '', HERE);
      render(<ContestIsland area="user" />);
      fireEvent.click(await screen.findByRole('button', { name: 'Run the draw again' }));
      return (await screen.findByText(/this browser kept when you entered/)).closest('.found');
    };
    expect((await again({}))?.classList.contains('holds')).toBe(true);

    // A host that exchanges its seed, and the hash with it, is consistent in itself.
    const other = await aDrawnContest();
    const { hashOf, drawPlaces } = await import('../../src/lib/arcade/draw.ts');
    const seed = seedOf(99);
    const places = await drawPlaces({ seed, entries: other.drawn_from ?? [], places: 3 });
    const winners = places.map((number, at) => ({
      number,
      user: { id: number, name: `player-${number}` },
      points: drawn.prizes[at] ?? 0,
    }));
    const found = await again({ seed, seed_hash: await hashOf(seed), winners });
    expect(found?.classList.contains('broken')).toBe(true);
    expect(found?.textContent).toContain(contest.seed_hash);
  });

  test('a browser that can’t compute it says so, and calls nothing false', async () => {
    answer(await aDrawnContest());
    await open(HERE);
    const run = await screen.findByRole('button', { name: 'Run the draw again' });
    vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new Error('not here'));
    fireEvent.click(run);
    await screen.findByText(/It could not be checked here/);
    expect(screen.queryByText(/^The draw (holds|doesn’t)/)).toBeNull();
  });
});
