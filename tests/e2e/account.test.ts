/** The account: its address confirmed by the real mail, its settings, its devices, and its end. Barriers: pages.test.ts. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { saveNotification } from '../../src/lib/contract/settings/settings.ts';
import { byPlayer } from '../support/ask.ts';
import { alive, expect, hears, test } from '../support/e2e.ts';
import { mailsTo } from '../support/outbox.ts';
import { giveSession, join, joinConfirmed, storedSession } from '../support/sign-in.ts';

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

test('a mail that opens in another browser leads through the login back to the reward that asked for it', async ({
  page,
  browser,
  product,
}) => {
  const email = newEmail('elsewhere');
  const session = await join(product, { email, password: PASSWORD });
  await expect.poll(() => mailsTo(product, email)).toHaveLength(1);
  // Another reward is the goal.
  await byPlayer(product, session, 'GET', '/api/user/reward-completion-check-the-reward/84');
  await giveSession(page, session);
  await page.goto('/user/reward/12');
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText(`Sent to ${email}`)).toBeVisible();
  await expect.poll(() => mailsTo(product, email)).toHaveLength(2);

  const link = /^http\S+confirm-email\S+$/m.exec(mailsTo(product, email).at(-1) ?? '')?.[0] ?? '';
  const elsewhere = await (await browser.newContext({ baseURL: product.siteUrl })).newPage();
  await elsewhere.goto(link);
  await elsewhere.getByLabel('Password for this account').fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Confirm', exact: true }).click();
  await elsewhere.getByRole('link', { name: 'Back to Random Steam key' }).click();
  await expect(elsewhere.getByText('Next we’ll take you to Random Steam key.')).toBeVisible();
  await alive(elsewhere);
  await elsewhere.getByLabel('Email address').fill(email);
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await elsewhere.getByRole('button', { name: 'Log in', exact: true }).click();
  await elsewhere.waitForURL(/\/user\/reward\/12\/Random-Steam-key$/);
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Random Steam key' })).toBeVisible();
  await expect(elsewhere.getByText('Your email address isn’t confirmed')).toHaveCount(0);
  await elsewhere.context().close();
});

test('settings are saved, and other players see them', async ({ page, browser, product }) => {
  const session = await join(product, { email: newEmail('settles'), password: PASSWORD });
  await giveSession(page, session);
  await page.goto('/user/settings');
  const you = section(page, 'Profile');
  await you.getByLabel('Name', { exact: true }).fill('Mira of the long grass');
  await you.getByLabel('Country').selectOption('NL');
  await you.getByRole('button', { name: 'Choose another' }).click();
  await you.getByRole('radio', { name: 'Avatar 3', exact: true }).check({ force: true });
  await you.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(you.getByText('Saved', { exact: true })).toBeVisible();

  // It looks selected before it is saved.
  const chosen = page.waitForResponse(
    (response) =>
      response.url() === product.apiUrl + saveNotification.path &&
      response.request().method() === saveNotification.method,
  );
  await (await opened(page, 'Notifications')).getByRole('checkbox', { name: 'News on the site' }).check();
  expect((await chosen).status()).toBe(200);
  await page.goto('/user/settings#notifications');
  await page.reload();
  await expect(you.getByLabel('Country')).toHaveValue('NL');
  await expect(
    section(page, 'Notifications').getByRole('checkbox', { name: 'News on the site' }),
  ).toBeChecked();
  await expect(page.locator('.account')).toContainText('Mira of the long grass');

  const other = await join(product, { email: newEmail('looks'), password: PASSWORD });
  const theirs = await (
    await browser.newContext({ baseURL: product.siteUrl, storageState: storedSession(product, other) })
  ).newPage();
  await theirs.goto(`/user/profile/${session.user.id}`);
  await expect(theirs.getByRole('heading', { name: 'Mira of the long grass', exact: true })).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Level 1' })).toBeVisible();
  await (await opened(page, 'Profile')).getByLabel('Private profile').check();
  await you.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(you.getByText('Saved', { exact: true })).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText('keeps this profile private')).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Level 1' })).toHaveCount(0);
  await theirs.context().close();
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

test('a player exports their data, deletes the account and then keeps it after all', async ({
  page,
  product,
}) => {
  const email = newEmail('leaves');
  await giveSession(page, await joinConfirmed(product, { email, password: PASSWORD }));
  await page.goto('/user/settings');
  const data = await opened(page, 'Your data');
  const download = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Everything (JSON)' }).click();
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
  expect(file.profile.email).toBe(email);
  const table = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Points history (CSV)' }).click();
  expect((await table).suggestedFilename()).toMatch(/\.csv$/);

  await (await opened(page, 'Delete account')).getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  await dialog.getByRole('button', { name: 'Delete in 14 days' }).click();
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete in 14 days' }).click();
  await expect(page.getByRole('heading', { name: 'We’ll delete your account' })).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect.poll(() => mailsTo(product, email).at(-1)).toContain('We’ll delete it on');

  const again = await join(product, { email, password: PASSWORD });
  await giveSession(page, again);
  await page.goto('/user/settings');
  await expect(page.getByText(/cancelled the deletion by logging in/)).toBeVisible();
});
