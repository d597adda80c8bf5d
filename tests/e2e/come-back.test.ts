/** Who comes back to a list that grew by "Load more" finds its rows and its place. */
import { credit } from '../../server/features/ledger/ledger.ts';
import { expect, test } from '../support/e2e.ts';
import { giveSession, join } from '../support/sign-in.ts';
import { whileStopped } from '../support/stopped-product.ts';

test.use({ reducedMotion: 'reduce' });

test('Back to a ledger of three pages finds all its rows, the place and the type', async ({
  page,
  product,
}) => {
  const entered = await join(product, { email: 'come-back@test.example', password: 'long-password-1' });
  await whileStopped(product, (db) =>
    db.drizzle.transaction(async (tx) => {
      for (let at = 0; at < 70; at++)
        await credit(tx, {
          key: `come-back:${at}`,
          userId: entered.user.id,
          points: 10,
          title: `Quest ${at}`,
          detail: 'one row of seventy',
          at: new Date(Date.now() - at * 60_000),
        });
    }),
  );

  await giveSession(page, entered);
  await page.goto('/user');
  const rows = page.getByRole('table', { name: 'Ledger' }).locator('tbody tr');
  const more = page.getByRole('button', { name: 'Load more' });
  await page.getByRole('button', { name: 'Earned', exact: true }).click();
  await expect(page).toHaveURL('/user?type=earned');
  await expect(rows).toHaveCount(20);
  for (const count of [40, 60]) {
    await more.click();
    await expect(rows).toHaveCount(count);
  }

  await rows.nth(50).evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const before = await page.evaluate(() => Math.round(scrollY));
  expect(before).toBeGreaterThan(1000);
  // Of the frame, which is on screen wherever one is.
  await page.getByRole('link', { name: 'Rewards', exact: true }).first().click();
  await expect(page).toHaveURL('/user/rewards');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();

  // The next answer about the ledger is awaited, since that is what used to take the rows away.
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
