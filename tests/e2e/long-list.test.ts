/** In a list of a thousand rows nothing that somebody does waits or gets lost. */
import type { Page } from '@playwright/test';
import { credit } from '../../server/domain/ledger.ts';
import { expect, test } from '../support/e2e.ts';
import { giveSession, join } from '../support/sign-in.ts';
import { whileStopped } from '../support/stopped-product.ts';

/** Milliseconds within which what somebody did is to be seen: more than this browsers call slow. */
const RESPONSE = 200;
const ROWS = 1000;

// A trace notes every row each time, and would be what is measured.
test.use({ trace: 'off' });

/** Notes how long the slowest press, key or turn of the wheel took until the next frame stood. */
async function watchEvents(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { slowest: 0 });
    const options = { type: 'event', buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        Object.assign(window, { slowest: Math.max(Number(Reflect.get(window, 'slowest')), duration) });
    }).observe(options);
  });
}

test('a ledger of a thousand rows takes every press and turn of the wheel at once', async ({
  page,
  product,
}) => {
  test.setTimeout(120_000);
  const entered = await join(product, { email: 'thousand@test.example', password: 'long-password-1' });
  await whileStopped(product, (db) =>
    db.drizzle.transaction(async (tx) => {
      for (let at = 0; at < ROWS; at++)
        await credit(tx, {
          key: `thousand:${at}`,
          userId: entered.user.id,
          points: 10,
          title: `Quest ${at} of a long list`,
          detail: 'one row of a thousand',
          at: new Date(Date.now() - at * 60_000),
        });
    }),
  );

  await giveSession(page, entered);
  await watchEvents(page);
  await page.goto('/user');
  const rows = page.getByRole('table', { name: 'Ledger' }).locator('tbody tr');
  const more = page.getByRole('button', { name: 'Load more' });
  await expect(rows).toHaveCount(20);
  for (let count = 20; count < ROWS; count += 20) {
    await more.click();
    await expect(rows).toHaveCount(count + 20);
  }
  await expect(more).toBeHidden();

  await page.mouse.move(640, 400);
  await page.evaluate(() => scrollTo(0, 0));
  for (let turn = 1; turn <= 30; turn++) {
    await page.mouse.wheel(0, 1500);
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBeGreaterThan(turn * 1500 - 100);
  }
  const spent = page.getByRole('button', { name: 'Spent', exact: true });
  await spent.click();
  await expect(page.getByText('Nothing spent yet')).toBeVisible();
  const slowest = await page.evaluate(() => Number(Reflect.get(window, 'slowest')));
  console.log(`The slowest answer to a press among ${ROWS} rows: ${slowest} ms`);
  expect(slowest).toBeGreaterThan(0);
  expect(slowest).toBeLessThanOrEqual(RESPONSE);
});
