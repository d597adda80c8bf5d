/**
 * Pages of the app areas stand still: what comes from the API takes the place that was kept for it, however late it comes. And what
 * their head asks ahead of the scripts (src/lib/first-calls.ts) is what they then ask.
 */
import type { Page } from '@playwright/test';
import { pages } from '../site/addresses.ts';
import { expect, test } from '../support/e2e.ts';
import type { Product } from '../support/product.ts';
import { settle } from '../support/reach.ts';
import { demoSession, giveSession, join, logInDemo, signInAsDemo } from '../support/sign-in.ts';

/** Of the whole visit together; browsers count only the worst five seconds of it. */
const LIMIT = 0.01;

/** The fullest address of each page. */
const addressesIn = (...areas: string[]) =>
  Object.values(pages)
    .flatMap((all) => all.at(-1) ?? [])
    .filter((path) => areas.includes(path.split('/')[1] ?? '') && !leadsOn.includes(path));
const leadsOn = ['/guest', '/guest/games/1'];

/** The pages of forms, those among them that a mailed link leads to. */
const forms = ['login', 'forgotpassword', 'api', 'confirm-email', 'lost-codes', 'keep-codes'];
const open = [...addressesIn('guest', 'reward'), '/guest/article'];
const guests = [...open, ...addressesIn('games', ...forms)];
const players = [...addressesIn('user', 'games'), '/user/article', '/user/profile'];

interface Shift {
  readonly value: number;
  /** 'main.x > div.y 100→140' for each part that moved. */
  readonly parts: readonly string[];
}

/** Notes what moves on every page that is opened from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const nameOf = (node: unknown) =>
      node instanceof Element
        ? [node.parentElement, node].map((one) => `${one?.localName}.${one?.className}`).join(' > ')
        : 'something that is gone';
    interface Source {
      readonly node?: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }
    const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly Source[];
      })[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            parts: entry.sources.map(
              ({ node, previousRect, currentRect }) =>
                `${nameOf(node)}: ${at(previousRect)} → ${at(currentRect)}`,
            ),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftsOn = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => Reflect.get(window, 'shifts') as Shift[]);

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

interface Visit {
  readonly shifts: readonly Shift[];
  /** What the head asked and nobody took over, and what was asked twice. */
  readonly inVain: readonly string[];
}

/** Opens a page whose API answers only when the page stands without it. */
async function visit(page: Page, path: string, apiUrl: string): Promise<Visit> {
  const standing = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route(`${apiUrl}/**`, async (route) => {
    if (route.request().method() === 'GET') asked.push(route.request().url());
    await standing.promise;
    await route.continue().catch(() => {});
  });
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await twoFrames(page);
  const answered = page.waitForLoadState('networkidle');
  standing.resolve();
  await answered;
  await settle(page);
  await twoFrames(page);
  const shifts = await shiftsOn(page);
  const left = await page.evaluate(() =>
    Object.keys(Reflect.get(window, 'playtallyEarly') ?? {}).filter((key) => key.startsWith('http')),
  );
  await page.unroute(`${apiUrl}/**`);
  return { shifts, inVain: [...left, ...asked.filter((url, at) => asked.indexOf(url) !== at)] };
}

/** What a player has after a few days: a goal, an order, an entry in a contest, an opinion. */
async function playABit(token: string, { apiUrl }: Product): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(apiUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  await call('GET', '/api/user/reward-completion-check-the-reward/84');
  await call('POST', '/api/user/rewards/12/buy');
}

async function expectStill(page: Page, { apiUrl }: Product, paths: readonly string[]): Promise<void> {
  await watchShifts(page);
  for (const path of paths) {
    const { shifts, inVain } = await visit(page, path, apiUrl);
    expect.soft(inVain, `${path} asks in vain`).toEqual([]);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect
      .soft(sum, `${path} moves:\n${shifts.map((one) => JSON.stringify(one)).join('\n')}`)
      .toBeLessThanOrEqual(LIMIT);
  }
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])
  test.describe(`${viewport.width} pixels wide`, () => {
    test.use({ viewport });

    test('nothing moves on a reward’s page for somebody whose address is unconfirmed, which it says late', async ({
      page,
      product,
    }) => {
      const email = `shift-${viewport.width}-${Date.now()}@test.example`;
      await giveSession(page, await join(product, { email, password: 'a long enough password' }));
      await watchShifts(page);
      const { shifts } = await visit(page, '/user/reward/84/x', product.apiUrl);
      await expect(page.getByRole('heading', { name: 'What stands in the way' })).toBeAttached();
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      expect(sum, shifts.map((one) => JSON.stringify(one)).join('\n')).toBeLessThanOrEqual(LIMIT);
    });

    for (const [who, paths] of [
      ['a guest', guests],
      ['a player', players],
    ] as const)
      test(`nothing moves for ${who} when the answers come late`, async ({ page, product }) => {
        test.setTimeout(240_000);
        if (who === 'a player') {
          await playABit((await demoSession(product)).token, product);
          // Anew, so that the stored user has the goal.
          await giveSession(page, await logInDemo(product));
        }
        await expectStill(page, product, paths);
      });
  });

test('nothing moves for a player on the pages that guests have, and nothing is asked in vain', async ({
  page,
  product,
}) => {
  test.setTimeout(90_000);
  await signInAsDemo(page, product);
  await expectStill(page, product, open);
});
