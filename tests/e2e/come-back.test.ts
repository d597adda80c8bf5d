/** Returning to a list that grew with "Load more" restores its rows and the scroll position. */
import { listTransactions } from '../../src/lib/contract/progress/dashboard.ts';
import { expect, test } from '../support/e2e.ts';
import { noRows, transaction } from '../support/fixtures.ts';
import { signInAsDemo } from '../support/sign-in.ts';

test.use({ reducedMotion: 'reduce' });

test('Back to a ledger of three pages restores its rows, scroll position and type', async ({
  page,
  product,
}) => {
  const entries = Array.from({ length: 70 }, (_, at) => transaction(at + 1));
  await page.route(`${product.apiUrl}${listTransactions.path}?*`, (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const [at, count] = [Number(asked.get('page')), Number(asked.get('per_page'))];
    const more = at * count < entries.length ? `${product.apiUrl}/?page=${at + 1}` : null;
    const paged = { current_page: at, per_page: count, total: entries.length, next_page_url: more };
    return route.fulfill({
      json: { ...noRows, ...paged, data: entries.slice((at - 1) * count, at * count) },
    });
  });
  await signInAsDemo(page, product);
  await page.goto('/user');
  const rows = page.getByRole('table', { name: 'Points history' }).locator('tbody tr');
  const more = page
    .getByRole('region', { name: 'Points history' })
    .getByRole('button', { name: 'Load more' });
  await page.getByRole('button', { name: 'Earned', exact: true }).click();
  await expect(page).toHaveURL('/user?type=earned');
  await expect(rows).toHaveCount(5);
  for (const count of [20, 40, 60]) {
    await more.click();
    await expect(rows).toHaveCount(count);
  }

  await rows.nth(50).evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const before = await page.evaluate(() => Math.round(scrollY));
  expect(before).toBeGreaterThan(1000);
  // Part of the frame, which is on screen everywhere.
  await page.getByRole('link', { name: 'Rewards', exact: true }).first().click();
  await expect(page).toHaveURL('/user/rewards');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();

  // Waits for the next answer about the ledger, which used to remove the rows.
  const answered = page.waitForResponse(
    (response) => response.url().includes('/dashboard/transactions?') && response.url().includes('earned'),
  );
  await page.goBack();
  await answered;
  await expect(page).toHaveURL('/user?type=earned');
  await expect(rows).toHaveCount(60);
  await expect(rows.nth(50)).toBeInViewport();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(before);
  await expect(page.getByRole('button', { name: 'Earned', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
