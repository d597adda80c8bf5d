/** After redeeming, on the real server: orders, inventory, leaderboard, and the player's rank. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, hears, test } from '../support/e2e.ts';
import type { Product } from '../support/product.ts';
import { signInAsDemo } from '../support/sign-in.ts';

const KEY = 12;
/** The cheapest that an operator sends; it needs a UID. */
const CRYSTALS = 31;

async function call(product: Product, token: string, method: string, path: string, body: object = {}) {
  const answer = await fetch(product.apiUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
  expect(answer.status, `${method} ${path}`).toBe(200);
  return answer.json();
}

const buy = async (product: Product, token: string, reward: number) =>
  (await call(product, token, 'POST', `/api/user/rewards/${reward}/buy`)).order;

async function buyCrystals(product: Product, token: string) {
  await call(product, token, 'PUT', '/api/user/delivery-details', {
    reward_id: CRYSTALS,
    value: '700123456',
  });
  return buy(product, token, CRYSTALS);
}

const available = (page: Page) => page.getByRole('banner').getByRole('definition').first();

test('a waiting order is cancelled once, its points come back, and its receipt says so', async ({
  page,
  product,
}) => {
  const token = await signInAsDemo(page, product);
  const { id } = await buyCrystals(product, token);
  await page.goto('/user/order-history');
  const order = page.getByRole('listitem').filter({ hasText: `order ${id} ` });
  await expect(order).toContainText('In the queue');
  await expect(order).toContainText('We don’t have a delivery estimate yet');
  await expect(order).toContainText('700123456');
  const before = (await call(product, token, 'GET', '/api/user/balance')).balance.available;
  await expect(available(page)).toContainText(`${before.toLocaleString('en-US')} `);

  await order.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel order ${id}?` });
  await expect(dialog).toContainText('1,000 pts');
  await expect(dialog).toContainText(`${(before + 1000).toLocaleString('en-US')} pts`);
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(dialog).toBeHidden();
  await expect(order).toContainText('cancelled');
  await expect(order).toContainText('cancelled by you before it was sent');
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

test('a code is revealed, archived, and disputed with proof that it is wrong', async ({ page, product }) => {
  const token = await signInAsDemo(page, product);
  const { id, code } = await buy(product, token, KEY);
  await page.goto('/user/inventory');
  const item = page.getByRole('listitem').filter({ hasText: `order ${id} ` });
  await expect(item).toContainText('use it by');
  await expect(page.getByText(code)).toHaveCount(0);
  await item.getByRole('button', { name: 'Show code' }).click();
  await expect(item).toContainText(code);
  await item.getByText('How to use it').click();
  await expect(item.getByText('Activate a product', { exact: false }).first()).toBeVisible();
  await item.getByRole('button', { name: 'Mark as used' }).click();
  await expect(item).toHaveCount(0);
  await page.getByRole('button', { name: /^Used/ }).click();
  await expect(page).toHaveURL(/\?state=used$/);
  await expect(item).toContainText('used');
  await page.reload();
  await expect(item).toHaveCount(1);

  await page.goto('/user/order-history');
  const order = page.getByRole('listitem').filter({ hasText: `order ${id} ` });
  await order.getByRole('button', { name: 'Report a problem' }).click();
  const dialog = page.getByRole('dialog', { name: `Report a problem with order ${id}` });
  const text = dialog.getByRole('textbox');
  await text.fill('no');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(text).toBeFocused();
  await expect(dialog).toContainText('at least 20 characters');
  await text.fill('Steam says that this key was activated before, on 3 May.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog).toBeHidden();
  const dispute = order.getByRole('region', { name: `Report on order ${id}` });
  await expect(dispute).toContainText('report open');
  await expect(dispute).toContainText(/We answer by \d+ \w+ \d{4}/);
  await dispute.getByText('Read the messages').click();
  await expect(dispute).toContainText('activated before, on 3 May');
  await expect(order.getByRole('button', { name: 'Report a problem' })).toHaveCount(0);
});

test('the leaderboard keeps its span in the address, shows the player’s place, and can be left', async ({
  page,
  product,
}) => {
  await signInAsDemo(page, product);
  await page.goto('/user/leaderboard');
  // The first three are on the podium, if there are that many.
  const podium = page.getByRole('list', { name: 'Top three' }).getByRole('listitem');
  const places = podium.or(page.getByRole('table', { name: 'The leaderboard' }).getByRole('row'));
  const mine = places.filter({ hasText: '· you' });
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  // For all time, because no one has points when a week begins.
  await page.getByRole('button', { name: 'All time' }).click();
  await expect(page).toHaveURL(/\?span=all$/);
  await expect(mine).toContainText('demo-player');
  await page.reload();
  await expect(page.getByRole('button', { name: 'All time' })).toHaveAttribute('aria-pressed', 'true');
  await expect(mine).toHaveCount(1);
  const panel = page.getByRole('region', { name: 'Your place' });
  await expect(panel).toContainText(/You’re number \d+/);
  await panel.getByLabel('Hidden').check();
  await expect(panel).toContainText('You’re hidden from the leaderboard');
  await expect(places.filter({ hasText: 'demo-player' })).toHaveCount(0);
  await panel.getByLabel('With your name').check();
  await expect(mine).toContainText('demo-player');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'This week' })).toHaveAttribute('aria-pressed', 'true');
});

test('the dashboard explains pending and reserved points, draws the level to share, and exports the ledger', async ({
  page,
  product,
}) => {
  const token = await signInAsDemo(page, product);
  const { id } = await buyCrystals(product, token);
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
    page.getByRole('button', { name: 'CSV file of your ledger' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^playtally-ledger-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe('id,created_at,title,detail,points,state,releases_at,order_id');
  expect(text).toContain(`,-1000,reserved,,${id}\r\n`);
  await joined;
  await call(product, token, 'POST', `/api/user/orders/${id}/cancel`);
  await expect(points.getByRole('link', { name: new RegExp(`order ${id}\\)`) })).toHaveCount(0);
});
