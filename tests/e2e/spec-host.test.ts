/**
 * The built site with a host that only implements the specification (tests/support/spec-host): every page of section 2, as a
 * guest and as a user, and every flow. The regular run uses the one of its four styles that sends least, and for guests also
 * the one that rejects them. tests/unit/client/spec-host.test.ts makes every call in all four, and tests/islands/other-hosts.test.tsx
 * renders whatever such a host may answer. The site is served with that host's addresses, so everything between them is real,
 * including CORS, policy and socket. No request may be outside section 7.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { siteOfSpecHosts } from '../../scripts/test-site.ts';
import { alive, test as base, byNight, expect } from '../support/e2e.ts';
import { startSite } from '../support/site-hosts.ts';
import { account, COMMON, KNOWN_TOKEN, SHORTEST } from '../support/spec-host/answers.ts';
import { type SpecHost, startSpecHost } from '../support/spec-host/host.ts';
import { type MannerName, mannerNames, manners } from '../support/spec-host/manners.ts';
import { outsideSection7 } from '../support/spec-host/section-7.ts';

interface Spec {
  readonly host: SpecHost;
  readonly origin: string;
}

const test = base.extend<{ manner: MannerName; isUser: boolean; spec: Spec }, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => use(await siteOfSpecHosts()),
    { scope: 'worker', timeout: 300_000 },
  ],
  manner: ['bare', { option: true }],
  isUser: [false, { option: true }],
  spec: async ({ manner, site: folder }, use) => {
    const host = await startSpecHost(manner);
    const site = await startSite(folder, undefined, {
      api: host.url,
      socket: host.socket.url,
      key: 'spec-key',
    });
    host.siteUrl = site.origin;
    await use({ host, origin: site.origin });
    await site.stop();
    await host.close();
    expect(host.requests.flatMap(outsideSection7)).toEqual([]);
  },
  baseURL: async ({ spec }, use) => use(spec.origin),
  storageState: async ({ isUser, spec: { host, origin } }, use) => {
    const localStorage = Object.entries(host.session()).map(([name, value]) => ({ name, value }));
    await use(isUser ? { cookies: [], origins: [{ origin, localStorage }] } : undefined);
  },
  // Section 8: other failures are logged.
  expectedErrors: [/^(?:GET|POST) \/api\/\S+: 4\d\d/],
});

const landingPages = [
  ...['amazon-gift-cards', 'apex-coins', 'cardano', 'csgo-skins', 'ethereum', 'google-play-gift-codes'],
  ...['gta-shark-card', 'imvu-credits', 'imvu-credits-codes', 'itunes-gift-cards', 'minecraft-codes'],
  ...['monero', 'nintendo-eshop-codes', 'paypal-money', 'psn-codes', 'r6-credits', 'riot-points', 'ripple'],
  ...['rixty-codes', 'robux', 'spotify-premium', 'steam-wallet-codes', 'vbucks', 'wow-game-time'],
  ...['xbox-gift-cards', 'zcash'],
].map((name) => `/rewards/earn-free-${name}`);

type Route = readonly [path: string, ...texts: (string | RegExp)[]];

/** Section 2, and the host's content that must be shown. Static pages show what the build put there. */
const publicRoutes: readonly Route[] = [
  ...['/', '/about-us', '/advertisment', '/privacy', '/terms', '/test', '/test/test', '/test/Test'],
  // Pages of one template, which make no calls.
  ...['/no-such-page', ...byNight(landingPages, landingPages.slice(0, 1))],
  '/rewards/earn-gift-cards-by-playing-games',
].map((path): Route => [path]);

const guestRoutes: readonly Route[] = [
  ['/login'],
  ['/forgotpassword'],
  ['/api/password/find'],
  [`/api/password/find/${KNOWN_TOKEN}`],
  ['/reward/907/Harbour-credits#opinions', 'Harbour credits', 'Amount 71', 'Said about Harbour credits, 1.'],
  ['/guest'],
  ['/guest/cases', 'Harbour box 1'],
  ['/guest/contact'],
  ['/guest/contests', 'Harbour draw 1'],
  ['/guest/gameslist', 'Distant harbour', 'Far lantern'],
  ['/guest/rewards', 'Harbour credits', 'Lantern card'],
  ['/guest/article/921/How-the-harbour-pays', 'The text of How the harbour pays.'],
  ['/guest/case/980/Harbour-box-1', 'Harbour box 1'],
  ['/guest/contest/950/Harbour-draw-1', 'Harbour draw 1'],
  ['/guest/game/903/Distant-harbour#opinions', 'Said about Distant harbour, 1.', 'Cast off'],
  [
    '/guest/reward/907/Harbour-credits#opinions',
    'Amount 71',
    'Said about Harbour credits, 1.',
    'Log in to redeem',
  ],
];
/** What guests get even from a host that otherwise rejects them. */
const openToAll = ['/guest/game/903/Distant-harbour#opinions'];

const userRoutes: readonly Route[] = [
  ['/user', 'Cast off', 'Make fast', 'Entry 41', 'How the harbour pays'],
  ['/user/cases', 'Harbour box 1'],
  ['/user/contact'],
  ['/user/contests', 'Harbour draw 1'],
  ['/user/create_content'],
  ['/user/games', 'Distant harbour'],
  ['/user/games-all', 'Distant harbour'],
  ['/user/inventory'],
  ['/user/invite'],
  ['/user/leaderboard'],
  ['/user/messages'],
  ['/user/offerwalls'],
  ['/user/order-history'],
  ['/user/profile', /Player 5|Mira/],
  ['/user/rewards', 'Harbour credits'],
  ['/user/settings'],
  ['/user/socialmedia'],
  ['/user/game/903#opinions', 'Said about Distant harbour, 1.', 'Cast off', 'Come aboard', 'Harbour credits'],
  ['/user/profile/6', 'Player 6'],
  ['/user/article/921/How-the-harbour-pays', 'The text of How the harbour pays.', 'Next article'],
  ['/user/case/980/Harbour-box-1', 'Harbour box 1'],
  ['/user/contest/950/Harbour-draw-1', 'Harbour draw 1'],
  ['/user/reward/907/Harbour-credits#opinions', 'Amount 71', 'Said about Harbour credits, 1.'],
  ['/user/reward/84/Robux#opinions', 'Said about Robux, 1.'],
  ['/games/merge/play/desktop'],
];

/** Checks that nothing is still loading, and that nothing is shown that the host didn't send. */
async function expectWhole(page: Page, path: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(main, path).toHaveText(/\w{3}/);
  await expect(page.locator('.skeleton:visible, main [aria-busy="true"]'), path).toHaveCount(0);
  // Compares only the end, because a redirected visitor was here first. A mailed token disappears from the address at some point.
  const [asked = ''] = path.split('#');
  expect.soft([asked, asked.replace(`/${KNOWN_TOKEN}`, '')]).toContain(new URL(page.url()).pathname);
  expect
    .soft(await page.locator('body').innerText(), path)
    .not.toMatch(/undefined|\bNaN\b|\[object |Invalid Date|\bnull\b/);
}

async function walk(page: Page, routes: readonly Route[], { requests }: SpecHost): Promise<void> {
  for (const [path, ...texts] of routes) {
    const before = requests.length;
    await page.goto(path, { waitUntil: 'commit' });
    for (const text of texts)
      await expect.soft(page.getByRole('main').getByText(text).first(), `${path}: ${text}`).toBeVisible();
    await expectWhole(page, path);
    if (texts.length === 0)
      expect
        .soft(
          requests.slice(before).map((one) => one.path),
          path,
        )
        .toEqual([]);
  }
}

/** Pages that make no calls are the same with each host, so they are opened in one style only. */
const byManner = (manner: MannerName, routes: readonly Route[]) =>
  manner === 'bare' ? routes : routes.filter(([, ...texts]) => texts.length > 0);

/** Presses "Load more" below a list: the next page is below the first. */
async function loadMore(list: Locator, row: 'listitem' | 'row' = 'listitem'): Promise<void> {
  const rows = list.getByRole(row);
  const more = list.getByRole('button', { name: 'Load more' });
  await expect(more).toBeVisible();
  const [before, first] = [await rows.count(), await rows.first().innerText()];
  await more.click();
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
  expect(await rows.first().innerText()).toBe(first);
}

/** Goes to the next page of the list at this address: below the first, or instead of it if the host counts its lists. */
async function turnPage(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  const main = page.getByRole('main');
  const rows = main.locator('.found').getByRole('listitem');
  const next = main.getByRole('button', { name: /^(?:Load more|Next)$/ });
  const isCounted = (await next.innerText()) === 'Next';
  const before = await rows.allInnerTexts();
  await next.click();
  if (isCounted) {
    await expect(main.getByText('page 2 of 2')).toBeVisible();
    await expect(rows.first(), path).not.toHaveText(before[0] ?? '');
  } else {
    await expect.poll(() => rows.count(), path).toBeGreaterThan(before.length);
    expect((await rows.allInnerTexts()).slice(0, before.length)).toEqual(before);
  }
}

/** Rating, more, liking, writing: section 4. No call rates a game, and its opinions can be disliked. */
async function talk(page: Page, path: string, of: 'game' | 'other'): Promise<void> {
  await page.goto(`${path}#opinions`);
  const part = page.getByRole('region', { name: /Reviews|Comments/ });
  await expect(part.getByText('4.0 of 5, from 3 ratings')).toBeVisible();
  if (of !== 'game') {
    await part.getByRole('button', { name: '5 of 5, excellent' }).click();
    await expect(part.getByText('5.0 of 5, from 4 ratings')).toBeVisible();
  }
  await loadMore(part);
  const like = part.getByRole('listitem').nth(1).getByRole('button', { name: /^Like/ });
  await expect(like).toHaveText('Like 2');
  // The like is shown before the host has answered, and a reload would cancel the call.
  const liked = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await like.click();
  await expect(like).toHaveText('Liked 3');
  await liked;
  await page.reload();
  await expect(like).toHaveText('Liked 3');
  if (of === 'game') {
    const dislike = part
      .getByRole('listitem')
      .nth(1)
      .getByRole('button', { name: /^Dislike/ });
    await dislike.click();
    await expect(dislike).toHaveText('Disliked');
  } else await like.click();
  await expect(like).toHaveText('Like 2');

  const words = part.getByRole('textbox');
  await words.fill('Short');
  // Section 8: other failures are logged.
  const logged = page.waitForEvent('console', (message) => /^POST \S+: 422 /.test(message.text()));
  await part.getByRole('button', { name: /^Post / }).click();
  await logged;
  await expect(part.getByText(`The opinion must be at least ${SHORTEST} characters.`)).toBeVisible();
  await expect(words).toHaveValue('Short');
  await words.fill(`Long enough for ${path}.`);
  await part.getByRole('button', { name: /^Post / }).click();
  await expect(part.getByRole('listitem').first()).toContainText(`Long enough for ${path}.`);
  await expectWhole(page, path);
}

async function redeem(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Redeem (?:it|for)/ })
    .click();
}

/** A new account's session begins as in section 4: all of it is stored, and countries are requested with the header. */
async function expectEntered(page: Page, host: SpecHost): Promise<void> {
  // The page is left meanwhile.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('countries')).catch(() => null))
    .toContain('Iceland');
  const [token, id, user] = await page.evaluate(() =>
    ['token', 'user_id', 'user'].map((name) => localStorage.getItem(name)),
  );
  expect([id, JSON.parse(user ?? '{}').id]).toEqual(['5', 5]);
  const asked = host.requests.findLast(({ path }) => path === '/api/user/get-countries');
  expect(asked?.headers.authorization).toBe(`Bearer ${token}`);
}

/** A captcha with a box that anyone can tick. */
const ticked = `{
  let tick;
  window.grecaptcha = {
    ready: (then) => then(),
    render(place, { callback }) {
      tick = () => setTimeout(() => callback('ticked'));
      tick();
      return 0;
    },
    reset: () => tick(),
  };
}`;

test.describe.configure({ mode: 'parallel' });

test('public pages', async ({ page, spec: { host } }) => {
  await walk(page, publicRoutes, host);
});

for (const manner of byNight<readonly MannerName[]>(mannerNames, ['bare', 'simple']))
  test.describe(`a host in the style “${manner}”`, () => {
    test.use({ manner });

    test('guests see every page', async ({ page, spec: { host } }) => {
      const { letsGuestsLook } = manners[manner];
      // On other pages they get a link to the login.
      for (const [path, ...texts] of byManner(manner, guestRoutes))
        await walk(
          page,
          [[path, ...(letsGuestsLook || openToAll.includes(path) ? texts : ['Log in'])]],
          host,
        );
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    });
  });

for (const manner of byNight<readonly MannerName[]>(mannerNames, ['bare']))
  test.describe(`a player of a host in the style “${manner}”`, () => {
    test.use({ manner });

    test('the five ways to sign in', async ({ page, spec: { host, origin } }) => {
      await page.route('https://www.google.com/recaptcha/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: ticked }),
      );
      // From a page without scripts, because an app page would store again what it has just read.
      const leave = async () => {
        await page.goto('/terms');
        await page.evaluate(() => localStorage.clear());
      };
      const show = async (path: string) => {
        await page.goto(path);
        await alive(page);
      };
      const send = async (name: string, email: string, password: string) => {
        await page.getByLabel('Email address').fill(email);
        await page.getByLabel('Password', { exact: true }).fill(password);
        if (await page.getByLabel('Day').isVisible()) {
          await page.getByLabel('Day').fill('1');
          await page.getByLabel('Month').selectOption('1');
          await page.getByLabel('Year').fill('1990');
        }
        await page.getByRole('button', { name, exact: true }).click();
      };
      await show('/login?from=/user/games');
      await send('Log in', account.email, 'not the right one');
      await expect(page.getByText('These credentials do not match our records.')).toBeVisible();
      await expect(page.getByLabel('Email address')).toBeFocused();
      await send('Log in', account.email, account.password);
      await expect(page.getByRole('main').getByText('Distant harbour')).toBeVisible();
      await expectEntered(page, host);

      await leave();
      await show('/login?from=/user/games#sign-up');
      await send('Sign up', account.email, account.password);
      await expect(page.getByText('The email has already been taken.')).toBeVisible();
      await send('Sign up', 'new@spec.example', 'another password of the spec');
      await expect(page.getByRole('main').getByText('Distant harbour')).toBeVisible();
      await expectEntered(page, host);

      await leave();
      await show(`/api/password/find/${KNOWN_TOKEN}?email=${account.email}`);
      const choose = async (password: string) => {
        await page.getByLabel('New password', { exact: true }).fill(password);
        await page.getByLabel('Confirm new password').fill(password);
        await page.getByRole('button', { name: 'Save and log in' }).click();
      };
      await choose(`a ${COMMON} password`);
      await expect(page.getByText('The given password is too common.')).toBeVisible();
      await choose('another password of the spec');
      await page.waitForURL('**/user');
      await expectEntered(page, host);

      const ways = [
        ['google', 'Google', 'https://accounts.google.com/o/oauth2/v2/auth', 'client_id=spec-client'],
        ['steam', 'Steam', 'https://steamcommunity.com/openid/login', 'openid.mode=checkid_setup'],
      ] as const;
      for (const [by, name, address, asks] of ways) {
        await page.route(`${address}?**`, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Log in</title>' }),
        );
        for (const token of ['another', KNOWN_TOKEN]) {
          await leave();
          await show('/login?from=/user/games');
          await page.getByRole('button', { name: `Continue with ${name}` }).click();
          await page.waitForURL(`${address}?**`);
          expect(page.url()).toContain(asks);
          const { searchParams } = new URL(page.url());
          const back = searchParams.get('openid.return_to') ?? searchParams.get('redirect_uri') ?? '';
          expect(back).toContain(by === 'google' ? `${host.url}/login/google/callback` : `${origin}/login?`);
          const visit = searchParams.get('state') ?? new URL(back).searchParams.get('state') ?? '';
          await page.goto(
            by === 'google'
              ? `${origin}/login#${new URLSearchParams({ access_token: token, state: visit })}`
              : `${back}&${new URLSearchParams({ 'openid.mode': 'id_res', 'openid.sig': token })}`,
          );
          if (token === KNOWN_TOKEN) {
            await expect(page.getByRole('main').getByText('Distant harbour')).toBeVisible();
            await expectEntered(page, host);
          } else await expect(page.getByText('This token is invalid.')).toBeVisible();
        }
      }
    });

    test.describe('signed in', () => {
      test.use({ isUser: true });

      test('every page shows what the host sends', async ({ page, spec: { host } }) => {
        await walk(page, byManner(manner, userRoutes), host);
        expect.soft(host.socket.connections[0]).toMatch(/^\/app\/spec-key\?protocol=7/);
      });

      test('every flow', async ({ page, spec: { host } }) => {
        await talk(page, '/user/reward/908/Lantern-card', 'other');
        await talk(page, '/user/game/904', 'game');
        const articles = page.getByRole('region', { name: 'Articles about Far lantern' });
        await articles.getByRole('button', { name: 'Show all' }).click();
        await loadMore(articles);
        await talk(page, '/user/article/922/News-of-the-lantern', 'other');

        await page.goto('/user/reward/907');
        await page.getByText('Amount 72').click();
        await redeem(page);
        await expect(page.getByRole('dialog').getByText('The selected amount is sold out.')).toBeVisible();
        await page.keyboard.press('Escape');
        await page.getByText('Amount 71').click();
        await redeem(page);
        await expect(page.getByRole('heading', { name: 'Ordered' })).toBeVisible();
        await page.goto('/user/reward/908');
        await redeem(page);
        await expect(page.getByRole('heading', { name: 'Ordered' })).toBeVisible();
        expect(host.world.orders).toEqual([{ reward: 907, amount: 71 }, { reward: 908 }]);

        await page.goto('/user/reward/907#opinions');
        // Another player rates it in the meantime, and the socket's event reaches the screen.
        await expect.poll(() => host.socket.channels()).toContain('feed');
        const rated = host.world.rewards.get(907);
        if (rated) host.world.rate(rated, 5);
        host.socket.sendEvent('feed', 'RewardChanged', { reward_id: 907 });
        await page.getByRole('button', { name: 'Make this my goal' }).click();
        await expect(page.getByText('This is your goal.')).toBeVisible();
        expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').myreward)).toBe(
          907,
        );
        await expect(page.getByText('5.0 of 5, from 4 ratings')).toBeVisible();
        await page.goto('/user');
        await expect(page.getByText('Your goal: Harbour credits')).toBeVisible();
        // What was loaded already, then the next page.
        for (let times = 0; times < 2; times++) {
          await loadMore(page.getByRole('region', { name: 'Points history' }), 'row');
          await loadMore(page.getByRole('region', { name: 'Articles', exact: true }));
        }
        for (const path of ['/user/rewards', '/user/games', '/user/contests', '/user/cases', '/user/article'])
          await turnPage(page, path);

        for (const [path, first] of [
          ['/user/rewards', 'Harbour credits'],
          ['/user/contests', 'Harbour draw 1'],
          ['/user/cases', 'Harbour box 1'],
        ] as const) {
          await page.goto(`${path}?game-name=${encodeURIComponent(first)}`);
          await expect(page.getByRole('main').getByText(first, { exact: true }).first()).toBeVisible();
        }

        await page.goto('/user/article/921');
        await page.getByRole('link', { name: 'Next article' }).click();
        await expect(page.getByRole('heading', { name: 'News of the lantern', level: 1 })).toBeVisible();
        await page.getByRole('link', { name: 'Previous article' }).click();
        await expect(page.getByRole('heading', { name: 'How the harbour pays', level: 1 })).toBeVisible();

        // An open page would be rejected too, and its own redirect to the login would interfere.
        await page.goto('about:blank');
        host.expire();
        // Only once it has loaded, because it redirects before that.
        await page.goto('/user/rewards', { waitUntil: 'commit' });
        await page.waitForURL('**/login?from=%2Fuser%2Frewards');
        expect(
          await page.evaluate(() => ['token', 'user_id', 'user'].map((name) => localStorage.getItem(name))),
        ).toEqual([null, null, null]);
      });
    });
  });

test('its lists begin as skeletons, because the build’s catalogue isn’t its own', ({ site }) => {
  for (const page of ['user/rewards', 'user/games', 'guest/cases', 'guest/contests'])
    expect(readFileSync(join(site, `${page}.html`), 'utf8'), page).toMatch(/<main[\s\S]*class="skeleton/);
});
