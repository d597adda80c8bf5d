import type { Page } from '@playwright/test';
import { alive, expect, hears, test } from '../support/e2e.ts';
import { mailsTo } from '../support/outbox.ts';
import { giveSession, join, storedSession } from '../support/sign-in.ts';

const PASSWORD = 'correct horse 7';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** A section that is closed at first. */
async function opened(page: Page, name: string) {
  const part = section(page, name);
  await part.getByRole('heading', { name, exact: true }).click();
  return part;
}

let made = 0;
const newEmail = (who: string) => `${who}-${Date.now()}-${++made}@test.example`;

test('the mail’s link confirms the address and disappears from the address bar', async ({
  page,
  product,
}) => {
  const email = newEmail('confirms');
  await giveSession(page, await join(product, { email, password: PASSWORD }));
  await expect.poll(() => mailsTo(product, email)).toHaveLength(1);
  await page.goto('/user/settings');
  const notice = page.getByRole('region', { name: 'Confirm your email address' });
  await notice.getByRole('button', { name: 'Send the link again' }).click();
  await expect(notice.getByText(`Sent to ${email}`)).toBeVisible();
  await expect.poll(() => mailsTo(product, email)).toHaveLength(2);

  const link = /^http\S+confirm-email\S+$/m.exec(mailsTo(product, email)[0] ?? '')?.[0] ?? '';
  const token = /confirm-email\/([\w-]{43})/.exec(link)?.[1] ?? 'none';
  const referrers: string[] = [];
  page.on('request', (request) => referrers.push(request.headers().referer ?? ''));
  await page.goto(link);
  await expect(page).toHaveURL(`${product.siteUrl}/confirm-email`);
  expect(await page.content()).not.toContain(token);
  await alive(page);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeFocused();
  expect(referrers.filter((referrer) => referrer.includes(token))).toEqual([]);
  await page.goto('/user/settings');
  await expect(section(page, 'Profile')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('the list of devices signs another device out, which leaves for the login at once', async ({
  page,
  browser,
  product,
}) => {
  const email = newEmail('changes');
  const form = { email, password: PASSWORD };
  await giveSession(page, await join(product, form));
  const elsewhere = await (
    await browser.newContext({
      baseURL: product.siteUrl,
      storageState: storedSession(product, await join(product, form)),
    })
  ).newPage();
  const joined = hears(elsewhere);
  await elsewhere.goto('/user/settings');
  await expect(section(elsewhere, 'Profile')).toBeVisible();
  await joined;
  await page.goto('/user/settings');
  const devices = await opened(page, 'Devices');
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: /^Log out (?!all)/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(devices.getByText('No other devices')).toBeVisible();
  // It learns of that without a reload.
  await elsewhere.waitForURL(/\/login/);
  await elsewhere.context().close();
});
