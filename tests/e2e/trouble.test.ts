/** Trouble with a whole page: no connection, and a part that doesn't arrive. */
import type { Page } from '@playwright/test';
import { alive, expect, test } from '../support/e2e.ts';
import { signInAsDemo } from '../support/sign-in.ts';

const banner = '#trouble';

test('offline, the page says so and keeps its content, and fetches what failed when the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/guest/gameslist');
  // The skeleton has the heading as well, but the pager only appears with the answer, next to the games that it pages.
  // Until then a press would open the fold of the built page, which the answer replaces.
  await expect(page.getByText('page 1 of 2')).toBeAttached();
  await expect(page.getByText('page 1 of 2')).toBeHidden();
  await page.getByRole('heading', { name: 'Demo games' }).click();
  await expect(page.getByText('page 1 of 2')).toBeVisible();
  await expect(page.locator(banner)).toBeHidden();
  // The script that reports it loads after the page.
  await expect(page.locator(banner)).toHaveAttribute('data-network', 'online');

  await context.setOffline(true);
  await expect(page.locator(banner)).toContainText('You’re offline.');
  await expect(page.getByRole('heading', { name: 'Playtally games' })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Showing the last saved version.')).toBeVisible();
  await expect(page.getByText('page 1 of 2')).toBeVisible();

  await context.setOffline(false);
  await expect(page.locator(banner)).toBeHidden();
  await expect(page.getByText('page 2 of 2')).toBeVisible();
  await expect(page.getByText('Showing the last saved version.')).toBeHidden();
});

/** How often the page was loaded so far. */
function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

test.describe('a part that can’t be loaded', () => {
  test.use({ expectedErrors: [/Error hydrating|Failed to fetch dynamically imported module/] });

  test('reloads the page once, which works if the part is available again', async ({ page }) => {
    let broken = 1;
    let documents = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.route(/GamesIsland\.[\w-]+\.js/, (route) => (broken > 0 ? route.abort() : route.continue()));
    page.on('framenavigated', () => {
      if (documents > 1) broken = 0;
    });
    await page.goto('/guest/gameslist');
    await expect(page.getByText('page 1 of 2')).toBeAttached();
    expect(documents).toBe(2);
    await expect(page.locator(banner)).toBeHidden();
  });

  test('that loads later also reloads the page once, then shows a message in its place', async ({
    page,
    product,
  }) => {
    const lazyPart = /\/Ledger\.[\w-]+\.js/;
    const documents = countDocuments(page);
    await signInAsDemo(page, product);
    await page.route(lazyPart, (route) => route.abort());
    await page.goto('/user');
    await expect(page.locator(banner)).toContainText('We couldn’t load part of this page.');
    expect(documents()).toBe(2);
    const main = page.getByRole('main');
    await expect(main.getByText('We couldn’t load this part.').first()).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Weekly quests' })).toBeVisible();
    await expect(main.locator('.skeleton, [aria-busy=true]')).toHaveCount(0);
    expect(documents()).toBe(2);

    await page.unroute(lazyPart);
    await page.locator(banner).getByRole('button', { name: 'Reload' }).click();
    await expect(main.getByRole('heading', { name: 'Points history', exact: true })).toBeVisible();
    await expect(page.locator(banner)).toBeHidden();
    await expect(main.getByText('We couldn’t load this part.')).toHaveCount(0);
  });

  for (const [of, path, part, tab] of [
    ['cases', '/user/cases', /\/Openings\.[\w-]+\.js/, 'Your openings'],
    ['contests', '/user/contests', /\/Entries\.[\w-]+\.js/, 'Your entries'],
  ] as const)
    test(`of the ${of} that opens with a button leaves the rest of the page alone`, async ({
      page,
      product,
    }) => {
      const documents = countDocuments(page);
      await signInAsDemo(page, product);
      await page.route(part, (route) => route.abort());
      await page.goto(path);
      await alive(page);
      const main = page.getByRole('main');
      await main.getByRole('button', { name: tab }).click();
      await expect(page.locator(banner)).toContainText('We couldn’t load part of this page.');
      expect(documents()).toBe(2);
      await expect(main.getByText('We couldn’t load this part.')).toBeVisible();
      await main.getByRole('button', { name: of === 'cases' ? 'Cases' : 'Giveaways' }).click();
      await expect(main.getByRole('listitem').first()).toBeVisible();
      await main.getByRole('button', { name: tab }).click();
      await page.unroute(part);
      await page.locator(banner).getByRole('button', { name: 'Reload' }).click();
      await expect(main.getByText(/^You haven’t |^\d+ (openings?|entry|entries)/)).toBeVisible();
      await expect(page.locator(banner)).toBeHidden();
    });

  test('is reported even if it fails before the script that reports it has loaded', async ({
    page,
    product,
  }) => {
    const documents = countDocuments(page);
    const failed = Promise.withResolvers<void>();
    await signInAsDemo(page, product);
    await page.route(/\/Openings\.[\w-]+\.js/, async (route) => {
      await route.abort();
      failed.resolve();
    });
    await page.route(/App\.astro_astro_type_script/, async (route) => {
      await failed.promise;
      await route.continue();
    });
    await page.goto('/user/cases?tab=openings');
    await expect(page.locator(banner)).toContainText('We couldn’t load part of this page.');
    expect(documents()).toBe(2);
  });

  test('may be the script that reports it: links are then plain links, and it is still reported', async ({
    page,
  }) => {
    const router = /navigation\.[\w-]+\.js/;
    const documents = countDocuments(page);
    await page.route(router, (route) => route.abort());
    await page.goto('/guest/gameslist');
    await expect(page.locator(banner)).toContainText('We couldn’t load part of this page.');
    expect(documents()).toBe(2);
    await expect(page.getByText('page 1 of 2')).toBeAttached();
    // The site's host is down as well: the page stays instead of becoming the browser's error page.
    await page.route('**/guest/rewards', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/guest/rewards'));
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: 'Rewards', exact: true })
      .click();
    await failed;
    expect([documents(), new URL(page.url()).pathname]).toEqual([2, '/guest/gameslist']);
    await page.unroute(router);
    await page.locator(banner).getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator(banner)).toBeHidden();
    await expect(page.getByText('page 1 of 2')).toBeAttached();
    expect(documents()).toBe(3);
  });
});
