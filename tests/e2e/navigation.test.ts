/** Where a link lands: at its anchor, at the top of the next page, where one was on the page before. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Whether a heading stands in the upper half of the window with nothing over it. */
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

    test('a link to an anchor of another page lands at it, and so do the links within the page', async ({
      page,
    }) => {
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

    test('the next page of the app areas begins at its top, and Back and reload return to where one was', async ({
      page,
    }) => {
      await page.goto('/guest/rewards');
      // Where the click finds it: the last one has to be scrolled out from under the tabs first.
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

      await page.reload();
      await expect.poll(() => scrolled(page)).toBe(before);
    });
  });

test.describe('/guest/games/{id?} leads on', () => {
  // The page that leads on is left while the browser still fades it in, which Chromium reports where nobody can catch it.
  test.use({ expectedErrors: [/Transition was skipped/] });

  test('to the game or to the list, with what was asked', async ({ page }) => {
    for (const [from, to] of [
      ['/guest/games', '/guest/gameslist'],
      ['/guest/games/1', '/guest/game/1'],
      ['/guest/games/1?page=2#quests', '/guest/game/1?page=2#quests'],
    ] as const) {
      await page.goto(from);
      // The page adds the game's name by itself.
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

  test('also when a link of the app areas leads there, and Back returns to that link', async ({ page }) => {
    await page.goto('/guest/rewards');
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
