/**
 * Checks every page in one visit: nothing shifts when answers arrive late, axe finds nothing, it isn't wider than a phone or a
 * desktop, its text is large enough, a new account's screens are short, and at 320 pixels all words can be read without scrolling
 * sideways. Each page has a different size and theme. At night each page is checked in all of them, and so are addresses with
 * nothing chosen, pages that share a template, and pages shared by guests and players.
 */
import { randomUUID } from 'node:crypto';
import { getPush } from '../../src/lib/contract/notifications/push.ts';
import { listOrders } from '../../src/lib/contract/redemption/orders.ts';
import { pages, toLookAt } from '../site/addresses.ts';
import { byPlayer } from '../support/ask.ts';
import { byNight, expect, test } from '../support/e2e.ts';
import { anOrderLine, noRows } from '../support/fixtures.ts';
import type { Product } from '../support/product.ts';
import {
  expectAccessible,
  rivalButtons,
  setTextSize,
  settle,
  sizes,
  strayParts,
  tooMuch,
  unreadable,
} from '../support/reach.ts';
import { expectStill } from '../support/shifts.ts';
import { demoSession, type Entered, giveSession, join, logInDemo } from '../support/sign-in.ts';

const areaOf = (path: string) => path.split('/')[1] ?? '';
/** If scripts call the API, the answers take the space that was reserved for them. */
const asksApi = (path: string) =>
  [
    'guest',
    'user',
    'games',
    'reward',
    'login',
    'forgotpassword',
    'api',
    'confirm-email',
    'lost-codes',
    'keep-codes',
  ].includes(areaOf(path));
/** They redirect to a page with its own row. */
const leadsOn = ['/guest', '/guest/games/1', '/guest/games', '/reward'];
/** Pages with a running round. The cover before it is the same for all games. */
const played = [
  '/games/parcels/play/desktop',
  '/games/tower/play/mobile',
  '/games/hatch/play/desktop',
  '/games/rungs/play/mobile',
];
const stage = '/games/merge/play/desktop';

/** Pages that have their own public page, or that players see with more content. They are only checked at night. */
const likeOthers = byNight(
  [],
  [
    ...['case', 'game', 'reward', 'article/any'].flatMap((kind) => [`guest/${kind}`, `user/${kind}`]),
    ...[
      'guest/cases',
      'guest/contests',
      'guest/gameslist',
      'guest/article',
      'guest/article/3/Reading-your-points-history',
    ],
    ...['guest/case/1/Tile-drawer', 'guest/contest', 'guest/game/1/Merge', 'test'],
  ],
);

/** The address with the most content for each page, and for each template the page with the longest words. */
const once = Object.entries(pages)
  .filter(([page]) => !page.startsWith('rewards/') || page === 'rewards/earn-free-imvu-credits-codes')
  .filter(([page]) => !page.startsWith('games/') || byNight(true, page === 'games/parcels'))
  .filter(([page]) => !likeOthers.includes(page))
  .flatMap(([, addresses]) => addresses.at(-1) ?? []);
const others = [
  '/login#sign-up',
  '/reward/12/Random-Steam-key',
  '/no-such-page',
  '/user/article',
  '/user/profile',
  '/user/messages?show=notifications',
  '/user/profile?show=collection',
  '/user/reward/12/Random-Steam-key',
];
/** Without an id they redirect to their list, which would interrupt a check. */
const withoutId = ['guest', 'user'].flatMap((area) =>
  ['case', 'contest', 'game', 'reward'].map((kind) => `/${area}/${kind}`),
);
const guests = new Set(
  [...once, ...byNight(toLookAt, []), ...others, ...played].filter((path) => !withoutId.includes(path)),
);
/** No link leads there without a token. The form in the page then gives way to a message. */
const withoutToken = ['/lost-codes', '/keep-codes', '/api/password/find'];
/** Guests' pages as a player sees them. */
const asPlayer = [
  stage,
  '/games/play',
  ...byNight(
    once.filter((path) => ['guest', 'reward', 'games'].includes(areaOf(path))),
    ['/guest/reward/84/Robux'],
  ),
].filter((path) => !leadsOn.includes(path));
/** They show a player's own things, so the visitor is a player who has some. A new player, who has none, gets a test of their own. */
const ownThings = [
  '/user/create_content',
  '/user/inventory',
  '/user/leaderboard',
  '/user/messages',
  '/user/messages?show=notifications',
  '/user/order-history',
  '/user/profile',
  '/user/profile/1',
];
/** Articles may be longer than three screens: they are as long as their text. So may legal pages, which guests visit. */
const reading = [
  '/user/article/1',
  '/user/article/1/First-steps',
  '/user/article/3/Reading-your-points-history',
];
type Visitor = 'guest' | 'new player' | 'player';
const visits: readonly { readonly path: string; readonly visitor: Visitor }[] = [
  ...[...guests].map(
    (path) =>
      ({
        path,
        visitor: areaOf(path) !== 'user' ? 'guest' : ownThings.includes(path) ? 'player' : 'new player',
      }) as const,
  ),
  ...['/user', '/user/rewards', ...asPlayer].map((path) => ({ path, visitor: 'player' }) as const),
];

/** An order with three steps. */
const refunded = anOrderLine({
  state: 'refunded',
  ended_at: '2026-01-08T10:00:00.000Z',
  ended_for: 'The code had been used before.',
});

/**
 * A player after a few days: with a goal, an order and a draft. They sign in afterwards, so that the stored user has the goal.
 */
async function playABit(product: Product): Promise<Entered> {
  const session = await demoSession(product);
  const draft = { title: 'Half a draft', summary: '', type: 'guide', game_id: null, body: '', version: 0 };
  for (const [method, path, body] of [
    ['GET', '/api/user/reward-completion-check-the-reward/84'],
    ['POST', '/api/user/rewards/12/buy'],
    ['PUT', `/api/user/submissions/${randomUUID()}`, draft],
  ] as const)
    await byPlayer(product, session, method, path, body);
  return logInDemo(product);
}

const entered = new Map<Visitor, Promise<Entered>>();
/** One visitor of each kind for all visits of a worker. */
function enter(product: Product, visitor: Visitor): Promise<Entered> {
  const form = { email: `new-${Date.now()}@test.example`, password: 'a long enough password' };
  const known = entered.get(visitor) ?? (visitor === 'player' ? playABit(product) : join(product, form));
  entered.set(visitor, known);
  return known;
}

async function readAll(product: Product, player: Entered): Promise<void> {
  const { data } = await byPlayer(product, player, 'GET', '/api/user/notifications');
  if (data[0]) await byPlayer(product, player, 'POST', '/api/user/notifications/read', { up_to: data[0].id });
}

test.describe.configure({ mode: 'parallel' });
test.use({ reducedMotion: 'reduce' });

for (const [at, { path, visitor }] of visits.entries())
  test(`${path} for a ${visitor} doesn’t shift and is accessible`, async ({ page, product }) => {
    if (visitor !== 'guest') await giveSession(page, await enter(product, visitor));
    // Otherwise the visit would mark them as read, and the event about it would make the page fetch the count again.
    if (path === '/user/messages?show=notifications') await readAll(product, await enter(product, visitor));
    if (path === '/user/order-history')
      await page.route(`${product.apiUrl}${listOrders.path}?*`, async (route) =>
        route.fulfill({
          response: await route.fetch(),
          json: { ...noRows, data: [refunded], total: 1 },
        }),
      );
    const own = [sizes.desktop, sizes.phone][at % 2] ?? sizes.phone;
    for (const size of byNight([sizes.phone, sizes.desktop], [own])) {
      await page.setViewportSize(size);
      if (asksApi(path) && ![...leadsOn, ...withoutToken].includes(path))
        await expectStill(page, path, product.apiUrl);
      else await page.goto(path);
    }
    if (played.includes(path)) {
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    }
    await settle(page);
    await expectAccessible(page, path, at);
    expect.soft(await rivalButtons(page), `${path} has one primary button`).toEqual([]);
    if (visitor === 'new player' && !reading.includes(path)) {
      await page.setViewportSize(sizes.phone);
      await settle(page);
      expect.soft(await tooMuch(page), path).toEqual([]);
    }
    if (path === '/user') {
      await page.setViewportSize(sizes.phone);
      await settle(page);
      const card = await page
        .locator('section.today')
        .evaluate((today) => today.getBoundingClientRect().bottom);
      const tabs = await page.locator('.tabs').evaluate((bar) => bar.getBoundingClientRect().top);
      expect.soft(card, 'a phone’s first screen holds the whole card of today').toBeLessThanOrEqual(tabs);
      expect.soft(await tooMuch(page), 'also with a goal, after twenty rounds').toEqual([]);
    }
    // A page of text as on a desktop at 400 %.
    const isApp = ['user', 'guest', 'games'].includes(areaOf(path));
    await page.setViewportSize({ width: 320, height: isApp ? 640 : 256 });
    // A game measures its board when it opens.
    if (areaOf(path) === 'games') await page.reload();
    await settle(page);
    expect.soft(await strayParts(page), path).toEqual([]);
    expect.soft(await unreadable(page), path).toEqual([]);
    await page.setViewportSize(own);
    await setTextSize(page, 200);
    await settle(page);
    expect.soft(await unreadable(page), `${path} with text at twice its size`).toEqual([]);
  });

test('a new player who has chosen a goal has short screens too', async ({ page, product }) => {
  const email = `goal-${Date.now()}@test.example`;
  const joined = await join(product, { email, password: 'a long enough password' });
  await byPlayer(product, joined, 'GET', '/api/user/reward-completion-check-the-reward/84');
  const { user } = await byPlayer(product, joined, 'GET', `/api/user/specific-user/${joined.user.id}`);
  await giveSession(page, { ...joined, user });
  await page.setViewportSize(sizes.phone);
  for (const path of ['/user', '/user/rewards', '/user/reward/84/Robux', '/user/profile?show=collection']) {
    await expectStill(page, path, product.apiUrl);
    expect.soft(await tooMuch(page), path).toEqual([]);
    expect.soft(await rivalButtons(page), path).toEqual([]);
  }
});

test('the pages for a new player’s own things are short while there are none', async ({ page, product }) => {
  const email = `none-${Date.now()}@test.example`;
  await giveSession(page, await join(product, { email, password: 'a long enough password' }));
  await page.setViewportSize(sizes.phone);
  for (const path of ownThings) {
    await expectStill(page, path, product.apiUrl);
    expect.soft(await tooMuch(page), path).toEqual([]);
    expect.soft(await rivalButtons(page), path).toEqual([]);
  }
});

test('news of an order is offered next to the one that waits, and moves no other one', async ({
  page,
  product,
}) => {
  await giveSession(page, await enter(product, 'player'));
  // Without a window, the browser denies them.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  const waiting = anOrderLine({ id: 42, state: 'pending', has_code: false, delivered_at: null });
  const data = [waiting, { ...waiting, id: 41 }, anOrderLine({ id: 40 })];
  const json = { ...noRows, data, total: 3, push_offered: true };
  await page.route(`${product.apiUrl}${listOrders.path}?*`, (route) => route.fulfill({ json }));
  await page.route(product.apiUrl + getPush.path, (route) =>
    route.fulfill({ json: { public_key: 'key', devices: [], quiet: null, offered: true } }),
  );
  const offer = page.getByRole('button', { name: 'Notify me' });
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size);
    await expectStill(page, '/user/order-history', product.apiUrl, offer);
    await expect(page.locator('.order').filter({ has: offer })).toContainText('order 42');
  }
});

test('on a phone what is below a reward’s ticket stays in place when nothing is missing, and the bar with the price in view', async ({
  page,
  product,
}) => {
  await giveSession(page, await enter(product, 'player'));
  await page.setViewportSize(sizes.phone);
  const answered = Promise.withResolvers<void>();
  await page.route(`${product.apiUrl}/**`, async (route) => {
    await answered.promise;
    await route.continue();
  });
  // The parts are replaced, which the browser doesn't measure as a shift.
  const below = () =>
    page.locator('.reward-view > .about').evaluate((part) => Math.round(part.getBoundingClientRect().top));
  await page.goto('/user/reward/12/Random-Steam-key');
  await expect(page.locator('.redeem-known')).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const known = await below();
  answered.resolve();
  await expect(page.getByRole('heading', { name: 'Ready to redeem' })).toBeVisible();
  await settle(page);
  expect(await below()).toBe(known);

  const bar = [page.getByRole('button', { name: 'Redeem' }), page.getByText('Balance after')];
  for (const end of ['start', 'end'] as const) {
    await page.locator('main').evaluate((main, block) => main.scrollIntoView({ block }), end);
    for (const part of bar) await expect(part, end).toBeInViewport({ ratio: 1 });
  }
});

test('a reward’s page doesn’t shift when it learns late that the address is unconfirmed', async ({
  page,
  product,
}) => {
  const email = `shift-${Date.now()}@test.example`;
  await giveSession(page, await join(product, { email, password: 'a long enough password' }));
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size);
    const learned = page.getByText('Your email address isn’t confirmed');
    await expectStill(page, '/user/reward/84/x', product.apiUrl, learned);
    await expect(page.getByRole('heading', { name: 'Before you can redeem' })).toBeAttached();
  }
});

test('on a phone a reward’s ticket begins with its picture and price, and has no hole where little is missing', async ({
  page,
  product,
}) => {
  await giveSession(page, await enter(product, 'player'));
  await page.setViewportSize(sizes.phone);
  await page.goto('/user/reward/15/x');
  await expect(page.locator('.path')).toBeVisible();
  await settle(page);
  const placeOf = (selector: string) =>
    page.locator(selector).evaluate((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return { top, bottom };
    });
  const [amounts, lead, list, goal] = [
    await placeOf('.redeem .upper'),
    await placeOf('.reward-view > .lead'),
    await placeOf('.checklist'),
    await placeOf('.redeem .lower > .button'),
  ];
  expect(amounts.bottom).toBeLessThanOrEqual(lead.top);
  expect(lead.bottom).toBeLessThanOrEqual(list.top);
  expect(goal.top - list.bottom).toBeLessThan(60);
});
