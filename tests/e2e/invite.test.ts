/** Inviting on the real server: the link is copied and shared, a friend signs up with it, and appears in the inviter's list. */
import { expect, test } from '../support/e2e.ts';
import { giveSession, join } from '../support/sign-in.ts';

const password = 'a-long-password-1';

test('a friend signs up with the link and reads what it means, and the inviter sees them', async ({
  page,
  product,
  browser,
}) => {
  const inviter = await join(product, { email: 'inviter@invite.example', password });
  await giveSession(page, inviter);
  await page.addInitScript(() => {
    // Chromium on Linux has no share sheet, so this records what would be shared.
    Object.assign(navigator, {
      share: async (given: object) => Object.assign(globalThis, { shared: given }),
    });
  });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/user/invite');
  const link = `${product.siteUrl}/login?ref=${inviter.user.id}#sign-up`;
  await expect(page.getByText(link)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No referrals yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'shared')?.url)).toBe(link);

  const friends = await browser.newPage();
  await friends.goto(link);
  await expect(friends.getByText(/A friend invited you/)).toBeVisible();
  await friends.getByLabel('Email address').fill('friend@invite.example');
  await friends.getByLabel('Password', { exact: true }).fill(password);
  await friends.getByLabel('Day').fill('2');
  await friends.getByLabel('Month').selectOption('April');
  await friends.getByLabel('Year').fill('1990');
  await friends.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(friends).toHaveURL(/\/user$/);
  const name = await friends.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').name);
  await friends.close();

  await page.reload();
  const line = page.getByRole('listitem').filter({ hasText: name });
  await expect(line).toContainText('joined');
  await expect(line).toContainText('Hasn’t earned points in our games yet.');
  await expect(line).not.toContainText('pts');
  await expect(page.getByText('1 friend', { exact: true })).toBeVisible();
});
