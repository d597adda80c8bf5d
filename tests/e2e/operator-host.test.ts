/** The operators' host: what only it serves, and what the two hosts can do to each other. */
import type { Page } from '@playwright/test';
import { expect, operatorTest as test } from '../support/e2e.ts';
import { firstOperator, giveOperator } from '../support/operator-session.ts';

// The browser reports when it withholds an answer from a page.
test.use({ expectedErrors: [/blocked by CORS policy/] });

/** What a page's script gets from a call: its status, or 'kept away'. */
const called = (page: Page, url: string) =>
  page.evaluate(
    (to) =>
      fetch(to)
        .then(({ status }) => status)
        .catch(() => 'kept away'),
    url,
  );

test('the operators’ area is on its host, and not on the players’', async ({ page, product }) => {
  await giveOperator(page, await firstOperator(product));
  for (const path of ['/operator', '/operator/orders', '/operator/setup']) {
    const answer = await page.goto(product.siteUrl + path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: '404 - Page not found' })).toBeVisible();
  }
  await page.goto('/');
  await expect(page).toHaveURL(`${product.operatorUrl}/operator`);
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
  const away = await page.goto('/login');
  expect(away?.status()).toBe(404);
  await page.getByRole('link', { name: 'Go to the operator console' }).click();
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
});

test('pages of one host can’t read the other’s storage or make its calls', async ({ page, product }) => {
  const [operators, players] = ['/api/operator/captcha', '/api/user/rewards'].map(
    (path) => product.apiUrl + path,
  );
  await giveOperator(page, await firstOperator(product));
  await page.goto('/operator');
  await page.evaluate(() => localStorage.setItem('of', 'the operators'));
  expect(await called(page, operators ?? '')).toBe(200);
  expect(await called(page, players ?? '')).toBe('kept away');

  await page.goto(`${product.siteUrl}/guest/rewards`);
  expect(await page.evaluate(() => localStorage.getItem('of'))).toBeNull();
  expect(await called(page, players ?? '')).toBe(200);
  expect(await called(page, operators ?? '')).toBe('kept away');

  // A script there can open the operators' area, but can't access its window.
  const opening = page.waitForEvent('popup');
  await page.evaluate((to) => {
    const opened = open(to);
    Object.assign(globalThis, { opened });
  }, `${product.operatorUrl}/operator`);
  const opened = await opening;
  await opened.waitForLoadState();
  const reached = await page.evaluate(() => {
    try {
      return String((Reflect.get(globalThis, 'opened') as Window).document.title);
    } catch (error) {
      return error instanceof Error ? error.name : 'kept away';
    }
  });
  expect(['SecurityError', 'TypeError']).toContain(reached);
});
