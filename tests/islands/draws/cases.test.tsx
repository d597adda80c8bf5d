import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CaseIsland } from '../../../src/islands/draws/cases/CaseIsland.tsx';
import { CasesIsland } from '../../../src/islands/draws/cases/CasesIsland.tsx';
import { openCase as openOnce } from '../../../src/islands/draws/cases/opening-store.ts';
import { RecentOpeningsIsland } from '../../../src/islands/draws/cases/RecentOpeningsIsland.tsx';
import { $shownBalance } from '../../../src/islands/shared/stores/balance.ts';
import { hashOf } from '../../../src/lib/arcade/draw.ts';
import { saveBirthDate, type User } from '../../../src/lib/contract/account/account.ts';
import {
  type Case,
  getCase,
  listCases,
  listOpenings,
  listRecentOpenings,
  type Opening,
  openCase,
} from '../../../src/lib/contract/draws/cases.ts';
import { $user } from '../../../src/lib/session/session.ts';
import { aCase, aCaseCard, anOpening, seedOf } from '../../support/draw-fixtures.ts';
import { aUser, balance, signIn } from '../../support/fixtures.ts';
import {
  type Asked,
  brokenLine,
  databaseAway,
  fieldError,
  hostOfEachTest,
  pageOf,
  refusal,
} from '../../support/host.ts';
import {
  button,
  field,
  findButton,
  findLinkTo,
  focusOn,
  focusOnHeading,
  isOff,
  linkTo,
  press,
  pressFound,
  textsOf,
  type,
  visit,
} from '../../support/screen.ts';

const celebrate = vi.hoisted(() => vi.fn(() => () => {}));
vi.mock('../../../src/islands/shared/feel/effects.ts', () => ({ celebrate }));
const HERE = '/user/case/1/Tile-drawer';
/** The answer of a host that exchanged its seed. */
const otherHash = await hashOf(seedOf(9));
const host = hostOfEachTest();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answer = (one: Case) => host.on(getCase, () => ({ case: one }));

function openList(address: string) {
  visit(address);
  return render(<CasesIsland area={address.startsWith('/user') ? 'user' : 'guest'} />);
}

test('the card of a case shows its price, average return and best prize', async () => {
  host.on(listCases, () => pageOf([aCaseCard()]));
  openList('/guest/cases?sort-by=rating&game-name=mer');
  const card = await screen.findByRole('link', { name: /Tile drawer/ });
  expect(card.getAttribute('href')).toBe('/guest/case/1/Tile-drawer');
  for (const text of ['250 pts', '$0.25', 'Returns 92.7 of 100 points on average, 2,048 at best'])
    expect(card.textContent).toContain(text);
  expect(Object.fromEntries(host.asked(listCases)[0]?.query ?? [])).toEqual({
    page: '1',
    per_page: '20',
    'sort-by': 'rating',
    'game-name': 'mer',
  });
  expect(document.body.textContent).toContain('On average a case returns less than it costs.');
  expect(screen.queryByRole('button', { name: 'Your openings' })).toBeNull();
});

describe('the player’s own openings', () => {
  beforeEach(() => signIn());
  const lines = () => [...screen.getByRole('list', { name: '' }).children];

  async function listed(nonces: readonly number[], of: { page?: number; total?: number } = {}) {
    const one = await aCase();
    const openings = await Promise.all(nonces.map((nonce) => anOpening(nonce, `mine-${nonce}`, one)));
    host.on(listOpenings, () => pageOf(openings, of));
    return openings;
  }

  test('are behind a button and in the address, each with cost, prize and time', async () => {
    host.on(listCases, () => pageOf([aCaseCard()]));
    const [opening] = await listed([3, 2, 1]);
    openList('/user/cases');
    await pressFound('Your openings');
    await screen.findByText(/3 openings, with no gaps in their numbers/);
    expect(location.search).toBe('?tab=openings');
    expect(lines()).toHaveLength(3);
    expect(lines()[0]?.textContent).toContain(
      `${opening?.name}Tile drawer · opening 3 · just now+${opening?.points.toLocaleString('en-US')}−250`,
    );
    press('Cases');
    await screen.findByRole('link', { name: /Tile drawer/ });
    expect(location.search).toBe('');
  });

  test('are verified one by one', async () => {
    const [first, second] = await listed([2, 1]);
    if (!first || !second) throw new Error('two were made');
    host.on(listOpenings, () => pageOf([first, { ...second, item: (second.item + 1) % 6 }]));
    openList('/user/cases?tab=openings');
    const buttons = await screen.findAllByRole('button', { name: 'Verify in your browser', hidden: true });
    for (const one of buttons) one.click();
    const holds = await screen.findByText('Verified: this result is fair.');
    const broken = await screen.findByText('This result doesn’t match its draw.');
    expect(holds.closest('li')?.textContent).toContain('opening 2');
    expect(broken.closest('.opening-list > li')?.textContent).toContain(
      `Repeating the draw gives a different item.Your browser’s result: item ${second.item + 1} of 6`,
    );
  });

  test.each([
    ['between two draws', [4, 2, 1], {}, /is missing/],
    ['before the newest', [4, 3, 2], {}, /is missing/],
    ['on another page', [12, 11, 10], { page: 2, total: 31 }, /is missing/],
    [
      'nowhere',
      [11, 10, 9],
      { page: 2, total: 31 },
      /31 openings, with no gaps in their numbers on this page/,
    ],
  ])('show whether a draw number is missing: %s', async (_, nonces, of, words) => {
    await listed(nonces, of);
    openList(`/user/cases?tab=openings&page=${'page' in of ? of.page : 1}`);
    expect((await screen.findByText(words)).className.includes('bad')).toBe(words.source.includes('missing'));
  });
});

async function open(address: string, user: User | null = aUser()) {
  signIn(user);
  visit(address);
  render(<CaseIsland area={address.startsWith('/user') ? 'user' : 'guest'} />);
}
const needs = () => textsOf(screen.getByRole('list', { name: 'Requirements' }).children);
const OPEN = 'Open for 250 pts';

describe('before opening or buying', () => {
  test('guests see odds, expected value and limits, and logging in leads back', async () => {
    answer(await aCase({ status: 'sign_in', commitment: null, left_today: null }));
    await open('/guest/case/1/Tile-drawer', null);
    expect(await findLinkTo('Log in to open it')).toBe('/login?from=%2Fuser%2Fcase%2F1%2FTile-drawer');
    expect(screen.queryByLabelText('Your seed')).toBeNull();
    expect(document.body.textContent).toContain('players 18+, up to 10 a day');
    expect(textsOf(within(screen.getByRole('table')).getAllByRole('row').slice(1))).toEqual([
      'Tile of 6430% 1 in 3.364 pts $0.06 186 less',
      'Tile of 12830% 1 in 3.3128 pts $0.13 122 less',
      'Tile of 25624% 1 in 4.2256 pts $0.26 6 more',
      'Tile of 51211% 1 in 9.1512 pts $0.51 262 more',
      'Tile of 1,0244.5% 1 in 221,024 pts $1.02 774 more',
      'Tile of 2,0480.5% 1 in 2002,048 pts $2.05 1,798 more',
    ]);
    // A full bar would be a chance of 100 %.
    const bars = [...document.querySelectorAll('.share rect')];
    expect(bars.map((bar) => bar.getAttribute('width'))).toEqual(['30', '30', '24', '11', '4.5', '0.5']);
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
      'Of 100 openings about 40 pay back the price or more',
    );
    expect(document.querySelectorAll('.hundred path:not(.todo)')).toHaveLength(40);
    expect(screen.getByText('Average return').nextElementSibling?.textContent).toBe('231.7 pts · $0.23');
    screen.getByText('On average it pays less than it costs: you get back 92.7 of every 100 points.');
  });

  test('a signed-in player on the guests’ page is led to their own', async () => {
    answer(await aCase());
    await open('/guest/case/1/Tile-drawer');
    expect(await findLinkTo('Open it in your account')).toBe(HERE);
  });

  test('players see their balance afterwards, the requirements, and the sealed draw', async () => {
    answer(await aCase({ left_today: 7 }, 12));
    await open(HERE);
    expect((await screen.findByText('Balance after')).nextElementSibling?.textContent).toBe(
      '5,750 pts · $5.75',
    );
    expect(needs()).toEqual(['For players 18+', '7 of 10 left today', 'You can afford this']);
    const sealed = screen.getByText(/proof of opening 12/);
    expect(sealed.nextElementSibling?.textContent).toBe(await hashOf(seedOf(12)));
    expect(sealed.closest('details:not([open])')?.querySelector('summary')?.textContent).toBe(
      'Provably fair',
    );
    expect(isOff(button(OPEN))).toBe(false);
    expect(screen.getByRole('button', { description: /Balance after ?5,750 pts/ })).toBe(button(OPEN));
  });

  test.each([
    [100, '150 points to go'],
    [249, '1 point to go'],
  ])('with %i points it says how many are missing, and offers no opening', async (available, words) => {
    answer(await aCase({ status: 'not_enough_points' }));
    await open(HERE, aUser({ balance: balance({ available }) }));
    expect((await screen.findByText('To go')).nextElementSibling?.textContent).toContain(
      `${250 - available} pts`,
    );
    expect(needs()).toContain(words);
    expect(screen.queryByRole('button', { name: OPEN })).toBeNull();
    expect(screen.queryByLabelText('Your seed')).toBeNull();
    expect(linkTo(/^Earn [\d,]+ more pts$/)).toBe('/user/games');
  });

  test.each([
    ['too_young', 10, 'You can still look at everything here.', 'For players 18+'],
    ['limit_reached', 0, 'You can open more after midnight UTC.', 'You’ve opened all 10 for today'],
  ] as const)('%s: it says so, and there is nothing to press', async (status, left_today, words, need) => {
    answer(await aCase({ status, left_today }));
    await open(HERE);
    await screen.findByText(words);
    expect(needs()).toContain(need);
    expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull();
  });

  test('a missing birth date is asked for here, and then it can be opened', async () => {
    answer(await aCase({ status: 'birth_date_needed' }));
    host.on(saveBirthDate, ({ body }) => ({ user: aUser(body) }));
    await open(HERE, aUser({ birth_date: null }));
    await screen.findByRole('group', { name: 'Date of birth' });
    expect(isOff(button(OPEN))).toBe(true);
    answer(await aCase());
    type('Day', '31');
    type('Month', '5');
    type('Year', '1999');
    press('Save date of birth');
    await waitFor(() => expect(isOff(button(OPEN))).toBe(false));
    expect(screen.queryByRole('group', { name: 'Date of birth' })).toBeNull();
    expect(host.bodies(saveBirthDate)).toEqual([{ birth_date: '1999-05-31' }]);
  });
});

describe('opening', () => {
  /** An honest host at draw `nonce`; `change` is what it sends instead. */
  async function hostAt(nonce: number, change: (opening: Opening) => Partial<Opening> = () => ({})) {
    const one = await aCase({}, nonce);
    const next = await aCase({ left_today: 9 }, nonce + 1);
    answer(one);
    const opened = async ({ body }: Asked<typeof openCase>) => {
      const opening = await anOpening(nonce, body.player_seed, one);
      return {
        opening: { ...opening, ...change(opening) },
        balance: balance({ available: 6000 - 250 + opening.points }),
        case: next,
      };
    };
    host.on(openCase, opened);
    return { one, opened };
  }
  const result = async () => {
    await pressFound('Skip');
    return findButton('Open another');
  };
  const seed = () => field('Your seed').value;
  const pressOpen = () => pressFound(OPEN);

  test('sends the commitment and the typed seed once, and shows the prize and the new balance', async () => {
    const { one } = await hostAt(1);
    await open(HERE);
    await findButton(OPEN);
    type('Your seed', 'c0ffee7');
    press(OPEN);
    press('Opening');
    await result();
    expect(host.bodies(openCase)).toEqual([{ commitment_id: one.commitment?.id, player_seed: 'c0ffee7' }]);
    const opening = await anOpening(1, 'c0ffee7', one);
    await focusOnHeading(opening.name);
    const gain = opening.points - 250;
    expect(document.body.textContent).toContain(
      `${Math.abs(gain)} points ${gain < 0 ? 'less' : 'more'} than it cost.`,
    );
    expect($user.get()?.balance?.available).toBe(6000 + gain);
    expect(screen.getByText('You have').nextElementSibling?.textContent).toContain(
      `${(6000 + gain).toLocaleString('en-US')} pts`,
    );
  });

  const shownNow = () => $shownBalance.get()?.available;

  test('is shown before it is announced, and the top bar waits for it: 1.5 seconds without a press', async () => {
    const { one } = await hostAt(1);
    await open(HERE);
    await findButton(OPEN);
    type('Your seed', 'c0ffee7');
    press(OPEN);
    await focusOn(() => screen.getByRole('button', { name: 'Skip' }));
    expect(shownNow()).toBe(6000);
    expect(screen.queryByText('You won')).toBeNull();
    await screen.findByText('You won');
    expect(shownNow()).toBe(6000 - 250 + (await anOpening(1, 'c0ffee7', one)).points);
  });

  test('is announced right away for reduced motion', async () => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media === '(prefers-reduced-motion: reduce)' }),
    );
    await hostAt(1);
    await open(HERE);
    await pressOpen();
    expect((await findButton(/^(Skip|Open another)$/)).textContent).toBe('Open another');
    expect(shownNow()).toBe($user.get()?.balance?.available);
  });

  test.each([
    ['refused', () => refusal(429, 'too_many_requests', 'Please wait a moment.')],
    ['lost', brokenLine],
  ])('an opening that is %s leaves no balance waiting', async (_, reply) => {
    await hostAt(1);
    host.on(openCase, reply);
    await open(HERE);
    await pressOpen();
    await screen.findByRole('alert');
    signIn(aUser({ balance: balance({ available: 5 }) }));
    expect(shownNow()).toBe(5);
  });

  test('an opening leaves no balance waiting if its page is left before the answer', async () => {
    await hostAt(1);
    const give = host.hold(openCase);
    await open(HERE);
    await pressOpen();
    await waitFor(() => expect(host.asked(openCase)).toHaveLength(1));
    signIn(aUser({ balance: balance({ available: 5 }) }));
    expect(shownNow()).toBe(6000);
    cleanup();
    expect(shownNow()).toBe(5);
    give(new Response(null, { status: 502 }));
  });

  test('counts a single point in the singular, and offers another draw with a fresh seed', async () => {
    await hostAt(1, ({ cost }) => ({ points: cost - 1 }));
    await open(HERE);
    await findButton(OPEN);
    const first = seed();
    press(OPEN);
    await result();
    screen.getByText('1 point less than it cost.');
    press('Open another');
    await screen.findByText(/proof of opening 2/);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Open it' }));
    expect(document.body.textContent).toContain(await hashOf(seedOf(2)));
    expect(seed()).not.toBe(first);
    expect(screen.getByText('9 of 10 left today')).toBeTruthy();
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])('is celebrated if the prize is worth more than the price: by %i, %i times', async (gain, times) => {
    celebrate.mockClear();
    await hostAt(1, ({ cost }) => ({ points: cost + gain }));
    await open(HERE);
    await pressOpen();
    await result();
    await vi.dynamicImportSettled();
    expect(celebrate).toHaveBeenCalledTimes(times);
  });

  test('reports a wrong seed next to its field and focuses it', async () => {
    await hostAt(1);
    host.on(openCase, () => fieldError('player_seed', 'A seed has no spaces.'));
    await open(HERE);
    await findButton(OPEN);
    type('Your seed', 'a b');
    press(OPEN);
    await screen.findByText('A seed has no spaces.');
    expect(document.activeElement).toBe(field('Your seed'));
    expect(seed()).toBe('a b');
    expect($user.get()?.balance?.available).toBe(6000);
  });

  test('rejected because the draw was used elsewhere, shows why and the next draw immediately', async () => {
    await hostAt(1);
    await open(HERE);
    await screen.findByText(/proof of opening 1:/);
    const banner = seed();
    const { opened, one } = await hostAt(2);
    host.on(openCase, () => refusal(409, 'commitment_stale', 'This isn’t your next draw any more.'));
    press(OPEN);
    await screen.findByText(/proof of opening 2/);
    expect(screen.getByRole('alert').textContent).toContain('This isn’t your next draw any more.');
    // The host knows the seed that was sent, and could have used that.
    expect(seed()).not.toBe(banner);
    host.on(openCase, opened);
    press(OPEN);
    await result();
    expect(host.bodies(openCase).at(-1)?.commitment_id).toBe(one.commitment?.id);
  });

  test('rejected while the new state can’t be loaded, can be sent again', async () => {
    const { opened } = await hostAt(1);
    await open(HERE);
    await findButton(OPEN);
    host.on(openCase, () => refusal(429, 'too_many_requests', 'Please wait a moment.'));
    host.on(getCase, databaseAway);
    press(OPEN);
    await screen.findByText(/Showing the last saved version/);
    host.on(openCase, opened);
    press(OPEN);
    await result();
    expect(screen.queryByText(/Showing the last saved version/)).toBeNull();
  });

  test('rejected and opened again before the new state arrives, ignores that late state', async () => {
    const { opened, one } = await hostAt(1);
    await open(HERE);
    await findButton(OPEN);
    host.on(openCase, () => refusal(429, 'too_many_requests', 'Please wait a moment.'));
    const give = host.hold(getCase);
    const refused = openOnce(1, 'c0ffee7');
    await screen.findByText('Please wait a moment.');
    host.on(openCase, opened);
    press(OPEN);
    const another = await result();
    give({ case: one });
    await refused;
    another.click();
    await screen.findByText(/proof of opening 2/);
  });

  test.each([
    ['the line broke', brokenLine],
    ['an error page of a proxy', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['an error of another kind of host', () => Response.json({ message: 'Server Error' }, { status: 500 })],
    ['an answer that can’t be read', () => new Response('{"opening":', { status: 200 })],
  ])('after a lost answer (%s), trying again makes the same draw with the same seed', async (_, lost) => {
    const { opened } = await hostAt(1);
    host.on(openCase, lost);
    await open(HERE, aUser({ balance: balance({ available: 250 }) }));
    await findButton(OPEN);
    const player_seed = seed();
    press(OPEN);
    await screen.findByText(/We couldn’t confirm your opening/);
    // It can no longer be changed.
    expect(screen.queryByLabelText('Your seed')).toBeNull();
    press('Try again');
    await waitFor(() => expect(host.asked(openCase)).toHaveLength(2));
    await findButton('Try again');
    // It may have used the last points, but it can still be retried.
    signIn(aUser({ balance: balance({ available: 64 }) }));
    await screen.findByText('186 points to go');
    expect(isOff(button('Try again'))).toBe(false);
    host.on(openCase, opened);
    press('Try again');
    await result();
    const [first] = host.bodies(openCase);
    expect(first).toMatchObject({ player_seed });
    expect(host.bodies(openCase)).toEqual([first, first, first]);
  });

  describe('the proof', () => {
    async function verdict(change?: (opening: Opening) => Partial<Opening>) {
      await hostAt(1, change);
      await open(HERE);
      await findButton(OPEN);
      type('Your seed', 'c0ffee7');
      press(OPEN);
      await result();
      press('Verify in your browser');
      const found = (await screen.findByText(/^(Verified|This result doesn’t match)/)).closest('.found');
      return { holds: found?.classList.contains('holds'), text: found?.textContent ?? '' };
    }

    test('verifies an honest draw, number by number', async () => {
      const { holds, text } = await verdict();
      expect(holds).toBe(true);
      const opening = await anOpening(1, 'c0ffee7', await aCase());
      for (const words of [
        `the one we showed you before you opened.Your browser’s result: ${await hashOf(seedOf(1))}`,
        `Repeating the draw gives item ${opening.item + 1} of 6, ${opening.name}.`,
        `It pays ${opening.points.toLocaleString('en-US')} points, as we showed you before.`,
      ])
        expect(text).toContain(words);
      for (const shown of [opening.seed, 'c0ffee7', '300, 300, 240, 110, 45, 5'])
        expect(document.body.textContent).toContain(shown);
    });

    const tampered: [string, (opening: Opening) => Partial<Opening>, RegExp][] = [
      ['another seed', () => ({ seed: seedOf(9) }), /hash differs from the one we showed you/],
      // It is consistent in itself: only the values shown before reveal it.
      [
        'another seed with its own hash',
        () => ({ seed: seedOf(9), seed_hash: otherHash }),
        /hash differs.*Published/,
      ],
      ['a seed that isn’t hex', () => ({ seed: 'QQ' }), /isn’t hex.*no draw possible/],
      ['another number', () => ({ nonce: 2 }), /Changed since you opened it: the opening number/],
      [
        'another player’s seed',
        () => ({ player_seed: 'not-mine' }),
        /Changed since you opened it: your seed/,
      ],
      ['other odds', () => ({ weights: [900, 80, 10, 5, 4, 1] }), /Changed since you opened it: the odds/],
      ['no odds', () => ({ weights: [0, 0, 0, 0, 0, 0] }), /no draw possible from this/],
      ['another item', ({ item }) => ({ item: (item + 1) % 6 }), /gives a different item/],
      ['fewer points', ({ points }) => ({ points: points - 1 }), /doesn’t pay what we showed you/],
    ];
    test.each(tampered)('%s: shows red, with the numbers', async (_, change, words) => {
      const { holds, text } = await verdict(change);
      expect(holds).toBe(false);
      expect(text).toMatch(words);
    });

    test('says so if the browser can’t compute it, and calls nothing false', async () => {
      await hostAt(1);
      await open(HERE);
      await pressOpen();
      await result();
      vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('not here'));
      press('Verify in your browser');
      await screen.findByText(/We couldn’t check it here/);
      expect(screen.queryByText(/^(Verified|This result doesn’t)/)).toBeNull();
    });
  });
});

describe('the recent openings of a case', () => {
  const listed = (openings: readonly Opening[]) =>
    host.on(listRecentOpenings, () => ({ openings: [...openings] }));
  const lines = () => [...document.querySelectorAll('.opening-list > li')];

  test('are fetched when they are opened, and each is verified here', async () => {
    const one = await aCase();
    const [first, second] = [await anOpening(4, 'hers', one), await anOpening(9, 'his', one)];
    listed([first, { ...second, seed: seedOf(8) }]);
    answer({ ...one, status: 'sign_in', left_today: null, commitment: null });
    visit('/guest/case/1/Tile-drawer');
    render(<CaseIsland area="guest" />);
    const summary = await screen.findByText('Recent openings');
    expect(host.asked(listRecentOpenings)).toEqual([]);
    summary.click();
    await screen.findByText(/without names/);
    expect(lines().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(`${first.name}just now`),
      expect.stringContaining(`${second.name}just now`),
    ]);
    for (const verify of screen.getAllByRole('button', { name: 'Verify in your browser', hidden: true }))
      verify.click();
    const holds = await screen.findByText('Verified: this result is fair.');
    const broken = await screen.findByText('This result doesn’t match its draw.');
    expect([holds, broken].map((verdict) => verdict.closest('.opening-list > li'))).toEqual(lines());
  });

  test('start open if the address names them, and say so if there are none or they can’t be loaded', async () => {
    answer(await aCase());
    host.on(listRecentOpenings, databaseAway);
    visit('/guest/case/1/Tile-drawer?show=openings');
    render(<CaseIsland area="guest" />);
    await screen.findByText('We couldn’t load the recent openings');
    listed([]);
    await pressFound('Retry');
    await screen.findByText('Nobody has opened this case yet.');
  });

  test('replace their link on the case’s public page', async () => {
    listed([await anOpening(2, 'hers', await aCase())]);
    const link = renderToString(<RecentOpeningsIsland caseId={1} href="/guest/case/1?show=openings" />);
    expect(link).toContain('href="/guest/case/1?show=openings"');
    render(<RecentOpeningsIsland caseId={1} href="/guest/case/1?show=openings" />);
    await screen.findByText(/without names/);
    expect(lines()).toHaveLength(1);
  });
});
