/** A forgotten password, with the real mail. */
import { alive, expect, test } from '../support/e2e.ts';
import { mailsTo } from '../support/outbox.ts';
import { join } from '../support/sign-in.ts';

test('a mailed link sets a new password and signs in, and is left nowhere', async ({ page, product }) => {
  const email = `forgetful+${Date.now()}@test.example`;
  await join(product, { email, password: 'correct horse 7' });
  // The referrer that the page sends.
  const referrers: string[] = [];
  page.on('request', (request) => referrers.push(request.headers().referer ?? ''));

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.waitForURL('/forgotpassword');
  await alive(page);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused();
  // Signing up mailed a link too, to confirm the address.
  const asked = () => mailsTo(product, email).filter((mail) => mail.includes('\nSubject: Choose'));
  await expect.poll(asked).toHaveLength(1);
  const [mail = ''] = asked();
  const link = /^http\S+$/m.exec(mail)?.[0] ?? '';
  expect(link).toMatch(new RegExp(`^${product.siteUrl}/api/password/find/[\\w-]{43}\\?email=forgetful%2B`));
  // The file exists shortly before the log line.
  await expect.poll(() => product.log()).toContain(`Mail for ${email}: ${link}\n`);
  const token = /find\/([\w-]{43})/.exec(link)?.[1] ?? '';

  const entries = await page.evaluate(() => history.length);
  await page.goto(link);
  await expect(page).toHaveURL(`${product.siteUrl}/api/password/find`);
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  expect(await page.content()).not.toContain(token);
  await alive(page);
  for (const label of ['New password', 'Confirm new password'])
    await page.getByLabel(label, { exact: true }).fill('battery staple 8');
  await page.getByRole('button', { name: 'Save and log in' }).click();
  await page.waitForURL('/user');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  expect(page.url()).not.toContain(token);
  expect(referrers.filter((referrer) => referrer.includes(token))).toEqual([]);
});

test('a form that is submitted before its captcha has loaded is sent once it has', async ({ page }) => {
  const sent = Promise.withResolvers<void>();
  await page.route(/captcha-widget/, async (route) => {
    await sent.promise;
    await route.continue();
  });
  await page.goto('/forgotpassword');
  await alive(page);
  await page.getByLabel('Email address').fill(`nobody-${Date.now()}@test.example`);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('button', { name: 'Checking' })).toBeVisible();
  sent.resolve();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
});

test('a device whose clock is a day ahead passes the robot check like any other', async ({ page }) => {
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 24 * 60 * 60_000;
  });
  await page.goto('/forgotpassword');
  await alive(page);
  await page.getByLabel('Email address').fill(`nobody-${Date.now()}@test.example`);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
});
