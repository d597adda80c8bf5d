/**
 * A fault between the page and the API, on every screen that calls it. A new screen is a new row: a route without one fails the
 * first test; forms are in faults-forms.test.ts. Each kind of fault, and the redirect to the login, is tested on a few screens,
 * because the client handles them the same everywhere (tests/unit/client). tests/islands/acts.test.ts tests all faults on every
 * call that changes something. The regular run tests a screen shared by guests and players as a player. The page's clock is
 * controlled to reach timeouts.
 */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { routes } from '../../src/lib/routing/routes.ts';
import { byPlayer } from '../support/ask.ts';
import { test as base, byNight, expect } from '../support/e2e.ts';
import { type FaultyApi, faults, GIVEN_UP_AFTER_MS, OFFLINE, standBetween } from '../support/faults.ts';
import type { Product } from '../support/product.ts';
import { demoSession, type Entered, logInDemo, storedSession } from '../support/sign-in.ts';

interface Screen {
  readonly path: string;
  /** What is shown only once the API has answered. */
  readonly shows: string | RegExp;
  /** How many parts of the screen fail separately. */
  readonly parts?: number;
  /** The part that fetches is further down, and fetches when it is in view. */
  readonly below?: boolean;
  /** The calls that fail; default: all. */
  readonly calls?: RegExp;
  /** Tests every kind of fault. This refetches while the earlier content is on screen. */
  readonly again?: (main: Locator) => Promise<unknown>;
}

type RouteName = keyof typeof routes;

const byOrder = (value: string) => (main: Locator) => main.getByLabel('Sort by').selectOption(value);
const press = (name: string) => (main: Locator) => main.getByRole('button', { name, exact: true }).click();

/** Opens the folded demo listings, which hold the pager. */
async function nextDemoListings(main: Locator): Promise<void> {
  await main.getByText('Demo games').click();
  await press('Next')(main);
}

/** By the name of the route. A second row of a route adds a suffix after a space. */
const screens: Readonly<Record<string, Screen>> = {
  guestHome: { path: '/guest', below: true, shows: 'Not enough data' },
  guestGames: { path: '/guest/gameslist', shows: 'Demo games', again: nextDemoListings },
  guestGame: { path: '/guest/game/1/Merge', shows: 'Slide the tiles' },
  'guestGame and what belongs to it': {
    path: '/guest/game/1/Merge',
    calls: /\/games\/1\/(?:rewards|show-articles)/,
    parts: 2,
    shows: 'Rewards within reach',
  },
  guestRewards: { path: '/guest/rewards', shows: 'page 1 of 3' },
  guestReward: { path: '/guest/reward/84/Robux', shows: 'How to redeem it' },
  guestArticle: { path: '/guest/article', shows: 'Reading your ledger' },
  'guestArticle with a number': {
    path: '/guest/article/1',
    shows: /to write\./,
  },
  guestContests: { path: '/guest/contests', shows: 'Open now' },
  guestCases: { path: '/guest/cases', shows: 'Tile drawer' },
  guestCase: { path: '/guest/case/1/Tile-drawer', shows: 'Odds and payouts' },

  userHome: { path: '/user', shows: 'Load more', parts: 6, again: press('Guides') },
  userGames: { path: '/user/games', shows: 'Demo games' },
  userGamesAll: { path: '/user/games-all', shows: /^All \d+ games$/ },
  userGame: { path: '/user/game/1', shows: 'About the game' },
  userRewards: { path: '/user/rewards?sort-by=newest', shows: 'page 1 of 3', again: byOrder('price-asc') },
  userReward: { path: '/user/reward/84/Robux', shows: 'How to redeem it' },
  userOrders: { path: '/user/order-history', shows: /No orders yet|order \d+/ },
  userArticle: { path: '/user/article', shows: 'Reading your ledger' },
  'userArticle with a number': { path: '/user/article/1', shows: 'Post comment' },
  userContests: { path: '/user/contests', shows: 'Open now' },
  userCases: { path: '/user/cases', shows: 'Tile drawer' },
  'userCases with openings': { path: '/user/cases?tab=openings', shows: /You haven’t opened|openings?/ },
  userCase: { path: '/user/case/1/Tile-drawer', shows: 'Odds and payouts' },
  userInventory: { path: '/user/inventory', shows: /Nothing here yet|To use/ },
  userInvite: { path: '/user/invite', shows: 'No referrals yet' },
  userLeaderboard: { path: '/user/leaderboard', shows: /No points earned yet|player/ },
  userMessages: { path: '/user/messages', shows: /No (?:conversations|notifications) yet| ago/ },
  userOfferwalls: { path: '/user/offerwalls', parts: 2, shows: /Harbour Post|open an offer/i },
  userSettings: { path: '/user/settings', shows: 'Two-factor authentication' },
  userSocialMedia: { path: '/user/socialmedia', shows: /No tasks right now|Link to your post/ },
  userCreateContent: {
    path: '/user/create_content',
    shows: /You haven’t written anything yet|draft/,
  },
  userProfile: { path: '/user/profile', shows: 'joined' },
  'userProfile of another': { path: '/user/profile/2', shows: 'Only the player can see' },
  'userContests with entries': {
    path: '/user/contests?tab=entries',
    shows: /You haven’t entered|with the seed/,
  },

  // The board is part of the page; today's leaders are fetched.
  play: {
    path: '/games/merge/play/desktop?round=today',
    shows: /No scores yet|players? so far/,
  },
};

/** Screens that don't need the API, and those that redirect. */
const asksNothing: readonly RouteName[] = ['guestGamesById', 'guestContact', 'userContact'];

/** Sends a call of the demo account's. */
type Send = (method: string, path: string, body?: object) => Promise<unknown>;

const firstContest = async (send: Send) => pick(await send('GET', '/api/user/contests'), 'data', 0, 'id');
const newThread = { topic: 'other', subject: 'A question', body: 'Where is it?' };

/** Items whose number is only known at run time: contests are made each week, and the others belong to the reader. */
const numbered: Readonly<Record<string, Omit<Screen, 'path'> & { at(send: Send): Promise<string> }>> = {
  guestContest: { shows: 'Rules', at: async (send) => `/guest/contest/${await firstContest(send)}` },
  userContest: { shows: 'Rules', at: async (send) => `/user/contest/${await firstContest(send)}` },
  'userMessages with one': {
    shows: 'Where is it?',
    at: async (send) =>
      `/user/messages?thread=${pick(await send('POST', '/api/user/messages', newThread), 'thread', 'id')}`,
  },
  'userOfferwalls with one': {
    parts: 2,
    shows: 'How you earn',
    at: async (send) =>
      `/user/offerwalls?offer=${pick(await send('GET', '/api/user/offers'), 'data', 0, 'id')}`,
  },
  'userCreateContent with a draft': {
    shows: 'All changes saved.',
    at: async (send) => {
      const key = randomUUID();
      const draft = { title: 'Half a draft', summary: '', type: 'guide', game_id: null, body: 'A start.' };
      await send('PUT', `/api/user/submissions/${key}`, { ...draft, version: 0 });
      return `/user/create_content?draft=${key}`;
    },
  },
};

/** { a: [{ b: 3 }] } by 'a', 0, 'b' → 3 */
function pick(value: unknown, ...path: (string | number)[]): unknown {
  let at = value;
  for (const name of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  return at;
}

base.describe.configure({ mode: 'parallel' });

let session: Promise<Entered> | undefined;
const test = base.extend({
  // A socket that is cut off as well reports it on the console.
  expectedErrors: [/WebSocket connection to .* failed/],
});
const signedIn = test.extend({
  storageState: async ({ product }, use) => {
    session ??= logInWithGoal(product);
    await use(storedSession(product, await session));
  },
});

/** Sets a goal, whichever test used the account before, because the dashboard then has one more part. */
async function logInWithGoal(product: Product): Promise<Entered> {
  const session = await demoSession(product);
  await byPlayer(product, session, 'GET', '/api/user/reward-completion-check-the-reward/84');
  return logInDemo(product);
}

const LOADING = '.skeleton:visible, [aria-busy="true"]';
const retries = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' });

/** Checks that every failed part says why and offers a retry, that nothing keeps loading, and that the page has its heading. */
async function expectFailed(page: Page, { parts = 1 }: Screen, reason: RegExp): Promise<void> {
  const main = page.getByRole('main');
  const alerts = main.getByRole('alert').filter({ hasText: reason });
  await expect(alerts).toHaveCount(parts);
  await expect(alerts.getByRole('button', { name: 'Retry' })).toHaveCount(parts);
  await expect(main.locator(LOADING)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\w/);
}

async function expectWorks(page: Page, { shows }: Screen): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByText(shows).first()).toBeVisible();
  await expect(retries(page)).toHaveCount(0);
  // A skeleton may show the same heading, and a fault set now would then reach the call it stands for.
  await expect(main.locator(LOADING)).toHaveCount(0);
}

/** In one go, because what one of them fetches may remove the other. */
async function pressRetry(page: Page): Promise<void> {
  await expect(retries(page).first()).toBeVisible();
  await retries(page).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click();
  });
}

async function reach(page: Page, below: boolean | undefined): Promise<void> {
  if (below) await page.locator('main astro-island').last().scrollIntoViewIfNeeded();
}

async function open(page: Page, apiUrl: string, { path, calls, below, again }: Screen): Promise<FaultyApi> {
  if (again) await page.clock.install();
  const api = await standBetween(page, apiUrl, calls);
  api.fail(faults.broken);
  await page.goto(path);
  await reach(page, below);
  return api;
}

/** One fault after the other: each Retry meets the next, until the last succeeds. */
async function throughFaults(page: Page, api: FaultyApi, screen: Screen): Promise<void> {
  await expectFailed(page, screen, faults.broken.reason);

  api.fail(faults.malformed);
  await pressRetry(page);
  await expectFailed(page, screen, faults.malformed.reason);

  api.fail(faults.silent);
  await pressRetry(page);
  await expect.poll(api.met).toBeGreaterThanOrEqual(screen.parts ?? 1);
  await page.clock.fastForward(GIVEN_UP_AFTER_MS);
  await expectFailed(page, screen, faults.silent.reason);

  api.fail(faults.html);
  await pressRetry(page);
  await expectFailed(page, screen, faults.html.reason);

  api.fail(null);
  await pressRetry(page);
  await expectWorks(page, screen);
}

/** The page says that it is offline, and failed parts load automatically when the connection is back. */
async function throughOffline(page: Page, api: FaultyApi, screen: Screen): Promise<void> {
  api.fail(faults.broken);
  await page.reload();
  await reach(page, screen.below);
  await expectFailed(page, screen, faults.broken.reason);
  api.fail(null);
  // The script that reports it loads after the page; without it a page can't report anything.
  await expect(page.locator('#trouble')).toHaveAttribute('data-network', 'online');
  // No part may still be loading, because it would then be missing.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await expect(page.locator('#trouble')).toContainText('You’re offline.');
  await pressRetry(page);
  await expectFailed(page, screen, OFFLINE);
  await page.context().setOffline(false);
  await expectWorks(page, screen);
  await expect(page.locator('#trouble')).toBeEmpty();
}

/** Content on screen stays if a refetch fails, with the reason and a retry. */
async function throughStale(page: Page, api: FaultyApi, { again }: Screen): Promise<void> {
  if (!again) return;
  const main = page.getByRole('main');
  api.fail(faults.broken);
  await again(main);
  await expect(main.getByRole('alert').filter({ hasText: faults.broken.reason })).toHaveCount(1);
  api.fail(null);
  await pressRetry(page);
  await expect(retries(page)).toHaveCount(0);
  await expect(main.locator(LOADING)).toHaveCount(0);
}

/**
 * Every call is rejected immediately: there is one redirect to the login, which knows the way back and stays. A browsing guest
 * gets a link.
 */
async function throughRefusal(page: Page, api: FaultyApi, { path, below, parts = 1 }: Screen): Promise<void> {
  // Pending calls of the previous page would be rejected too, and redirect by themselves.
  await page.goto('about:blank');
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  api.fail(faults.unauthorized);
  // The shell's own call may be rejected before the page has loaded, and then there is nothing to scroll.
  await page.goto(path, { waitUntil: 'commit' });
  if (!path.startsWith('/user')) {
    await reach(page, below);
    const links = page.getByRole('main').getByRole('alert').getByRole('link', { name: 'Log in' });
    await expect(links).toHaveCount(parts);
    await expect(links.first()).toHaveAttribute('href', `/login?from=${encodeURIComponent(path)}`);
    expect(documents).toEqual([page.url()]);
    return;
  }
  const led = () => page.waitForURL('**/login?**');
  await Promise.any([led(), reach(page, below).then(led)]);
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('from')).toBe(path);
  expect(
    await page.evaluate(() => ['token', 'user_id', 'user'].map((key) => localStorage.getItem(key))),
  ).toEqual([null, null, null]);
  // The form's captcha call is rejected as well: the form says so and doesn't redirect.
  await expect(page.locator('form').getByRole('alert')).toBeVisible();
  expect(documents).toEqual([expect.stringContaining(path), page.url()]);
}

/** It says why, and the same action works again. */
async function throughOne(page: Page, api: FaultyApi, screen: Screen): Promise<void> {
  await expectFailed(page, screen, faults.broken.reason);
  api.fail(null);
  // The script that keeps the focus loads with the router, once the page is idle.
  await page.waitForFunction(() => history.state !== null);
  await retries(page).first().focus();
  await pressRetry(page);
  await expectWorks(page, screen);
  // The button is gone; a keyboard goes on from where it was.
  expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content');
}

async function throughAll(page: Page, apiUrl: string, screen: Screen): Promise<void> {
  const api = await open(page, apiUrl, screen);
  if (screen.again) {
    await throughFaults(page, api, screen);
    await throughStale(page, api, screen);
    await throughOffline(page, api, screen);
  } else await throughOne(page, api, screen);
  if (byNight(screen.calls === undefined, screen.again !== undefined))
    await throughRefusal(page, api, screen);
}

test('every screen has a row in the table', () => {
  const rows = [...Object.keys(screens), ...Object.keys(numbered)].map((name) => name.split(' ')[0]);
  const needed = Object.entries(routes).filter(([, { area }]) => ['guest', 'user', 'play'].includes(area));
  expect(new Set([...rows, ...asksNothing])).toEqual(new Set(needed.map(([name]) => name)));
});

/** A screen shared by guests and players, such as guestCase and userCase. Their home pages differ. */
const isShared = (name: string) =>
  name !== 'guestHome' && name.replace(/^guest/, 'user') in { ...screens, ...numbered };
const isTried = (name: string, screen: Omit<Screen, 'path'>) =>
  byNight(true, !name.startsWith('guest') || screen.again !== undefined || !isShared(name));

for (const [name, screen] of Object.entries(screens)) {
  if (!isTried(name, screen)) continue;
  const run = screen.path.startsWith('/user') ? signedIn : test;
  run(`${name}: a fault in words, and Retry works`, ({ page, product }) =>
    throughAll(page, product.apiUrl, screen),
  );
}

for (const [name, screen] of Object.entries(numbered)) {
  if (!isTried(name, screen)) continue;
  const run = name.startsWith('user') ? signedIn : test;
  run(`${name}: a fault in words, and Retry works`, async ({ page, product }) => {
    session ??= logInWithGoal(product);
    const player = await session;
    const path = await screen.at((method, path, body) => byPlayer(product, player, method, path, body));
    await throughAll(page, product.apiUrl, { ...screen, path });
  });
}

signedIn('the screens that fetch nothing are shown whatever the API does', async ({ page, product }) => {
  const asked: string[] = [];
  const api = await standBetween(page, product.apiUrl);
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === product.apiUrl && pathname.startsWith('/api/')) asked.push(pathname);
  });
  api.fail(faults.broken);
  for (const name of asksNothing) {
    if (name === 'guestGamesById') continue;
    await page.goto(routes[name].pattern);
    await expect(page.getByRole('main').locator('p, li').first(), name).toBeVisible();
    await expect(page.locator('main .skeleton:visible')).toHaveCount(0);
  }
  // The shell's own call, whose failure leaves the shell unchanged.
  const ofTheShell = /\/(?:balance|device|messages|unread|notifications)\b/;
  expect(asked.filter((path) => !ofTheShell.test(path))).toEqual([]);
});
