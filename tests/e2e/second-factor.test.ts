/** A second factor: set up in the settings, and requested at sign-in. */
import type { Page } from '@playwright/test';
import { codeOf, secretOf } from '../support/app-codes.ts';
import { expect, test } from '../support/e2e.ts';
import { mailsTo } from '../support/outbox.ts';
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

test('an authenticator app is set up, and sign-ins ask for its code', async ({ page, product }) => {
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

  expect(mailsTo(product, email).filter((mail) => mail.includes('now needs a two-factor code'))).toHaveLength(
    1,
  );
});
