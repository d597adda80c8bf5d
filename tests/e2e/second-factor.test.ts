/** A second factor: set up in the settings, requested at sign-in, and recovered when the app is lost. */
import type { Page } from '@playwright/test';
import { codeOf, secretOf } from '../support/app-codes.ts';
import { byPlayer } from '../support/ask.ts';
import { expect, test } from '../support/e2e.ts';
import { mailsTo } from '../support/outbox.ts';
import type { Product } from '../support/product.ts';
import { expectAccessible } from '../support/reach.ts';
import { joinConfirmed } from '../support/sign-in.ts';

const PASSWORD = 'correct horse 7';
const CODE = 'Code from your authenticator app';

const section = (page: Page) => page.getByRole('region', { name: 'Two-factor authentication' });

let looks = 0;
/** axe finds nothing on what is shown now, and nothing is wider than the screen. */
const clean = (page: Page) => expectAccessible(page, page.url(), looks++);

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Email address')).toBeVisible();
}

/** Signs up, with a confirmed address and a second factor. */
async function joinWithApp(product: Product, email: string): Promise<void> {
  const entered = await joinConfirmed(product, { email, password: PASSWORD });
  const at = '/api/user/second-factor';
  const { secret } = await byPlayer(product, entered, 'POST', `${at}/setup`, { password: PASSWORD });
  const code = codeOf(secretOf(secret), new Date());
  await byPlayer(product, entered, 'POST', `${at}/confirm`, { code });
}

test('an authenticator app is set up, and sign-ins ask for its code or accept a recovery code once', async ({
  page,
  product,
}) => {
  const email = `second-${Date.now()}@test.example`;
  await joinConfirmed(product, { email, password: PASSWORD });

  // Without a second factor, logging in is unchanged.
  await logIn(page, email);
  await page.waitForURL('/user');
  await page.goto('/user/settings#second-factor');
  const part = section(page);
  await part.getByLabel('Your password').fill(PASSWORD);
  await part.getByRole('button', { name: 'Set it up' }).click();
  await expect(part.getByRole('img', { name: 'QR code' })).toBeVisible();
  await clean(page);
  const secret = secretOf((await part.locator('code').textContent()) ?? '');
  await part.getByLabel(CODE).fill('000000');
  await part.getByRole('button', { name: 'Turn on' }).click();
  await expect(part.getByText('That code isn’t right.')).toBeVisible();
  await part.getByLabel(CODE).fill(codeOf(secret, new Date()));
  await part.getByRole('button', { name: 'Turn on' }).click();
  await expect(part.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expect(part.getByText('1 other device is still logged in')).toBeVisible();
  await clean(page);
  const [recovery = ''] = await part.getByRole('listitem').allTextContents();
  const saved = page.waitForEvent('download');
  await part.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('playtally-recovery-codes.txt');
  await part.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(part.getByText('10 recovery codes left.')).toBeVisible();
  await clean(page);

  // The captcha is solved again for the second step, automatically.
  await logOut(page);
  await logIn(page, email);
  await expect(page.getByLabel(CODE)).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  await clean(page);
  // The code of the step after the used one: an app's clock may be that far ahead.
  await page.getByLabel(CODE).fill(codeOf(secret, new Date(), 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('/user');

  await logOut(page);
  const recover = async () => {
    await logIn(page, email);
    await page.getByRole('button', { name: 'Lost your app? Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recovery.toLowerCase());
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  await recover();
  await page.waitForURL('/user');
  await expect.poll(() => mailsTo(product, email).at(-1)).toContain('You have 9 recovery codes left.');
  await logOut(page);
  await recover();
  await expect(page.getByText(/^That code doesn’t work/)).toBeVisible();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  expect(mailsTo(product, email).filter((mail) => mail.includes('now needs a two-factor code'))).toHaveLength(
    1,
  );
});

test('a player who lost the app and the codes is mailed a link that begins the wait, and one that stops it', async ({
  page,
  product,
}) => {
  const email = `lost-${Date.now()}@test.example`;
  await joinWithApp(product, email);
  await logIn(page, email);
  await page.getByRole('button', { name: 'I’ve lost both' }).click();
  await expect(page.getByText(/^Check your inbox\. The link works once/)).toBeVisible();
  await clean(page);
  const linkIn = (path: string) =>
    new RegExp(`^http\\S+/${path}/[\\w-]{43}$`, 'm').exec(mailsTo(product, email).at(-1) ?? '')?.[0];
  for (const [path, button, done] of [
    ['lost-codes', 'Start the wait', 'The wait has started'],
    ['keep-codes', 'Keep it on', 'Two-factor authentication stays on'],
  ] as const) {
    await expect.poll(() => linkIn(path)).toBeTruthy();
    await page.goto(linkIn(path) ?? '');
    await expect(page).toHaveURL(`${product.siteUrl}/${path}`);
    await clean(page);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { name: done })).toBeFocused();
    await clean(page);
  }
});
