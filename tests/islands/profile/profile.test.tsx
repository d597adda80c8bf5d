import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { perksAt } from '../../../server/features/milestones/levels.ts';
import { ProfileIsland } from '../../../src/islands/profile/ProfileIsland.tsx';
import { codeOf, kinds, silhouetteOf } from '../../../src/lib/arcade/creatures.ts';
import { getUser } from '../../../src/lib/contract/account/account.ts';
import { breedCreatures } from '../../../src/lib/contract/milestones/collection.ts';
import { getProfile, type Profile } from '../../../src/lib/contract/profile/profiles.ts';
import { aUser, signIn } from '../../support/fixtures.ts';
import { databaseAway, hostOfEachTest, notFound, notOffered } from '../../support/host.ts';
import { linkTo, press, textsOf, visit } from '../../support/screen.ts';

const somebody = { id: 9, name: 'somebody', sample: true, created_at: '2026-03-04T00:00:00.000Z' };
const host = hostOfEachTest(() => {
  signIn();
  host.on(getUser, ({ params }) => {
    if (params.id === '9') return { user: somebody };
    return { user: aUser({ myreward: 84, created_at: '2026-01-02T00:00:00.000Z' }) };
  });
});

function open(address: string) {
  cleanup();
  visit(address);
  render(<ProfileIsland />);
}

test.each(['/user/profile', '/user/profile/5'])(
  '%s: the player’s own profile shows the goal, and leaves the points to the top bar',
  async (address) => {
    open(address);
    await screen.findByRole('heading', { name: 'player' });
    expect(screen.getByText('2 January 2026')).toBeTruthy();
    expect(linkTo('Your goal')).toBe('/user/reward/84');
    expect(screen.queryByText('6,000 pts')).toBeNull();
  },
);

test.each(['/user/profile', '/user/profile/9'])(
  '%s shows the best scores with variant and medal',
  async (address) => {
    const classic = { id: 'classic', name: null, score: 480, medal: null, next: null };
    const round = { ...classic, game_id: 1, game: 'Merge' };
    const best = [round, { ...round, id: 'wide', name: '5 × 5', score: 16_000, medal: 'silver' as const }];
    const rest = { hidden: false, level: 1, progress: null, badges: [], days: [] };
    host.on(getProfile, ({ params }) => ({ user: aUser({ id: Number(params.id) }), ...rest, best }));
    open(address);
    await screen.findByRole('heading', { name: 'Best scores' });
    const [first, second] = screen.getAllByRole('link', { name: 'Merge' }).map((link) => link.closest('li'));
    expect(first?.textContent).toBe('480 Merge');
    expect(second?.textContent).toBe('16,000 Silver medalMerge5 × 5');
  },
);

test.each([
  ['2026-11-26T10:00:00.000Z', ['Sep', 'Oct', 'Nov']],
  // The first week begins on 28 September: that name would touch the next one.
  ['2026-12-20T10:00:00.000Z', ['Oct', 'Nov', 'Dec']],
])('the weeks of play are under the names of their months: %s', async (now, months) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  const rest = { hidden: false, level: 1, progress: null, badges: [] };
  host.on(getProfile, () => ({ user: aUser({}), ...rest, days: ['2026-11-25'], streak: 3 }));
  open('/user/profile');
  const section = await screen.findByRole('region', { name: 'Days you played' });
  vi.useRealTimers();
  expect(textsOf(section.querySelectorAll('.months small'))).toEqual(months);
  expect(section.querySelectorAll('.played')).toHaveLength(1);
  expect(section.textContent).toContain('3 in a row, 1 in the last 12 weeks');
});

test('from the second level on, the avatar has the frame that the level promises', async () => {
  const css = readFileSync('src/styles/ui.css', 'utf8');
  const colours = [1, 2, 3, 4, 5].map((level) =>
    new RegExp(`\\[data-level="${level}"\\] \\{\\s*([^}]+)\\}`).exec(css)?.[1]?.trim(),
  );
  expect(new Set(colours.slice(1)).size).toBe(4);
  for (const level of [1, 2, 3, 4, 5]) {
    expect(
      perksAt(level).some((perk) => /frame/.test(perk)),
      `level ${level}`,
    ).toBe(level > 1);
    host.on(getProfile, () => ({ ...collector(9, 0), level }));
    open('/user/profile/9');
    await screen.findByText(`Level ${level}`, { exact: false });
    expect(document.querySelector('.sprite')?.getAttribute('data-level')).toBe(`${level}`);
  }
});

test('another player’s profile shows name and start but no points', async () => {
  host.on(getUser, () => ({ user: somebody }));
  open('/user/profile/9');
  await screen.findByRole('heading', { name: 'somebody' });
  expect(screen.getByText('sample')).toBeTruthy();
  expect(screen.getByText('4 March 2026')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/pts|Available|Settings/);
});

test('level and badges show a failure with a retry', async () => {
  host.on(getProfile, databaseAway);
  open('/user/profile/9');
  await screen.findByText('We couldn’t load the level and badges');
  host.on(getProfile, notOffered);
  press('Retry');
  await waitFor(() => expect(screen.queryByText(/Level and badges/)).toBeNull());
});

test.each(['/user/profile/404', '/user/profile/none'])('%s: there is no such player', async (address) => {
  host.on(getUser, notFound);
  open(address);
  await screen.findByText('We couldn’t find that player');
});

/** A player with the first `count` kinds of the collection, one of them found twice. */
const collector = (id: number, count: number): Profile => ({
  user: { ...somebody, id },
  hidden: false,
  level: 1,
  progress: null,
  badges: [],
  creatures: kinds.slice(0, count).map((kind, at) => ({
    kind: kind.id,
    creature: codeOf({ ...silhouetteOf(kind), hue: 210 }),
    found_at: '2026-11-26T00:10:00.000Z',
    count: at === 0 ? 2 : 1,
    parents: null,
  })),
});

test.each([
  [0, '', ''],
  [5, 'Bunlet', 'uncommon, 1 in 13'],
  [9, 'Glint', 'epic, 1 in 100'],
  [45, 'Comet', 'epic, 1 in 167'],
])(
  'the player’s own collection with %i of 45 has a card for each, and shows what is missing',
  async (count, rarest, odds) => {
    host.on(getProfile, () => collector(5, count));
    open('/user/profile?show=collection');
    const section = within(await screen.findByRole('region', { name: 'Your collection' }));
    expect(section.getByText(`${count} of 45 creatures`)).toBeTruthy();
    expect(section.queryByText('Play Hatch') !== null).toBe(count === 0);
    const pages = section.getAllByRole('region');
    expect(pages).toHaveLength(5);
    // The first page with something to find is open, except for a new player.
    const opened = pages.map((page) => page.querySelector('details')?.open);
    expect(opened).toEqual([count > 0 && count < 9, count === 9, false, false, false]);
    const cards = pages.flatMap((page) => within(page).getAllByRole('listitem'));
    expect(cards).toHaveLength(45);
    expect(cards.filter((card) => within(card).queryByText('Not found yet:'))).toHaveLength(45 - count);
    const [bean, , , , , , , , glint] = cards.map(({ textContent }) => textContent);
    expect(bean).toBe(
      count > 0 ? 'Bean▪ common26 Nov · 2 times' : '?Bean▪ commonNot found yet: no ears, 1 foot · 1 in 4',
    );
    expect(glint).toContain('epic');
    // The rarest first.
    const shelf =
      count > 0
        ? within(section.getByRole('list', { name: 'Rarest creatures' })).getAllByRole('listitem')
        : [];
    expect(shelf).toHaveLength(Math.min(count, 8));
    const others = section.queryByRole('list', { name: 'Other creatures you found' });
    expect(others?.children.length ?? 0).toBe(Math.max(0, count - 8));
    expect(shelf[0]?.textContent ?? '').toContain(rarest);
    expect(section.queryByRole('button', { name: 'Share' }) !== null).toBe(count > 0);
    if (count === 0) return;
    press('Share');
    await screen.findByText(
      new RegExp(`^I found: ${rarest} \\(Rarity: ${odds}\\)\\. .* on Playtally http.*/games/hatch$`),
    );
    // And any other.
    fireEvent.change(section.getByLabelText('Creature to share'), { target: { value: '1' } });
    await screen.findByText(
      /^I found: Bean \(Rarity: common, 1 in 4\)\. .* on Playtally http.*\/games\/hatch$/,
    );
  },
);

test('on a phone a new player sees four badges, and opens the rest', async () => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(width <= 760px)' }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  host.on(getProfile, () => ({
    ...collector(5, 0),
    badges: [{ id: 'week', name: 'Full week', what: 'Kept it' }],
  }));
  open('/user/profile');
  const section = await screen.findByRole('region', { name: 'Badges' });
  expect(section.textContent).toContain('1 of 7');
  const [first, rest] = section.querySelectorAll('ul');
  expect(first?.children).toHaveLength(4);
  expect(rest?.children).toHaveLength(3);
  expect(rest?.closest('details')?.open).toBe(false);
  expect(section.querySelector('summary')?.textContent).toBe('3 more badges');
});

test('each badge has a drawing of its own', async () => {
  host.on(getProfile, () => collector(5, 0));
  open('/user/profile');
  const section = await screen.findByRole('region', { name: 'Badges' });
  const drawn = [...section.querySelectorAll('.medal')].map((medal) => medal.innerHTML);
  expect(drawn).toHaveLength(7);
  expect(drawn).toEqual([...new Set(drawn)]);
});

test.each([0, 5])('another player’s collection of %i shows only what they found', async (count) => {
  host.on(getProfile, () => collector(9, count));
  open('/user/profile/9');
  await screen.findByRole('heading', { name: 'Badges' });
  const section = screen.queryByRole('region', { name: 'somebody’s collection' });
  expect(section !== null).toBe(count > 0);
  expect(screen.queryAllByText('Not found yet:')).toEqual([]);
  if (section) expect(within(section).getAllByRole('listitem')).toHaveLength(count);
});

test('a pair shows the creature it breeds, is bred once a day, and the result is in the collection', async () => {
  host.on(getProfile, () => ({ ...collector(5, 5), breeds_at: null }));
  const [, , , , , moth] = kinds;
  if (!moth) throw new Error('the book has a sixth');
  host.on(breedCreatures, () => ({
    find: {
      kind: moth.id,
      creature: codeOf(silhouetteOf(moth)),
      found_at: '2026-11-26T00:10:00.000Z',
      count: 1,
      parents: [3, 5],
    },
    is_new: true,
    next_at: '2026-11-27T00:00:00.000Z',
  }));
  open('/user/profile?show=collection');
  await screen.findByText('5 of 45 creatures');
  expect(screen.getByText('They breed Moth (rare, new).')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Second creature'), { target: { value: '5' } });
  expect(screen.getByText('They breed Pip (common).'), 'never the other of the two').toBeTruthy();
  press('Breed Jelly and Hopkin');
  await screen.findByText('6 of 45 creatures');
  expect(host.bodies(breedCreatures)).toEqual([{ one: 3, other: 5 }]);
  expect(screen.getByRole('status', { name: 'What you bred' }).textContent).toBe('New: Moth (rare)');
  expect(screen.queryByRole('button', { name: /^Breed/ })).toBeNull();
  expect(screen.getByText('You can breed again after midnight UTC.')).toBeTruthy();
});

test('the one pair that breeds something new is chosen first', async () => {
  // Jelly and Acorn come earlier, and breed a Bean.
  host.on(getProfile, () => ({ ...collector(5, 8), breeds_at: null }));
  open('/user/profile?show=collection');
  expect(await screen.findByRole('button', { name: 'Breed Moth and Sprig' })).toBeTruthy();
  expect(screen.getByText('They breed Glint (epic, new).')).toBeTruthy();
});
