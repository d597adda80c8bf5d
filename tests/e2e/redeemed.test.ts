/** After redeeming, on the real server: a cancelled order with its receipt, and the dashboard. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { byPlayer, pointsAvailable } from '../support/ask.ts';
import { expect, hears, test } from '../support/e2e.ts';
import type { Product } from '../support/product.ts';
import { type Entered, signInAsDemo } from '../support/sign-in.ts';

/** The cheapest that an operator sends; it needs a UID. */
const CRYSTALS = 31;

const buy = async (product: Product, player: Entered, reward: number) =>
  (await byPlayer(product, player, 'POST', `/api/user/rewards/${reward}/buy`, {})).order;

async function buyCrystals(product: Product, player: Entered) {
  await byPlayer(product, player, 'PUT', '/api/user/delivery-details', {
    reward_id: CRYSTALS,
    value: '700123456',
  });
  return buy(product, player, CRYSTALS);
}

const available = (page: Page) => page.getByRole('banner').getByRole('definition').first();

test('a waiting order is cancelled once, its points come back, and its receipt says so', async ({
  page,
  product,
}) => {
  const player = await signInAsDemo(page, product);
  const { id } = await buyCrystals(product, player);
  await page.goto('/user/order-history');
  const order = page.getByRole('listitem').filter({ hasText: `order ${id} ` });
  await expect(order).toContainText('In the queue');
  await expect(order).toContainText('We don’t have a delivery estimate yet');
  await expect(order).toContainText('700123456');
  const before = await pointsAvailable(product, player);
  await expect(available(page)).toContainText(`${before.toLocaleString('en-US')} `);

  await order.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel order ${id}?` });
  await expect(dialog).toContainText('1,000 pts');
  await expect(dialog).toContainText(`${(before + 1000).toLocaleString('en-US')} pts`);
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(dialog).toBeHidden();
  await expect(order).toContainText('cancelled');
  await expect(order).toContainText('cancelled before we sent it');
  await expect(order.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  await expect(available(page)).toContainText((before + 1000).toLocaleString('en-US'));

  await order.getByRole('link', { name: 'Receipt' }).click();
  const receipt = page.getByRole('article', { name: `Receipt of order ${id}` });
  await expect(receipt.getByRole('row').filter({ hasText: '−1,000' })).toHaveCount(1);
  await expect(receipt.getByRole('row').filter({ hasText: '+1,000' })).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await receipt.getByRole('link', { name: 'Back to your orders' }).click();
  await expect(page).toHaveURL(/\/user\/order-history$/);
});

test('the dashboard explains pending and reserved points, draws the level to share, and exports the ledger', async ({
  page,
  product,
}) => {
  const player = await signInAsDemo(page, product);
  const { id } = await buyCrystals(product, player);
  const joined = hears(page);
  await page.goto('/user');
  const points = page.getByRole('region', { name: 'Your points' });
  await expect(points).toContainText(/1,200 on \d+ \w+/);
  await expect(points.getByRole('link', { name: new RegExp(`order ${id}\\)`) })).toBeVisible();
  const level = page.getByRole('region', { name: 'Level' });
  await expect(level).toContainText(/Level \d/);
  await level.getByRole('button', { name: 'Share' }).click();
  const picture = page.getByRole('img', { name: /^My level: \d/ });
  await expect(picture).toHaveJSProperty('naturalWidth', 1200);
  await page.keyboard.press('Escape');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV file of your points history' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^playtally-ledger-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe('id,created_at,title,detail,points,state,releases_at,order_id');
  expect(text).toContain(`,-1000,reserved,,${id}\r\n`);
  await joined;
  await byPlayer(product, player, 'POST', `/api/user/orders/${id}/cancel`, {});
  await expect(points.getByRole('link', { name: new RegExp(`order ${id}\\)`) })).toHaveCount(0);
});
