/** Shared links: the page of a reward, and its picture in chats. */
import { expect, test } from '../support/e2e.ts';
import { signInAsDemo } from '../support/sign-in.ts';

test('a shared reward’s page shows name and price without a script, and leads to the reward', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.siteUrl });
  const page = await context.newPage();
  const answer = await page.goto('/reward/84/Robux');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Robux');
  await expect(page.getByRole('cell', { name: '5,000 pts' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How to redeem it' })).toBeVisible();
  const start = page.getByRole('link', { name: 'GET STARTED' }).filter({ visible: true }).first();
  expect(await start.getAttribute('href')).toBe('/login?from=%2Fuser%2Freward%2F84%2FRobux#sign-up');
  await page.getByRole('link', { name: 'Earn free Robux' }).click();
  await expect(page).toHaveURL('/rewards/earn-free-robux');
  await context.close();
});

test('its picture matches the page, is cached permanently, and is public', async ({ page, request }) => {
  await page.goto('/reward/84/Robux');
  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  // The page uses the address that the site was built for, and this one is on another port.
  const address = new URL(image ?? '').pathname;
  const answer = await request.get(address);
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/png',
    'cache-control': expect.stringContaining('immutable'),
  });
  await page.goto(address);
  const size = await page
    .locator('img')
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(size).toEqual([1200, 630]);
});

test.describe('from a content page to the app', () => {
  test('a signed-in player is led to the reward itself', async ({ page, product }) => {
    await signInAsDemo(page, product);
    await page.goto('/reward/84/Robux');
    await page.getByRole('link', { name: 'GET STARTED' }).first().click();
    await expect(page).toHaveURL('/user/reward/84/Robux');
  });
});
