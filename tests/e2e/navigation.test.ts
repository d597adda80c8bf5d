/**
 * Where a link lands: at its anchor, at the top of the next page, or at the earlier scroll position. What leaving a page cancels,
 * and what is prefetched.
 */
import type { Locator, Page, Request } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Whether a heading is in the upper half of the window with nothing over it. */
const isLandedAt = (heading: Locator) =>
  heading.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    const above = document.elementFromPoint(left + 2, top + height / 2);
    return top >= 0 && top < innerHeight / 2 && (above === element || element.contains(above));
  });

for (const [size, viewport] of Object.entries({
  phone: { width: 390, height: 700 },
  desktop: { width: 1280, height: 700 },
}))
  test.describe(size, () => {
    test.use({ viewport, reducedMotion: 'reduce' });

    test('a link to an anchor lands at it, on another page and within the page', async ({ page }) => {
      await page.goto('/about-us');
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms and Conditions' });
      await link.evaluate((element: HTMLAnchorElement) => {
        element.hash = '5-reversals';
      });
      await link.click();
      await expect(page).toHaveURL(/\/terms#5-reversals$/);
      await expect.poll(() => isLandedAt(page.locator('[id="5-reversals"]'))).toBe(true);
      expect(await scrolled(page)).toBeGreaterThan(200);

      const contents = page.getByRole('navigation', { name: 'On this page' });
      for (const at of [1, 3]) {
        const entry = contents.getByRole('link').nth(at);
        const id = decodeURIComponent(((await entry.getAttribute('href')) ?? '').slice(1));
        await entry.click();
        await expect.poll(() => isLandedAt(page.locator(`[id="${id}"]`)), id).toBe(true);
      }
    });

    test('the next page of the app areas begins at its top, and Back and reload restore the scroll position', async ({
      page,
    }) => {
      await page.goto('/guest/rewards');
      // In a place where it can be clicked: the last one must first be scrolled out from under the tabs.
      await page.evaluate(() =>
        document.addEventListener(
          'click',
          () => sessionStorage.setItem('left at', String(Math.round(scrollY))),
          true,
        ),
      );
      await page.getByRole('main').getByRole('listitem').getByRole('link').last().click();
      await expect(page).toHaveURL(/\/guest\/reward\/\d+/);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      expect(await scrolled(page)).toBe(0);
      const before = Number(await page.evaluate(() => sessionStorage.getItem('left at')));
      expect(before).toBeGreaterThan(200);

      await page.goBack();
      await expect(page).toHaveURL(/\/guest\/rewards$/);
      await expect.poll(() => scrolled(page)).toBe(before);
      // The browser announces the end of a scroll later than it moves the page, and only then does the router note the position.
      await expect.poll(() => page.evaluate(() => Math.round(history.state?.scrollY))).toBe(before);

      await page.reload();
      await expect.poll(() => scrolled(page)).toBe(before);
    });
  });

test.describe('/guest/games/{id?} leads on', () => {
  test('to the game or to the list, and keeps the query', async ({ page }) => {
    for (const [from, to] of [
      ['/guest/games', '/guest/gameslist'],
      ['/guest/games/1', '/guest/game/1'],
      ['/guest/games/1?page=2#quests', '/guest/game/1?page=2#quests'],
    ] as const) {
      await page.goto(from);
      // The page adds the game's name to its address.
      await expect(page).toHaveURL(
        (url) => url.href.replace(url.origin, '').replace('/1/Merge', '/1') === to,
      );
    }
  });

  test('never to another host and never to code', async ({ page, baseURL }) => {
    const reached: string[] = [];
    page.on('framenavigated', (frame) => reached.push(new URL(frame.url()).origin));
    for (const part of [
      '%5C%5Cevil.example',
      'javascript:alert(1)',
      '@evil.example',
      '%22%3E%3Cscript%3E',
      '..;',
    ]) {
      await page.goto(`/guest/games/${part}`);
      await page.waitForURL((url) => url.pathname.startsWith('/guest/game/'));
      expect(new URL(page.url()).pathname.split('/')).toHaveLength(4);
    }
    expect(new Set(reached)).toEqual(new Set([baseURL]));
  });

  test('from a link in the app areas too, and Back returns to that link', async ({ page }) => {
    await page.goto('/guest/rewards');
    await expect(page.getByText('page 1 of 3')).toBeVisible();
    const link = page.getByRole('main').getByRole('listitem').getByRole('link').first();
    await link.evaluate((element: HTMLAnchorElement) => {
      element.href = '/guest/games/1';
    });
    await link.click();
    await expect(page).toHaveURL(/\/guest\/game\/1(?:\/Merge)?$/);
    await expect(page.getByRole('heading', { name: 'Merge', exact: true }).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/guest/rewards');
  });
});

test.describe('leaving a page', () => {
  const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });

  /** Calls to an API address, held until `hold` resolves, and those that the page cancelled. */
  async function watchCalls(page: Page, address: RegExp, hold: (call: number) => boolean) {
    const asked: string[] = [];
    const ended: string[] = [];
    const held = Promise.withResolvers<void>();
    page.on('requestfailed', (request: Request) => {
      if (address.test(request.url())) ended.push(request.failure()?.errorText ?? '');
    });
    await page.route(address, async (route) => {
      asked.push(route.request().url());
      if (hold(asked.length)) await held.promise;
      await route.continue().catch(() => {});
    });
    return { asked, ended, release: held.resolve };
  }

  test('cancels its pending reads, and both the next page and the one that Back returns to are complete', async ({
    page,
  }) => {
    await page.goto('/guest/gameslist');
    await expect(page.getByText('page 1 of 2')).toBeAttached();
    await page.waitForLoadState('networkidle');
    const list = await watchCalls(page, /\/api\/user\/rewards\?/, (call) => call === 1);
    const next = await watchCalls(page, /\/api\/user\/contests\?/, () => false);
    await sections(page).getByRole('link', { name: 'Rewards', exact: true }).click();
    await expect(page).toHaveURL('/guest/rewards');
    await expect.poll(() => list.asked.length).toBe(1);
    expect(list.ended).toEqual([]);

    await sections(page).getByRole('link', { name: 'Giveaways' }).click();
    await expect(page).toHaveURL('/guest/contests');
    await expect.poll(() => list.ended).toEqual(['net::ERR_ABORTED']);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Open now' })).toBeVisible();
    await expect(main.getByRole('listitem').getByRole('link').first()).toBeVisible();
    await expect(main.getByRole('alert')).toHaveCount(0);
    expect(next.ended).toEqual([]);

    await page.goBack();
    await expect(page).toHaveURL('/guest/rewards');
    await expect.poll(() => list.asked.length).toBe(2);
    await expect(main.getByText('page 1 of 3')).toBeVisible();
    await expect(main.getByRole('listitem').getByRole('link').first()).toBeVisible();
    expect(list.asked).toHaveLength(2);
    expect(list.ended).toHaveLength(1);

    await page.goForward();
    await expect(page).toHaveURL('/guest/contests');
    await expect(main.getByRole('heading', { name: 'Open now' })).toBeVisible();
    await expect(main.getByRole('listitem').getByRole('link').first()).toBeVisible();
    list.release();
  });
});

test.describe('prepares the page behind a link under the pointer', () => {
  for (const [words, connection, isFetched] of [
    ['is fetched beforehand', { saveData: false, effectiveType: '4g' }, true],
    ['isn’t with data saver', { saveData: true, effectiveType: '4g' }, false],
    ['isn’t on a slow connection', { saveData: false, effectiveType: '3g' }, false],
  ] as const)
    test(words, async ({ page }) => {
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'connection', { value });
      }, connection);
      await page.goto('/guest/gameslist');
      await expect(page.getByText('page 1 of 2')).toBeAttached();
      // The prefetching script loads after the page, together with the one that reports the connection.
      await expect(page.locator('#trouble')).toHaveAttribute('data-network', 'online');
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
      const link = page
        .getByRole('navigation', { name: 'Sections' })
        .getByRole('link', { name: 'Giveaways' });
      await link.hover();
      if (isFetched) await expect.poll(() => fetched).toContain('/guest/contests');
      // A later prefetch: by then an earlier one would have appeared too.
      await page.evaluate(async () => {
        await new Promise((done) => requestIdleCallback(done));
        await (await fetch('/guest/cases', { priority: 'low' })).text();
      });
      await expect.poll(() => fetched).toContain('/guest/cases');
      if (!isFetched) expect(fetched).not.toContain('/guest/contests');
      // And the link still works.
      await link.click();
      await expect(page).toHaveURL('/guest/contests');
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    });
});

test('a page with its content in its HTML paints it before it requests a script, then becomes interactive', async ({
  page,
}) => {
  await page.goto('/guest/rewards');
  await expect(page.getByText('page 1 of 3')).toBeVisible();
  const [painted, asked] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    ),
  ]);
  expect(asked).toBeGreaterThan(painted ?? 0);
});
