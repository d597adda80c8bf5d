/** What a browser makes of a player's things: a picture, a file, and a printed receipt. */
import { readFileSync } from 'node:fs';
import { byPlayer } from '../support/ask.ts';
import { expect, test } from '../support/e2e.ts';
import { signInAsDemo } from '../support/sign-in.ts';

test('the dashboard draws the level to share, and exports the ledger', async ({ page, product }) => {
  await signInAsDemo(page, product);
  await page.goto('/user');
  await page.getByRole('region', { name: 'Level' }).getByRole('button', { name: 'Share' }).click();
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
});

test('a receipt prints without what is around it', async ({ page, product }) => {
  const player = await signInAsDemo(page, product);
  const { id } = (await byPlayer(product, player, 'POST', '/api/user/rewards/12/buy', {})).order;
  await page.goto(`/user/order-history?receipt=${id}`);
  const receipt = page.getByRole('article', { name: `Receipt of order ${id}` });
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeHidden();
});
