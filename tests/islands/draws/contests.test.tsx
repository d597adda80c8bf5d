import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ContestIsland } from '../../../src/islands/draws/contests/ContestIsland.tsx';
import { ContestsIsland } from '../../../src/islands/draws/contests/ContestsIsland.tsx';
import { drawPlaces, hashOf } from '../../../src/lib/arcade/draw.ts';
import type { User } from '../../../src/lib/contract/account/account.ts';
import { requestConfirmation } from '../../../src/lib/contract/auth/confirmation.ts';
import {
  type Contest,
  type ContestEntry,
  contestEntrySchema,
  enterContest,
  getContest,
  listContests,
  listDrawnEntries,
  listEntries,
  type NumberedSeed,
  playerSeed,
} from '../../../src/lib/contract/draws/contests.ts';
import {
  aContest,
  aContestCard,
  aDrawnContest,
  days,
  drawnEntries,
  seedOf,
} from '../../support/draw-fixtures.ts';
import { aUser, signIn } from '../../support/fixtures.ts';
import { brokenLine, fieldError, hostOfEachTest, pageOf, refusal } from '../../support/host.ts';
import { sampleOf } from '../../support/sample.ts';
import {
  field,
  findButton,
  findLinkTo,
  linkTo,
  press,
  pressByKeyboard,
  pressFound,
  textsOf,
  type,
  visit,
} from '../../support/screen.ts';

const HERE = '/user/contest/7/Monday-lanterns';
const host = hostOfEachTest();
afterEach(() => vi.restoreAllMocks());

const lastQuery = () => Object.fromEntries(host.asked(listContests).at(-1)?.query ?? []);
const answer = (contest: Contest) => host.on(getContest, () => ({ contest }));
/** The host publishes these entries, three to a page. */
const publish = (entries: readonly NumberedSeed[]) =>
  host.on(listDrawnEntries, ({ query }) => {
    const from = entries.findIndex(({ number }) => number > Number(query.get('after')));
    const page = from < 0 ? [] : entries.slice(from, from + 3);
    return { entries: page, after: page.length < 3 ? null : (page.at(-1)?.number ?? null) };
  });
const seed = () => field('Your seed').value;
const verdictOf = async (words: RegExp) => (await screen.findByText(words)).closest('.found');

describe('the list', () => {
  function open(address: string) {
    visit(address);
    return render(<ContestsIsland area={address.startsWith('/user') ? 'user' : 'guest'} />);
  }

  test('shows state, end, prizes and the player’s entry on each card', async () => {
    host.on(listContests, () => pageOf([aContestCard({ entered: true, entries: 1 })]));
    open('/user/contests?game-name=merge&sort-by=ending&page=1');
    await screen.findByText('1 giveaway');
    expect(lastQuery()).toEqual({ page: '1', per_page: '20', 'sort-by': 'ending', 'game-name': 'merge' });
    expect(field('Sort by').value).toBe('ending');
    const card = screen.getByRole('link', { name: /Monday lanterns/ });
    expect(card.getAttribute('href')).toBe('/user/contest/7/Monday-lanterns');
    for (const text of ['open', 'ends in 3 days', '1 entry', 'you’re in', '3,500 pts', '$3.50'])
      expect(card.textContent).toContain(text);
    expect(within(card).getByText('in 3 days').getAttribute('title')).toMatch(/UTC$/);
  });

  test('lists open contests first, then upcoming ones, then ended ones', async () => {
    host.on(listContests, () =>
      pageOf([
        aContestCard({ id: 1, name: 'Past', state: 'ended', ends_at: days(-2), last_winner: 'night-owl' }),
        aContestCard({ id: 2, name: 'Now', last_winner: 'night-owl' }),
        aContestCard({ id: 3, name: 'Later', state: 'coming', starts_at: days(2) }),
      ]),
    );
    open('/guest/contests');
    await screen.findByText('Now');
    expect(textsOf(screen.getAllByRole('heading', { level: 2 }))).toEqual(['Open now', 'Upcoming', 'Ended']);
    const links = textsOf(screen.getAllByRole('link'));
    expect(links[0]).toMatch(/Now/);
    expect(links[1]).toMatch(/begins in 1 day.*Later/);
    expect(links[2]).toMatch(/over.*ended 2 days ago.*Past.*won by night-owl/);
    expect(links[0]).toMatch(/last won by night-owl/);
  });

  test.each([
    ['a few', 2, 2, false],
    ['a few that the build knows, and more in the meantime', 2, 6, true],
    ['many', 6, 6, true],
  ])('of %s has search and sorting: %#', async (_, count, total, has) => {
    host.on(listContests, () => pageOf([aContestCard()], { total }));
    visit('/guest/contests');
    render(<ContestsIsland area="guest" count={count} />);
    expect(screen.queryAllByRole('searchbox')).toHaveLength(count < 6 ? 0 : 1);
    const card = await screen.findByRole('link', { name: /Monday lanterns/ });
    const [box] = screen.queryAllByRole('searchbox');
    expect(box !== undefined).toBe(has);
    // What comes late comes last.
    const isBelow = box && card.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(Boolean(isBelow)).toBe(has && count < 6);
  });

  test('of a few keeps them while it is searched', async () => {
    host.on(listContests, () => pageOf([aContestCard()], { total: 1 }));
    visit('/guest/contests?game-name=mon');
    render(<ContestsIsland area="guest" count={2} />);
    await screen.findByRole('link', { name: /Monday lanterns/ });
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'mon');
  });

  test('keeps order and page in the address', async () => {
    host.on(listContests, ({ query }) =>
      pageOf([aContestCard()], { page: Number(query.get('page')), total: 25 }),
    );
    open('/user/contests');
    await screen.findByText('page 1 of 2');
    type('Sort by', 'price-desc');
    await waitFor(() => expect(lastQuery()['sort-by']).toBe('price-desc'));
    press('Next');
    await screen.findByText('page 2 of 2');
    expect(location.search).toBe('?sort-by=price-desc&page=2');
  });
});

test('the list of entries shows the state of each', async () => {
  const entry = sampleOf(contestEntrySchema, { drawn: false, won: null });
  const of = (id: number, change: Partial<ContestEntry['contest']>, more: Partial<ContestEntry> = {}) => ({
    ...entry,
    ...more,
    contest: { ...entry.contest, called_off: null, ends_at: days(1), ...change, id },
  });
  host.on(listEntries, () =>
    pageOf([
      of(1, { state: 'ended' }, { drawn: true, won: { place: 2, points: 1000 } }),
      of(2, { state: 'ended' }, { drawn: true }),
      of(3, { state: 'ended', called_off: 'Too few entered.' }),
      of(4, { state: 'ended' }),
      of(5, { state: 'open' }),
    ]),
  );
  signIn();
  visit('/user/contests?tab=entries');
  render(<ContestsIsland area="user" />);
  await screen.findByText('drawing winners');
  const results = textsOf(document.querySelectorAll('.result'));
  for (const [at, words] of [
    /2nd place1,000/,
    /didn’t win/,
    /cancelledToo few entered\./,
    /drawing winnersended/,
    /you’re inends/,
  ].entries())
    expect(results[at]).toMatch(words);
});

async function open(address: string, user: User | null = aUser()) {
  cleanup();
  signIn(user);
  visit(address);
  render(<ContestIsland area={address.startsWith('/user') ? 'user' : 'guest'} />);
}

describe('reading a contest', () => {
  test('guests read everything, and logging in leads back to the contest', async () => {
    const contest = await aContest();
    answer(contest);
    await open('/guest/contest/7/Monday-lanterns', null);
    expect(await findLinkTo('Log in to enter')).toBe('/login?from=%2Fuser%2Fcontest%2F7%2FMonday-lanterns');
    expect(linkTo('Sign up')).toMatch(/#sign-up$/);
    expect(screen.queryByLabelText('Your seed')).toBeNull();
    for (const text of ['One entry per account.', '12 entries', '2nd', '1,000 pts', contest.seed_hash])
      expect(document.body.textContent).toContain(text);
    expect(screen.getByText('Ends').nextElementSibling?.textContent).toMatch(/in 3 days .* UTC/);
  });

  test('the last hour counts down', async () => {
    answer(await aContest({ ends_at: days(1 / 48) }));
    await open(HERE);
    expect((await screen.findByText('Ends')).nextElementSibling?.textContent).toMatch(
      /^[23]\d:\d\d left .* UTC/,
    );
  });

  test('a signed-in player on the guests’ page is led to their own', async () => {
    answer(await aContest());
    await open('/guest/contest/7/Monday-lanterns');
    expect(await findLinkTo('Go to your account to enter')).toBe(HERE);
  });

  test('an upcoming one says when it can be entered', async () => {
    answer(await aContest({ state: 'coming', starts_at: days(2.5) }));
    await open(HERE);
    await screen.findByText(/You can enter once it starts/);
    expect(screen.queryByLabelText('Your seed')).toBeNull();
  });
});

describe('entering', () => {
  const entered = async (of: string) => ({
    contest: await aContest({ entries: 13, entered: true, entry: { number: 13, seed: of } }),
  });

  test('asks a player with an unconfirmed address to confirm it first, and can resend the link', async () => {
    answer(await aContest());
    host.on(requestConfirmation, () => ({ sent: true }));
    await open(HERE, aUser({ email_confirmed: false }));
    await screen.findByText(/one entry per mailbox/);
    expect(screen.queryByLabelText('Your seed')).toBeNull();
    expect((await findButton('Send the link again')).className).toBe('button');
    press('Send the link again');
    await screen.findByText(/^Sent to/);
  });

  test('offers a random valid seed, and changes it with one press', async () => {
    answer(await aContest());
    await open(HERE);
    await findButton('Another random seed');
    const first = seed();
    press('Another random seed');
    expect(seed()).not.toBe(first);
    expect([first, seed()].every((one) => v.is(playerSeed, one))).toBe(true);
  });

  test('sends the typed seed once, and shows the entry’s number', async () => {
    answer(await aContest());
    host.on(enterContest, ({ body }) => entered(body.seed));
    await open(HERE);
    const enter = await findButton('Enter for free');
    type('Your seed', 'c0ffee7');
    pressByKeyboard(enter);
    press('Entering');
    await screen.findByText('No. 13');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^You’re in/));
    expect(host.bodies(enterContest)).toEqual([{ seed: 'c0ffee7' }]);
    for (const text of ['You’re in.', '13 entries']) expect(screen.getByText(text)).toBeTruthy();
    // With the proof, which is folded.
    expect(screen.getByText('c0ffee7').closest('details')?.textContent).toMatch(/^Provably fairYour seed/);
  });

  test('reports a wrong seed next to its field and focuses it', async () => {
    answer(await aContest());
    host.on(enterContest, () => fieldError('seed', 'A seed has no spaces.'));
    await open(HERE);
    await findButton('Enter for free');
    type('Your seed', 'a b');
    press('Enter for free');
    await screen.findByText('A seed has no spaces.');
    expect(document.activeElement).toBe(field('Your seed'));
    expect(seed()).toBe('a b');
  });

  test('rejected, shows why and the current contest', async () => {
    answer(await aContest());
    host.on(enterContest, () => refusal(409, 'already_entered', 'You take part already, with number 4.'));
    await open(HERE);
    await findButton('Enter for free');
    answer(await aContest({ entered: true, entry: { number: 4, seed: 'elsewhere' } }));
    press('Enter for free');
    await screen.findByText('No. 4');
    expect(screen.queryByLabelText('Your seed')).toBeNull();
  });

  test('after a lost answer, trying again sends the same seed and enters once', async () => {
    answer(await aContest());
    host.on(enterContest, brokenLine);
    await open(HERE);
    await findButton('Enter for free');
    const mine = seed();
    press('Enter for free');
    await screen.findByText(/We couldn’t confirm your entry/);
    host.on(enterContest, () => entered(mine));
    press('Try again');
    await screen.findByText('No. 13');
    expect(host.bodies(enterContest)).toEqual([{ seed: mine }, { seed: mine }]);
  });
});

describe('after the end', () => {
  const RUN = 'Run the draw again';
  async function verdict(contest: Contest, entries = drawnEntries(contest.entries)) {
    answer(contest);
    publish(entries);
    await open(HERE);
    await pressFound(RUN);
    const found = await verdictOf(/^(Verified|These winners don’t match)/);
    return { holds: found?.classList.contains('holds'), text: found?.textContent ?? '' };
  }

  test('shows the winners with entry and points, and the places that no one won', async () => {
    const contest = await aDrawnContest(2);
    answer(contest);
    await open('/guest/contest/7/x', null);
    const list = (await screen.findByRole('heading', { name: 'Winners' })).nextElementSibling;
    const rows = textsOf(list?.children ?? []);
    const [first, second] = contest.winners ?? [];
    expect(rows[0]).toBe(`1stplayer-${first?.number}entry ${first?.number}2,000 pts$2.00`);
    expect(rows[1]).toContain(`player-${second?.number}`);
    expect(rows[2]).toContain('no winner');
    expect(screen.queryByRole('link', { name: 'Log in to enter' })).toBeNull();
  });

  test('shows a winner whose account is suspended without the name', async () => {
    const { winners, ...contest } = await aDrawnContest(2);
    answer({ ...contest, winners: winners?.map((winner) => ({ ...winner, user: null })) ?? null });
    await open('/guest/contest/7/x', null);
    const list = (await screen.findByRole('heading', { name: 'Winners' })).nextElementSibling;
    expect(textsOf(list?.children ?? [])[0]).toContain('Unnamed player');
  });

  test('shows the player’s place, or that their entry wasn’t drawn', async () => {
    const contest = await aDrawnContest();
    const winning = contest.winners?.map((winner) => winner.number) ?? [];
    const entry = (number = 0) => ({ number, seed: `seed-${number}` });
    answer({ ...contest, entry: entry(winning[1]) });
    await open(HERE);
    await screen.findByText('You won 2nd place.');
    const ticket = () => screen.getByRole('region', { name: 'Your entry' });
    expect(ticket().hasAttribute('data-won'), 'a ticket of its own').toBe(true);
    const other = drawnEntries().find(({ number }) => !winning.includes(number));
    answer({ ...contest, entry: other ?? null });
    await open(HERE);
    await screen.findByText('It’s over. You didn’t win this time.');
    expect(ticket().hasAttribute('data-won')).toBe(false);
  });

  test('says that the draw is being made, and checks again', async () => {
    answer(await aContest({ state: 'ended', ends_at: days(-1) }));
    await open(HERE);
    await screen.findByText('We’re drawing the winners. This takes a moment.');
    answer(await aDrawnContest());
    press('Refresh');
    await findButton(RUN);
  });

  test('verifies an honest draw, number by number, even one without entries', async () => {
    const contest = await aDrawnContest(40);
    const { holds, text } = await verdict({ ...contest, entry: { number: 3, seed: 'seed-3' } });
    expect(holds).toBe(true);
    for (const words of [
      'Verified: these seeds give these winners.',
      contest.seed_hash,
      contest.winners?.map(({ number }) => number).join(', '),
      'The list has 40 entries, each number once.',
      'Your entry, number 3, is in the list with your seed.',
    ])
      expect(text).toContain(words);
    expect((await verdict(await aDrawnContest(0))).holds).toBe(true);
  });

  const tampered: [string, (contest: Contest) => Partial<Contest> | NumberedSeed[], RegExp][] = [
    ['another seed', () => ({ seed: seedOf(8) }), /hash differs from the published one/],
    ['a seed that isn’t hex', () => ({ seed: 'xyz' }), /isn’t hex.*no draw possible/],
    [
      'different winners',
      ({ winners }) => ({ winners: winners?.toReversed() ?? null }),
      /Repeating the draw gives different winners.*Your browser’s result: [\d, ]+Published: [\d, ]+/,
    ],
    ['a winner left out', ({ winners }) => ({ winners: winners?.slice(1) ?? null }), /different winners/],
    [
      'an entry left out',
      () => drawnEntries().slice(1),
      /we counted 12 entries, and it has 11.*different winners/,
    ],
    ['an entry more than were counted', () => drawnEntries(13), /we counted 12 entries, and it has 13/],
    [
      'an entry twice',
      () => drawnEntries().map((one) => (one.number === 8 ? { ...one, number: 7 } : one)),
      /doesn’t add up/,
    ],
    [
      'another player’s seed changed',
      () => drawnEntries().map((one) => (one.number === 5 ? { ...one, seed: 'theirs' } : one)),
      /different winners/,
    ],
    [
      'one’s own seed changed',
      () => ({ entry: { number: 3, seed: 'mine' } }),
      /number 3, isn’t in the list with your seed, mine/,
    ],
    [
      'another prize',
      ({ winners }) => ({ winners: winners?.map((winner) => ({ ...winner, points: 1 })) ?? null }),
      /wasn’t paid what we announced/,
    ],
  ];
  test.each(tampered)('%s: shows red, with the numbers', async (_, change, words) => {
    const contest = await aDrawnContest();
    const changed = change(contest);
    const { holds, text } = await (Array.isArray(changed)
      ? verdict(contest, changed)
      : verdict({ ...contest, ...changed }, drawnEntries()));
    expect(holds).toBe(false);
    expect(text).toMatch(words);
  });

  test('compares the published hash with the one that this browser kept on entering', async () => {
    const contest = await aContest();
    answer(contest);
    host.on(enterContest, ({ body }) => ({
      contest: { ...contest, entered: true, entry: { number: 3, seed: body.seed } },
    }));
    await open(HERE);
    await findButton('Enter for free');
    type('Your seed', 'seed-3');
    press('Enter for free');
    await screen.findByText('No. 3');
    const drawn = { ...(await aDrawnContest()), entry: { number: 3, seed: 'seed-3' } };
    publish(drawnEntries());

    const again = async (change: Partial<Contest>) => {
      cleanup();
      answer({ ...drawn, ...change });
      render(<ContestIsland area="user" />);
      await pressFound(RUN);
      return verdictOf(/this browser saved when you entered/);
    };
    expect((await again({}))?.classList.contains('holds')).toBe(true);

    // A host that exchanges its seed, and the hash with it, is consistent in itself.
    const other = seedOf(99);
    const places = await drawPlaces({ seed: other, entries: drawnEntries(), places: 3 });
    const winners = places.map((number, at) => ({
      number,
      user: { id: number, name: `player-${number}` },
      points: drawn.prizes[at] ?? 0,
    }));
    const found = await again({ seed: other, seed_hash: await hashOf(other), winners });
    expect(found?.classList.contains('broken')).toBe(true);
    expect(found?.textContent).toContain(contest.seed_hash);
  });

  test('fetches the entries only for those who read the list or check the draw', async () => {
    answer(await aDrawnContest(7));
    publish(drawnEntries(7));
    await open(HERE);
    await findButton(RUN);
    expect(host.asked(listDrawnEntries)).toEqual([]);
    const list = screen.getByText('Every entry and its seed').closest('details');
    if (!list) throw new Error('nothing to open');
    list.open = true;
    await screen.findByText('seed-7');
    const asked = () => host.asked(listDrawnEntries).map(({ query }) => query.get('after'));
    expect(asked()).toEqual(['0', '3', '6']);
    press(RUN);
    await screen.findByText(/^Verified/);
    expect(asked()).toEqual(['0', '3', '6', '0', '3', '6']);
  });

  test('says so if the entries can’t be loaded, and tries again', async () => {
    answer(await aDrawnContest());
    host.on(listDrawnEntries, brokenLine);
    vi.stubGlobal('isSecureContext', true);
    await open(HERE);
    await pressFound(RUN);
    await screen.findByText(/We couldn’t check it here. We couldn’t load what the check needs/);
    publish(drawnEntries());
    press(RUN);
    await screen.findByText(/^Verified/);
  });

  test('says so if the browser can’t compute it, and calls nothing false', async () => {
    answer(await aDrawnContest());
    publish(drawnEntries());
    await open(HERE);
    const run = await findButton(RUN);
    vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new Error('not here'));
    fireEvent.click(run);
    await screen.findByText(/We couldn’t check it here/);
    expect(screen.queryByText(/^(Verified|These winners don’t)/)).toBeNull();
  });
});

describe('until the answer arrives', () => {
  const filed = (name: string, rule: string) => ({
    ...{
      id: rule.length,
      slug: name.toLowerCase(),
      name,
      game: 'Merge',
      summary: `What ${name} is`,
      every: 'week' as const,
    },
    ...{ rules: [rule, 'Free of charge.'], prizes: [2000, 1000] },
  });
  const catalogue = [filed('Sunday kites', 'One kite each.'), filed('Monday lanterns', 'One lantern each.')];
  const show = (address: string) => {
    visit(address);
    return render(<ContestIsland area="user" filed={catalogue} />);
  };

  test('a giveaway in the catalogue shows its file by the name in the address, then the answer', async () => {
    const asked = Promise.withResolvers<{ contest: Contest }>();
    host.on(getContest, () => asked.promise);
    const { container } = show(HERE);
    await screen.findByText('What Monday lanterns is');
    expect(container.querySelector('[aria-busy="true"]')).toBeTruthy();
    for (const words of ['One lantern each.', '2,000 pts']) expect(container.textContent).toContain(words);
    // No one can enter yet, and no dates or entries are invented.
    expect(screen.queryByRole('button', { name: 'Enter for free' })).toBeNull();
    expect(container.querySelector('.facts')?.textContent).toBe('');
    asked.resolve({ contest: await aContest({ rules: ['As it was announced.'] }) });
    await screen.findByText('As it was announced.');
    expect(screen.queryByText('One lantern each.')).toBeNull();
    expect(container.querySelector('[aria-busy="true"]')).toBeNull();
  });

  test('a giveaway that isn’t in it shows a skeleton', async () => {
    host.on(getContest, () => new Promise<never>(() => {}));
    const { container } = show('/user/contest/9/Friday-fires');
    await screen.findByLabelText('Loading the giveaway');
    expect(container.textContent).not.toContain('kite');
  });
});

describe('the order of a contest’s page', () => {
  test('starts with odds, entries, the end and the last winner, and folds the proof', async () => {
    answer(await aContest({ entries: 12, last_winner: 'night-owl' }));
    await open(HERE);
    const facts = (await screen.findByText('Odds')).closest('dl');
    expect(textsOf(facts?.querySelectorAll('dt') ?? [])).toEqual([
      'Status',
      'Ends',
      'Entries',
      'Odds',
      'Last winner',
      'Began',
      'Game or platform',
    ]);
    expect(screen.getByText('3 of 13 entries win, including yours')).toBeTruthy();
    const proof = (await screen.findByText('Provably fair')).closest('details');
    expect([proof?.open, proof?.textContent?.includes('SHA-256')]).toEqual([false, true]);
  });

  test('has its proof in one place after the draw', async () => {
    answer(await aDrawnContest(3));
    await open(HERE);
    const proofs = await screen.findAllByText('Provably fair');
    expect(proofs).toHaveLength(1);
    expect(proofs[0]?.closest('details')?.querySelector('a')?.hash).toBe('#how-it-is-drawn');
  });

  test('fetches past winners when they are opened', async () => {
    const past = await aDrawnContest(2, { id: 6 });
    host.on(listContests, () => pageOf([aContestCard(), aContestCard({ id: 6, state: 'ended' })]));
    answer(await aContest());
    await open(HERE);
    const details = (await screen.findByText('Past winners')).closest('details');
    if (!details) throw new Error('nothing to open');
    expect(host.asked(listContests)).toEqual([]);
    host.on(getContest, () => ({ contest: past }));
    details.open = true;
    fireEvent(details, new Event('toggle'));
    const [winner] = past.winners ?? [];
    await screen.findByText(new RegExp(`${winner?.user?.name}, 2,000 pts`));
  });
});
