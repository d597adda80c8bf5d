import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { byPlayer } from '../support/ask.ts';
import { expect, hears, test } from '../support/e2e.ts';
import { giveSession, join, joinConfirmed, signInAsDemo } from '../support/sign-in.ts';

/** A page with its own new account, which shares no limits with other tests. */
async function newcomer(page: Page, product: Parameters<typeof join>[0], joins = join) {
  const email = `writer-${randomUUID()}@test.example`;
  const entered = await joins(product, { email, password: 'correct horse battery staple' });
  await giveSession(page, entered);
  return entered;
}

test('a message written in one tab reaches another one over the socket', async ({ page, product }) => {
  const writer = await newcomer(page, product);
  const joined = hears(page);
  await page.goto('/user/messages');
  await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible();
  await joined;
  const message = { topic: 'other', subject: 'From elsewhere', body: 'Hello' };
  await byPlayer(product, writer, 'POST', '/api/user/messages', message);
  await expect(page.getByRole('link', { name: /From elsewhere/ })).toBeVisible();
});

test('the bell loads and opens the notification centre, and shown notifications count as read', async ({
  page,
  product,
}) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  const player = await signInAsDemo(page, product);
  await page.goto('/user');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  // Tests share this account: it may already have its first reward.
  await expect(bell).toHaveAccessibleName(/^Notifications, \d+ unread$/);
  const before = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(scripts.filter((url) => /notification-centre/i.test(url))).toEqual([]);
  await bell.click();
  const centre = page.getByRole('dialog', { name: 'Notifications' });
  await expect(centre.getByRole('link', { name: /Support replied: Sample/ })).toContainText('new');
  await expect(bell).toHaveAccessibleName('Notifications');
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(centre).toBeHidden();
  await expect(bell).toBeFocused();

  await bell.click();
  await centre.getByRole('link', { name: /Support replied: Sample/ }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('This is a sample answer.');
  await expect(centre).toBeHidden();
  // The server learns that it was read once it is shown.
  await expect
    .poll(async () => (await byPlayer(product, player, 'GET', '/api/user/unread')).unread)
    .toEqual({ notifications: 0, threads: 0 });
});

test('viewers of a contest are counted, and an entry shows in the other tab', async ({
  page,
  product,
  browser,
}) => {
  await newcomer(page, product);
  const list = await (await fetch(`${product.apiUrl}/api/user/contests`)).json();
  const address = `/user/contest/${list.data[0].id}`;
  await page.goto(address);
  await expect(page.getByText(/^Ends/).first()).toBeVisible();
  const other = await browser.newPage({ baseURL: product.siteUrl });
  // Each entry needs a different mailbox.
  const entrant = await newcomer(other, product, joinConfirmed);
  await other.goto(address);
  await expect(page.getByText('2 people here now')).toBeVisible();
  await expect(other.getByText('2 people here now')).toBeVisible();
  const before = list.data[0].entries;
  await byPlayer(product, entrant, 'POST', `/api/user/contests/${list.data[0].id}/enter`, { seed: '5eed' });
  await expect(
    page.getByText(before === 0 ? /^1 entry/ : new RegExp(`^${before + 1} entries`)),
  ).toBeVisible();
  await other.close();
  await expect(page.getByText('2 people here now')).toBeHidden();
});
