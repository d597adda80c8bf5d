/**
 * The site before another implementation of its API, made from the specification alone (tests/support/foreign-host.ts): every screen
 * stands, transitions work, refusals in Laravel's form are shown, and what that host doesn't offer is told. The site is handed out with
 * that host's address, so that everything between them is real, CORS and policy included; its socket is nowhere.
 */
import type { Page } from '@playwright/test';
import { anyPort } from '../../scripts/ports.ts';
import { SITE } from '../../scripts/test-site.ts';
import { test as base, expect } from '../support/e2e.ts';
import { foreignAccount, KNOWN } from '../support/foreign-calls.ts';
import { type ForeignHost, startForeignHost } from '../support/foreign-host.ts';
import type { Host } from '../support/nginx.ts';
import { storedSession } from '../support/sign-in.ts';
import { startSite } from '../support/site-hosts.ts';

interface Foreign {
  readonly host: ForeignHost;
  readonly site: Host;
}

const test = base.extend<{ signedIn: boolean }, { foreign: Foreign }>({
  foreign: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const host = await startForeignHost();
      const socket = `ws://127.0.0.1:${await anyPort()}`;
      const site = await startSite(SITE, undefined, { api: host.url, socket, key: 'playtally' });
      host.siteUrl = site.origin;
      await use({ host, site });
      await site.stop();
      await host.close();
    },
    { scope: 'worker' },
  ],
  signedIn: [false, { option: true }],
  expectedErrors: [/WebSocket connection to .* failed/],
  baseURL: async ({ foreign }, use) => use(foreign.site.origin),
  storageState: async ({ signedIn, foreign }, use) => {
    const session = { token: '1|foreign-secret', user: { id: 5, name: '' } };
    await use(signedIn ? storedSession({ siteUrl: foreign.site.origin }, session) : undefined);
  },
});

/** Address, and what of the host's answer must stand there. */
const guestScreens = [
  ['/guest/gameslist', ['Foreign harbour', 'Distant lantern']],
  ['/guest/game/3', ['Said about Foreign harbour, 1', 'Quest 31', 'Harbour credits', 'How the harbour pays']],
  ['/guest/rewards', ['Harbour credits', 'Lantern card', '2 rewards']],
  ['/guest/reward/7', ['Amount 71', 'Said about Harbour credits, 1', 'Lantern card', 'Log in to redeem']],
  ['/guest/article/21', ['The text of How the harbour pays.', 'Said about How the harbour pays, 1']],
  ['/guest/contests', ['Harbour draw', '1 contest']],
  ['/guest/cases', ['Harbour box', '1 case']],
  ['/reward/7', ['Amount 71', 'Log in to redeem']],
] as const;

const userScreens = [
  ['/user', ['Quest 31', 'Quest 32', 'Entry 41', 'How the harbour pays', 'What are you playing for?']],
  ['/user/games', ['Foreign harbour', 'Distant lantern']],
  ['/user/games-all', ['Foreign harbour', 'All 2 games']],
  ['/user/game/3', ['Said about Foreign harbour, 1', 'Quest 31', 'Harbour credits']],
  ['/user/rewards', ['Harbour credits', '2 rewards']],
  ['/user/reward/7', ['Amount 71', 'not told here', 'Said about Harbour credits, 1']],
  ['/user/article/21', ['The text of How the harbour pays.', 'Next article']],
  ['/user/contests', ['Harbour draw']],
  ['/user/cases', ['Harbour box']],
  ['/user/profile', ['Player 5', 'you']],
  ['/user/profile/6', ['Player 6']],
] as const;

/** Screens of calls that are our additions. */
const notOffered = [
  '/guest/article',
  '/guest/contest/51',
  '/guest/case/61',
  '/user/order-history',
  '/user/contest/51',
  '/user/case/61',
  '/user/cases?tab=openings',
  '/user/contests?tab=entries',
  '/user/inventory',
  '/user/invite',
  '/user/leaderboard',
  '/user/messages',
  '/user/messages?show=notifications',
  '/user/messages?thread=1',
  '/user/settings',
  '/user/socialmedia',
  '/user/create_content',
  '/user/create_content?draft=7c0f0f5e-4a53-4c0e-9d3b-000000000001',
];
/** Of two parts, both of our additions. */
const notOfferedTwice = ['/user/offerwalls', '/user/offerwalls?offer=1'];

/** Nothing waits, nothing invented stands there: no figure of points, no date, no word that nobody told. */
async function expectStanding(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.locator('.skeleton:visible, [aria-busy="true"]')).toHaveCount(0);
  await expect(main.getByText(/NaN|undefined|null|Invalid Date|Demo partner/)).toHaveCount(0);
  await expect(main.getByText(/^0 pts/)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\w/);
}

test('guests see every screen with what the host tells, and nothing made up', async ({ page }) => {
  for (const [path, texts] of guestScreens) {
    await page.goto(path);
    for (const text of texts)
      await expect(page.getByRole('main').getByText(text).first(), `${path}: ${text}`).toBeVisible();
    await expectStanding(page);
  }
  await page.goto('/guest/rewards?game-name=lantern');
  await expect(page.getByRole('main').getByText('1 reward', { exact: true })).toBeVisible();
  await page.goto('/guest/reward/4040');
  await expect(page.getByRole('main').getByText('There is no such reward')).toBeVisible();
  await page.goto('/guest/game/4040');
  await expect(page.getByRole('main').getByText('There is no such game')).toBeVisible();
});

test.describe('additions of ours', () => {
  test.use({ signedIn: true });

  test('are told not to be offered, and the way on stays', async ({ page }) => {
    for (const path of [...notOfferedTwice, ...notOffered]) {
      await page.goto(path);
      const alerts = page.getByRole('main').getByRole('alert');
      const told = alerts.filter({ hasText: "This isn't offered here." });
      await expect(told, path).toHaveCount(notOfferedTwice.includes(path) ? 2 : 1);
      await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
      await expectStanding(page);
    }
  });
});

test('logging in: a refusal stands beside its field, and the session is stored as the specification says', async ({
  page,
}) => {
  await page.goto('/login?from=/user/games');
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await page.getByLabel('E-mail address').fill(foreignAccount.email);
  await page.getByLabel('Password', { exact: true }).fill('not the right one');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('These credentials do not match our records.')).toBeVisible();
  await expect(page.getByLabel('E-mail address')).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(foreignAccount.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/user/games');
  await expect(page.getByRole('main').getByText('Foreign harbour')).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user_id')])).toEqual(
    ['1|foreign-secret', '5'],
  );
  // The balance is a call of ours: its places say so and don't wait.
  await expect(page.getByRole('banner').getByText('unknown').first()).toBeVisible();
});

test('a new password: a refusal stands beside its field, and one is in', async ({ page }) => {
  await page.goto(`/api/password/find/${KNOWN}?email=${foreignAccount.email}`);
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  const choose = async (password: string) => {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('New password again').fill(password);
    await page.getByRole('button', { name: 'Save and log in' }).click();
  };
  await choose('a common password');
  await expect(page.getByText('The given password is too common.')).toBeVisible();
  await choose('a long enough password');
  await page.waitForURL('**/user');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe('1|foreign-secret');
});

for (const by of ['google', 'steam'])
  test(`back from ${by}: a refusal in the host’s words, and a session by what it knows`, async ({ page }) => {
    // As it is when this tab has set out from here.
    await page.goto('/login');
    const back = async (token: string) => {
      await page.evaluate(() =>
        sessionStorage.setItem('sign-in-visit', JSON.stringify({ visit: 'v', query: '?from=/user/games' })),
      );
      await page.goto('/about-us');
      await page.goto(`/login#by=${by}&token=${token}&visit=v`);
    };
    await back('another');
    await expect(page.getByText('This token is invalid.')).toBeVisible();
    await back(KNOWN);
    // Nobody told a birth date, and it may be told later.
    await page.getByRole('link', { name: 'Answer later' }).click();
    await expect(page.getByRole('main').getByText('Foreign harbour')).toBeVisible();
  });

test('a session that the host doesn’t know leads to the login', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => {
    localStorage.setItem('token', '9|stale');
    localStorage.setItem('user_id', '5');
    localStorage.setItem('user', '{"id":5,"name":""}');
  });
  await page.goto('/user/games');
  await page.goto('/user');
  await page.waitForURL('/login?from=%2Fuser');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test.describe('signed in', () => {
  test.use({ signedIn: true });

  test('every screen stands with what the host tells, and nothing made up', async ({ page }) => {
    for (const [path, texts] of userScreens) {
      await page.goto(path);
      for (const text of texts)
        await expect(page.getByRole('main').getByText(text).first(), `${path}: ${text}`).toBeVisible();
      await expectStanding(page);
    }
  });

  // Rating a game is a call of ours.
  for (const [kind, path, name, rates] of [
    ['reward', '/user/reward/8', 'Lantern card', true],
    ['game', '/user/game/4', 'Distant lantern', false],
    ['article', '/user/article/22', 'News of the lantern', true],
  ] as const)
    test(`rating, writing, liking and loading more work on a ${kind}`, async ({ page }) => {
      await page.goto(path);
      const talk = page.getByRole('region', { name: /Opinions|Comments/ });
      await expect(talk.getByText('4.0 of 5, from 3 ratings')).toBeVisible();
      await talk.getByRole('button', { name: '5 of 5, excellent' }).click();
      if (rates) {
        await expect(talk.getByText('5.0 of 5, from 4 ratings')).toBeVisible();
        await expect(talk.getByText(/You rated it/)).toBeVisible();
      } else
        await expect(talk.getByText("Your rating wasn’t counted. This isn't offered here.")).toBeVisible();

      await expect(talk.getByRole('listitem')).toHaveCount(3);
      await talk.getByRole('button', { name: 'Load more' }).click();
      await expect(talk.getByRole('listitem')).toHaveCount(5);

      const like = talk.getByRole('listitem').nth(1).getByRole('button', { name: /^Like/ });
      await expect(like).toHaveText('Like 2');
      await like.click();
      await expect(like).toHaveText('Liked 3');

      const words = talk.getByRole('textbox');
      await words.fill('Short');
      await talk.getByRole('button', { name: 'Publish' }).click();
      await expect(talk.getByText('The opinion must be at least 10 characters.')).toBeVisible();
      await expect(words).toHaveValue('Short');
      await words.fill(`Long enough for ${name}.`);
      await talk.getByRole('button', { name: 'Publish' }).click();
      await expect(talk.getByRole('listitem').first()).toContainText(`Long enough for ${name}.`);
      await expect(talk.getByRole('listitem')).toHaveCount(6);
    });

  test('redeeming an amount: a refusal in words, and an order', async ({ page, foreign: { host } }) => {
    await page.goto('/user/reward/7');
    const dialog = page.getByRole('dialog');
    await page.getByText('Amount 72').click();
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    await dialog.getByRole('button', { name: 'Redeem it' }).click();
    await expect(dialog.getByText('The selected amount is sold out.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByText('Amount 71').click();
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    await dialog.getByRole('button', { name: 'Redeem it' }).click();
    await expect(page.getByRole('heading', { name: 'Ordered' })).toBeVisible();
    const bought = host.asked.flatMap((call, at) => (call.endsWith('/7/buyAmount') ? [host.sent[at]] : []));
    expect(bought).toEqual([{ amount_id: 72 }, { amount_id: 71 }]);
  });

  test('redeeming a reward that has no amounts, with an empty body', async ({ page, foreign: { host } }) => {
    await page.goto('/user/reward/8');
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Redeem it' }).click();
    await expect(page.getByRole('heading', { name: 'Ordered' })).toBeVisible();
    const bought = host.asked.flatMap((call, at) => (call.endsWith('/8/buy') ? [host.sent[at]] : []));
    expect(bought).toEqual([{}]);
  });

  test('a goal is stored on the user and stands on the dashboard', async ({ page }) => {
    await page.goto('/user/reward/7');
    await page.getByRole('button', { name: 'Make this my goal' }).click();
    await expect(page.getByText('This is your goal.')).toBeVisible();
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').myreward)).toBe(7);
    await page.goto('/user');
    await expect(page.getByText('You play for Harbour credits')).toBeVisible();
    await expectStanding(page);
  });

  test('the next article is asked for by the specification’s call', async ({ page }) => {
    await page.goto('/user/article/21');
    await page.getByRole('link', { name: 'Next article' }).click();
    await expect(page).toHaveURL(/\/user\/article\/22\/News-of-the-lantern$/);
    await expect(page.getByRole('heading', { name: 'News of the lantern', level: 1 })).toBeVisible();
  });

  test('a round on the stage is played without the host: it says so and practice stays', async ({ page }) => {
    await page.goto('/games/merge/play/desktop');
    await page.getByRole('button', { name: 'Start round' }).click();
    await expect(page.getByText("This isn't offered here.")).toBeVisible();
    await page.getByRole('button', { name: 'Play for practice' }).click();
    await expect(page.getByRole('region', { name: 'Board' })).toBeVisible();
  });
});
