import { byPlayer, pointsAvailable } from '../support/ask.ts';
import { expect, hears, test } from '../support/e2e.ts';
import { signInAsDemo } from '../support/sign-in.ts';

test('a purchase made in another place shows in the shell and the ledger without a reload', async ({
  page,
  product,
}) => {
  const player = await signInAsDemo(page, product);
  const joined = hears(page);
  await page.goto('/user');
  const available = page.getByRole('banner').getByRole('definition').first();
  await expect(available).toContainText(/\d/);
  await joined;
  const before = await pointsAvailable(product, player);
  await byPlayer(product, player, 'POST', '/api/user/rewards/12/buy', {});
  await expect(available).toContainText(`${(before - 500).toLocaleString('en-US')} `);
  await expect(page.getByRole('table', { name: 'Points history' })).toContainText('−500');
});
