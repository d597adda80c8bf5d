/** After redeeming, on the real server: the dashboard, and the printed receipt. */
import { readFileSync } from 'node:fs';
import { byPlayer } from '../support/ask.ts';
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

test('a receipt prints without what is around it', async ({ page, product }) => {
  const { id } = await buyCrystals(product, await signInAsDemo(page, product));
  await page.goto(`/user/order-history?receipt=${id}`);
  const receipt = page.getByRole('article', { name: `Receipt of order ${id}` });
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeHidden();
});
