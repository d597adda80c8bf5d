import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CaseHeadingIsland } from '../../src/islands/cases/CaseHeadingIsland.tsx';
import { CaseIsland } from '../../src/islands/cases/CaseIsland.tsx';
import { CasesIsland } from '../../src/islands/cases/CasesIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import { hashOf } from '../../src/lib/arcade/draw.ts';
import type { User } from '../../src/lib/contract/account.ts';
import type { Case, Opening } from '../../src/lib/contract/cases.ts';
import { openCase, refreshCase } from '../../src/lib/stores/case.ts';
import { $user } from '../../src/lib/stores/session.ts';
import { aCase, aCaseCard, anOpening, seedOf } from '../support/draw-host.ts';
import {
  aUser,
  brokenLine,
  fieldRefusal,
  type Host,
  pageOf,
  refusal,
  rewardHost,
  type Sent,
  storeUser,
} from '../support/reward-host.ts';

const LIST = 'GET /api/user/cases';
const ONE = 'GET /api/user/cases/1';
const OPEN = 'POST /api/user/cases/1/open';
const OPENINGS = 'GET /api/user/case-openings';
const HERE = '/user/case/1/Tile-drawer';
/** What a host would tell that exchanged its seed. */
const otherHash = await hashOf(seedOf(9));
let host: Host;

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
  vi.spyOn(location, 'replace').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';
const seedField = () => screen.getByLabelText<HTMLInputElement>('Your seed');
const answer = (one: Case) => host.on(ONE, () => ({ case: one }));

describe('the list', () => {
  function open(address: string) {
    history.replaceState(null, '', address);
    return render(<CasesIsland area={address.startsWith('/user') ? 'user' : 'guest'} />);
  }

  test('pre-rendered it is a skeleton without inline styles', () => {
    const html = renderToString(<CasesIsland area="user" />);
    expect(html).toContain('case-size');
    expect(html).not.toMatch(/\sstyle=/);
  });

  test('a card says what it costs, what it pays back on average and at best', async () => {
    host.on(LIST, () => pageOf([aCaseCard()]));
    open('/guest/cases?sort-by=rating&game-name=mer');
    const card = await screen.findByRole('link', { name: /Tile drawer/ });
    expect(card.getAttribute('href')).toBe('/guest/case/1/Tile-drawer');
    for (const text of ['250 pts', '$0.25', 'pays back 92.7 of 100 points on average, 2,048 at best'])
      expect(card.textContent).toContain(text);
    const query = Object.fromEntries(host.calls(LIST)[0]?.query ?? []);
    expect(query).toEqual({ page: '1', 'sort-by': 'rating', 'game-name': 'mer' });
    expect(document.body.textContent).toContain('On average a case pays less than it costs.');
    expect(screen.queryByRole('button', { name: 'Your openings' })).toBeNull();
  });

  test('nothing there, nothing found', async () => {
    host.on(LIST, () => pageOf([]));
    open('/guest/cases');
    await screen.findByText('There are no cases to open');
    cleanup();
    open('/guest/cases?game-name=zzz');
    await screen.findByText('No case matches “zzz”');
  });

  describe('what one opened', () => {
    beforeEach(() => storeUser(aUser()));
    const lines = () => [...(screen.getByRole('list', { name: '' }).children ?? [])];

    async function listed(nonces: number[], of: { page?: number; total?: number } = {}) {
      const one = await aCase();
      const openings = await Promise.all(nonces.map((nonce) => anOpening(nonce, `mine-${nonce}`, one)));
      host.on(OPENINGS, () => pageOf(openings, of));
      return openings;
    }

    test('stands behind a button and in the address; each with cost, prize and time', async () => {
      host.on(LIST, () => pageOf([aCaseCard()]));
      const [opening] = await listed([3, 2, 1]);
      open('/user/cases');
      fireEvent.click(await findButton('Your openings'));
      await screen.findByText(/3 openings, and the numbers of the draws have no gap/);
      expect(location.search).toBe('?tab=openings');
      expect(lines()).toHaveLength(3);
      expect(lines()[0]?.textContent).toContain(
        `${opening?.name}Tile drawer · draw 3 · just now+${opening?.points.toLocaleString('en-US')}−250`,
      );
      expect(screen.getByText('These are all your openings.')).toBeTruthy();
      fireEvent.click(button('Cases'));
      await screen.findByRole('link', { name: /Tile drawer/ });
      expect(location.search).toBe('');
    });

    test('each is verified on its own', async () => {
      const openings = await listed([2, 1]);
      const second = openings[1];
      if (!second) throw new Error('two were made');
      host.on(OPENINGS, () => pageOf([openings[0], { ...second, item: (second.item + 1) % 6 }]));
      open('/user/cases?tab=openings');
      const buttons = await screen.findAllByRole('button', { name: 'Verify in your browser', hidden: true });
      for (const one of buttons) fireEvent.click(one);
      const holds = await screen.findByText('The draw holds: this is what had to come out.');
      const broken = await screen.findByText('The draw doesn’t hold.');
      expect(holds.closest('li')?.textContent).toContain('draw 2');
      expect(broken.closest('.opening-list > li')?.textContent).toMatch(
        new RegExp(
          `Drawing again gives something else than you got.Computed here: item ${second.item + 1} of 6`,
        ),
      );
    });

    test.each([
      ['between two draws', [4, 2, 1], {}],
      ['before the newest', [4, 3, 2], {}],
      ['on another page', [12, 11, 10], { page: 2, total: 31 }],
    ])('a number that is missing %s is pointed out', async (_, nonces, of) => {
      await listed(nonces, of);
      open(`/user/cases?tab=openings&page=${'page' in of ? of.page : 1}`);
      expect((await screen.findByText(/a number is missing/)).className).toContain('bad');
    });

    test('a page of many vouches for itself', async () => {
      await listed([11, 10, 9], { page: 2, total: 31 });
      open('/user/cases?tab=openings&page=2');
      await screen.findByText(/31 openings, and the numbers of the draws on this page have no gap/);
    });

    test('pages stand in the address', async () => {
      await listed([21, 20], { page: 1, total: 30 });
      open('/user/cases?tab=openings');
      fireEvent.click(await findButton('Next'));
      await waitFor(() => expect(location.search).toBe('?tab=openings&page=2'));
      await waitFor(() => expect(host.calls(OPENINGS).at(-1)?.query.get('page')).toBe('2'));
    });

    test('none yet', async () => {
      await listed([]);
      open('/user/cases?tab=openings');
      await screen.findByText('You haven’t opened a case');
      expect(screen.getByRole('link', { name: 'See the cases' }).getAttribute('href')).toBe('/user/cases');
    });

    test('a failure has its reason and another try; what was there stays', async () => {
      await listed([]);
      open('/user/cases?tab=openings');
      await screen.findByText('You haven’t opened a case');
      cleanup();
      host.on(OPENINGS, () => refusal(503, 'database_unavailable', 'The database is away.'));
      open('/user/cases?tab=openings');
      await screen.findByText('The database is away.');
      await listed([2, 1], { total: 30 });
      fireEvent.click(button('Retry'));
      await screen.findByText(/30 openings/);
      host.on(OPENINGS, brokenLine);
      fireEvent.click(button('Next'));
      expect((await screen.findByRole('alert')).textContent).toContain('What you see is the list as it was.');
      expect(lines()).toHaveLength(2);
    });
  });
});

async function open(address: string, user: User | null = aUser()) {
  storeUser(user);
  history.replaceState(null, '', address);
  const area = address.startsWith('/user') ? 'user' : 'guest';
  render(
    <>
      <CaseHeadingIsland area={area} />
      <CaseIsland area={area} />
    </>,
  );
}

describe('the address of a case', () => {
  test('pre-rendered it is a skeleton without a name or inline styles', () => {
    const html = renderToString(<CaseIsland area="guest" />);
    expect(html).toContain('odds-size');
    expect(html).not.toMatch(/\sstyle=/);
  });

  test('a wrong name is replaced by the right one, and the tab is named after the case', async () => {
    answer(await aCase());
    await open('/user/case/1/Something?x=1');
    await screen.findByRole('heading', { name: 'Tile drawer', level: 1 });
    expect(location.pathname + location.search).toBe(`${HERE}?x=1`);
    expect(document.title).toMatch(/^Tile drawer · /);
  });

  test('without a number it leads to the list', async () => {
    await open('/user/case');
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/user/cases'));
  });

  test.each(['/guest/case/4040/x', '/guest/case/none'])('%s: there is no such case', async (address) => {
    await open(address, null);
    await screen.findByText('There is no such case');
    expect(screen.getByRole('link', { name: 'See all cases' }).getAttribute('href')).toBe('/guest/cases');
  });

  test('a failure has its reason and another try', async () => {
    host.on(ONE, () => refusal(503, 'database_unavailable', 'The database is away.'));
    await open(HERE);
    await screen.findByText('The database is away.');
    answer(await aCase());
    fireEvent.click(button('Retry'));
    await screen.findByText('Take one tile out.');
  });

  test('where it can’t be fetched again it stays, below the reason and another try', async () => {
    answer(await aCase());
    await open(HERE);
    const heading = await screen.findByRole('heading', { name: 'What it pays' });
    host.on(ONE, () => refusal(503, 'database_unavailable', 'The database is away.'));
    await refreshCase(1);
    const told = await screen.findByRole('alert');
    expect(told.textContent).toContain('The database is away. What you see is the case as it was.');
    const view = heading.closest('.case-view');
    expect(view?.contains(told)).toBe(false);
    expect(told.nextElementSibling).toBe(view);
    answer(await aCase());
    fireEvent.click(button('Retry'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('told before', () => {
  test('guests see odds, expected value and limits, and the ways in lead back', async () => {
    answer(await aCase({ status: 'sign_in', commitment: null, left_today: null }));
    await open('/guest/case/1/Tile-drawer', null);
    const logIn = await screen.findByRole('link', { name: 'Log in to open it' });
    expect(logIn.getAttribute('href')).toBe('/login?from=%2Fuser%2Fcase%2F1%2FTile-drawer');
    expect(screen.queryByLabelText('Your seed')).toBeNull();
    expect(document.body.textContent).toContain('people of 18 and older, 10 a day at most');
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Tile of 6430% 1 in 3.364 pts$0.06 186 less',
      'Tile of 12830% 1 in 3.3128 pts$0.13 122 less',
      'Tile of 25624% 1 in 4.2256 pts$0.26 6 more',
      'Tile of 51211% 1 in 9.1512 pts$0.51 262 more',
      'Tile of 1,0244.5% 1 in 221,024 pts$1.02 774 more',
      'Tile of 2,0480.5% 1 in 2002,048 pts$2.05 1,798 more',
    ]);
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
      'Of 100 openings about 40 pay what they cost or more',
    );
    expect(document.querySelectorAll('.hundred path:not(.todo)')).toHaveLength(40);
    expect(screen.getByText('It pays on average').nextElementSibling?.textContent).toBe('231.7 pts · $0.23');
    expect(
      screen.getByText(
        'On average it pays less than it costs: of each 100 points that go in, 92.7 come back.',
      ),
    ).toBeTruthy();
  });

  test('somebody signed in on the guests’ page is led to their own', async () => {
    answer(await aCase());
    await open('/guest/case/1/Tile-drawer');
    expect((await screen.findByRole('link', { name: 'Open it in your account' })).getAttribute('href')).toBe(
      HERE,
    );
  });

  const needs = () =>
    [...screen.getByRole('list', { name: 'What it needs' }).children].map(({ textContent }) => textContent);

  test('players see what it leaves, what it needs, and the sealed draw', async () => {
    const one = await aCase({ left_today: 7 }, 12);
    answer(one);
    await open(HERE);
    expect((await screen.findByText('Left after')).nextElementSibling?.textContent).toBe('5,750 pts · $5.75');
    expect(needs()).toEqual(['For people of 18 and older', '7 of 10 left today', 'Within your points']);
    expect(screen.getByText(/Draw 12 is sealed/).nextElementSibling?.textContent).toBe(
      await hashOf(seedOf(12)),
    );
    expect(isOff(button('Open for 250 pts'))).toBe(false);
  });

  test('not enough points: how many are missing, and no way to spend', async () => {
    answer(await aCase({ status: 'not_enough_points' }));
    await open(HERE, aUser({ balance: { available: 100, pending: 0, reserved: 0, debt: 0 } }));
    expect((await screen.findByText('Still missing')).nextElementSibling?.textContent).toContain('150 pts');
    expect(needs()).toContain('150 points missing');
    expect(isOff(button('Open for 250 pts'))).toBe(true);
    fireEvent.click(button('Open for 250 pts'));
    fireEvent.submit(seedField());
    expect(host.calls(OPEN)).toEqual([]);
    expect(screen.getByRole('link', { name: 'Earn the rest' }).getAttribute('href')).toBe('/user/games');
  });

  test('a single point that is missing', async () => {
    answer(await aCase({ status: 'not_enough_points' }));
    await open(HERE, aUser({ balance: { available: 249, pending: 0, reserved: 0, debt: 0 } }));
    await screen.findByText('1 point missing');
  });

  test('too young, and the day’s last one taken: said, and nothing to press', async () => {
    answer(await aCase({ status: 'too_young' }));
    await open(HERE);
    await screen.findByText('Everything here can be read, and nothing else is kept from you.');
    expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull();
    cleanup();
    answer(await aCase({ status: 'limit_reached', left_today: 0 }));
    await open(HERE);
    await screen.findByText('More can be opened after midnight, UTC.');
    expect(needs()).toContain('All 10 of today are opened');
    expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull();
  });

  test('the day’s last one taken: after midnight, UTC, the next can be opened', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T23:59:00.000Z') });
    answer(await aCase({ left_today: 0 }));
    await open(HERE);
    await screen.findByText('More can be opened after midnight, UTC.');
    answer(await aCase({ left_today: 10 }));
    await vi.advanceTimersByTimeAsync(66_000);
    await findButton('Open for 250 pts');
  });

  test('and where this clock is ahead of the server’s, it is asked again until it says so', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T23:59:50.000Z') });
    answer(await aCase({ left_today: 0 }));
    await open(HERE);
    await screen.findByText('More can be opened after midnight, UTC.');
    await vi.advanceTimersByTimeAsync(20_000);
    answer(await aCase({ left_today: 10 }));
    await vi.advanceTimersByTimeAsync(6_000);
    await findButton('Open for 250 pts');
  });

  test('a missing birth date is asked for here, and then it can be opened', async () => {
    answer(await aCase({ status: 'birth_date_needed' }));
    host.on('PUT /api/user/birth-date', ({ body }) => ({ user: aUser(body as Partial<User>) }));
    await open(HERE, aUser({ birth_date: null }));
    await screen.findByRole('group', { name: 'Birth date' });
    expect(isOff(button('Open for 250 pts'))).toBe(true);
    answer(await aCase());
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '31' } });
    fireEvent.change(screen.getByLabelText('Month'), { target: { value: '5' } });
    fireEvent.change(screen.getByLabelText('Year'), { target: { value: '1999' } });
    fireEvent.click(button('Save birth date'));
    await waitFor(() => expect(isOff(button('Open for 250 pts'))).toBe(false));
    expect(screen.queryByRole('group', { name: 'Birth date' })).toBeNull();
    expect(host.calls('PUT /api/user/birth-date').map(({ body }) => body)).toEqual([
      { birth_date: '1999-05-31' },
    ]);
  });
});

describe('opening', () => {
  const sent = () =>
    host.calls(OPEN).map(({ body }) => body as { commitment_id: string; player_seed: string });

  /** An honest host at draw `nonce`; `change` is what it tells otherwise. */
  async function hostAt(nonce: number, change: (opening: Opening) => Partial<Opening> = () => ({})) {
    const one = await aCase({}, nonce);
    const next = await aCase({ left_today: 9 }, nonce + 1);
    answer(one);
    const opened = async ({ body }: Sent) => {
      const opening = await anOpening(nonce, (body as { player_seed: string }).player_seed, one);
      return {
        opening: { ...opening, ...change(opening) },
        balance: { available: 6000 - 250 + opening.points, pending: 0, reserved: 0, debt: 0 },
        case: next,
      };
    };
    host.on(OPEN, opened);
    return { one, opened };
  }
  const result = () => screen.findByRole('button', { name: 'Open another' });

  test('sends the commitment and the seed that was typed, once; shows what came out and what that makes', async () => {
    const { one } = await hostAt(1);
    await open(HERE);
    fireEvent.change(await screen.findByLabelText('Your seed'), { target: { value: 'my-words' } });
    fireEvent.click(button('Open for 250 pts'));
    fireEvent.click(button('Opening'));
    await result();
    expect(sent()).toEqual([{ commitment_id: one.commitment?.id, player_seed: 'my-words' }]);
    const opening = await anOpening(1, 'my-words', one);
    const heading = screen.getByRole('heading', { name: opening.name });
    expect(document.activeElement).toBe(heading);
    const gain = opening.points - 250;
    expect(document.body.textContent).toContain(
      `${Math.abs(gain)} points ${gain < 0 ? 'less' : 'more'} than it cost.`,
    );
    expect($user.get()?.balance?.available).toBe(6000 + gain);
    expect(screen.getByText('You have').nextElementSibling?.textContent).toContain(
      `${(6000 + gain).toLocaleString('en-US')} pts`,
    );
  });

  test('a single point between what it cost and what it paid', async () => {
    await hostAt(1, ({ cost }) => ({ points: cost - 1 }));
    await open(HERE);
    fireEvent.click(await findButton('Open for 250 pts'));
    await screen.findByText('1 point less than it cost.');
  });

  test('the next one has another sealed draw and a fresh seed', async () => {
    await hostAt(1);
    await open(HERE);
    const first = (await screen.findByLabelText<HTMLInputElement>('Your seed')).value;
    fireEvent.click(button('Open for 250 pts'));
    fireEvent.click(await result());
    await screen.findByText(/Draw 2 is sealed/);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Open it' }));
    expect(document.body.textContent).toContain(await hashOf(seedOf(2)));
    expect(seedField().value).not.toBe(first);
    expect(screen.getByText('9 of 10 left today')).toBeTruthy();
  });

  test('a wrong seed is told beside its field, which gets the focus', async () => {
    await hostAt(1);
    host.on(OPEN, () => fieldRefusal('player_seed', 'A seed has no spaces.'));
    await open(HERE);
    fireEvent.change(await screen.findByLabelText('Your seed'), { target: { value: 'a b' } });
    fireEvent.click(button('Open for 250 pts'));
    await screen.findByText('A seed has no spaces.');
    expect(document.activeElement).toBe(seedField());
    expect(seedField().value).toBe('a b');
    expect($user.get()?.balance?.available).toBe(6000);
  });

  test('refused for a draw that was spent elsewhere: why, and the next draw at once', async () => {
    await hostAt(1);
    await open(HERE);
    await screen.findByText(/Draw 1 is sealed/);
    const told = seedField().value;
    const { opened, one } = await hostAt(2);
    host.on(OPEN, () => refusal(409, 'commitment_stale', 'This isn’t your next draw any more.'));
    fireEvent.click(button('Open for 250 pts'));
    await screen.findByText(/Draw 2 is sealed/);
    expect(screen.getByRole('alert').textContent).toContain('This isn’t your next draw any more.');
    // The one that was sent is known to the host, which could have reckoned with it.
    expect(seedField().value).not.toBe(told);
    host.on(OPEN, opened);
    fireEvent.click(button('Open for 250 pts'));
    await result();
    expect(sent().at(-1)?.commitment_id).toBe(one.commitment?.id);
  });

  test('refused, and what it is by now can’t be had: another try is sent', async () => {
    const { opened } = await hostAt(1);
    await open(HERE);
    await findButton('Open for 250 pts');
    host.on(OPEN, () => refusal(429, 'too_many_requests', 'Please wait a moment.'));
    host.on(ONE, () => refusal(503, 'database_unavailable', 'The database is away.'));
    fireEvent.click(button('Open for 250 pts'));
    await screen.findByText(/What you see is the case as it was/);
    host.on(OPEN, opened);
    fireEvent.click(button('Open for 250 pts'));
    await result();
    expect(screen.queryByText(/What you see is the case as it was/)).toBeNull();
  });

  test('refused, and opened before it is known what it is by now: that comes too late to count', async () => {
    const { opened, one } = await hostAt(1);
    await open(HERE);
    await findButton('Open for 250 pts');
    host.on(OPEN, () => refusal(429, 'too_many_requests', 'Please wait a moment.'));
    const { promise, resolve } = Promise.withResolvers<object>();
    host.on(ONE, () => promise);
    const refused = openCase('my-words');
    await screen.findByText('Please wait a moment.');
    host.on(OPEN, opened);
    fireEvent.click(button('Open for 250 pts'));
    const another = await result();
    resolve({ case: one });
    await refused;
    fireEvent.click(another);
    await screen.findByText(/Draw 2 is sealed/);
  });

  test.each([
    ['the line broke', brokenLine],
    ['an error page of a proxy', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['an error of another kind of host', () => Response.json({ message: 'Server Error' }, { status: 500 })],
    ['an answer that can’t be read', () => new Response('{"opening":', { status: 200 })],
  ])('a lost answer (%s): trying again is the same draw with the same seed', async (_, lost) => {
    const { opened } = await hostAt(1);
    host.on(OPEN, lost);
    await open(HERE);
    await screen.findByLabelText('Your seed');
    const seed = seedField().value;
    fireEvent.click(button('Open for 250 pts'));
    await screen.findByText(/It isn’t known whether it was opened/);
    // Nothing can be changed about it by now.
    expect(screen.queryByLabelText('Your seed')).toBeNull();
    fireEvent.click(button('Try again'));
    await waitFor(() => expect(sent()).toHaveLength(2));
    await findButton('Try again');
    host.on(OPEN, opened);
    fireEvent.click(button('Try again'));
    await result();
    const [first] = sent();
    expect(first?.player_seed).toBe(seed);
    expect(sent()).toEqual([first, first, first]);
  });

  test('a lost answer that took the last points: trying again is possible all the same', async () => {
    const { opened } = await hostAt(1);
    host.on(OPEN, brokenLine);
    await open(HERE, aUser({ balance: { available: 250, pending: 0, reserved: 0, debt: 0 } }));
    fireEvent.click(await findButton('Open for 250 pts'));
    await findButton('Try again');
    storeUser(aUser({ balance: { available: 64, pending: 0, reserved: 0, debt: 0 } }));
    await screen.findByText('186 points missing');
    expect(isOff(button('Try again'))).toBe(false);
    host.on(OPEN, opened);
    fireEvent.click(button('Try again'));
    await result();
  });

  describe('the proof', () => {
    async function verdict(change?: (opening: Opening) => Partial<Opening>) {
      await hostAt(1, change);
      await open(HERE);
      fireEvent.change(await screen.findByLabelText('Your seed'), { target: { value: 'my-words' } });
      fireEvent.click(button('Open for 250 pts'));
      await result();
      fireEvent.click(button('Verify in your browser'));
      const found = (await screen.findByText(/^The draw (holds|doesn’t hold)/)).closest('.found');
      return { holds: found?.classList.contains('holds'), text: found?.textContent ?? '' };
    }

    test('an honest draw holds, number by number', async () => {
      const { holds, text } = await verdict();
      expect(holds).toBe(true);
      const opening = await anOpening(1, 'my-words', await aCase());
      expect(text).toContain(
        `the hash that you were shown before you opened.Computed here: ${await hashOf(seedOf(1))}`,
      );
      expect(text).toContain(`Drawing again gives item ${opening.item + 1} of 6, ${opening.name}.`);
      expect(text).toContain(
        `It pays ${opening.points.toLocaleString('en-US')} points, as you were shown before.`,
      );
      for (const shown of [opening.seed, 'my-words', '300, 300, 240, 110, 45, 5'])
        expect(document.body.textContent).toContain(shown);
    });

    const tampered: [string, (opening: Opening) => Partial<Opening>, RegExp][] = [
      ['another seed', () => ({ seed: seedOf(9) }), /another hash than the one that you were shown/],
      // Consistent in itself: only what was shown before gives it away.
      [
        'another seed with its own hash',
        () => ({ seed: seedOf(9), seed_hash: otherHash }),
        /another hash.*Told by us/,
      ],
      ['a seed that isn’t hex', () => ({ seed: 'QQ' }), /not written in hex.*nothing can be drawn/],
      ['another number', () => ({ nonce: 2 }), /Not as you opened it: the number of the draw/],
      ['another player’s seed', () => ({ player_seed: 'not-mine' }), /Not as you opened it: your seed/],
      ['other odds', () => ({ weights: [900, 80, 10, 5, 4, 1] }), /Not as you opened it: the odds/],
      ['no odds', () => ({ weights: [0, 0, 0, 0, 0, 0] }), /nothing can be drawn from this/],
      ['another item', ({ item }) => ({ item: (item + 1) % 6 }), /something else than you got/],
      ['fewer points', ({ points }) => ({ points: points - 1 }), /doesn’t pay what you were shown/],
    ];
    test.each(tampered)('%s: red, with the numbers', async (_, change, words) => {
      const { holds, text } = await verdict(change);
      expect(holds).toBe(false);
      expect(text).toMatch(words);
    });

    test('a browser that can’t compute it says so, and calls nothing false', async () => {
      await hostAt(1);
      await open(HERE);
      fireEvent.click(await findButton('Open for 250 pts'));
      await result();
      vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('not here'));
      fireEvent.click(button('Verify in your browser'));
      await screen.findByText(/It could not be checked here/);
      expect(screen.queryByText(/^The draw (holds|doesn’t)/)).toBeNull();
    });
  });
});
