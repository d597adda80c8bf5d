import { expect, hears, test } from '../support/e2e.ts';
import { pointsAvailable, signInAsDemo } from '../support/sign-in.ts';

test('a purchase made in another place shows in the shell and the ledger without a reload', async ({
  page,
  product,
}) => {
  const token = await signInAsDemo(page, product);
  const joined = hears(page);
  await page.goto('/user');
  const available = page.getByRole('banner').getByRole('definition').first();
  await expect(available).toContainText(/\d/);
  await joined;
  const before = await pointsAvailable(product, token);
  const answer = await fetch(`${product.apiUrl}/api/user/rewards/12/buy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
  });
  expect(answer.status).toBe(200);
  await expect(available).toContainText(`${(before - 500).toLocaleString('en-US')} `);
  await expect(page.getByRole('table', { name: 'Ledger' })).toContainText('−500');
});
