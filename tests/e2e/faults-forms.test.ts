/**
 * Faults on the pages of the forms for those who are signed out, each with the first call that it makes: some ask when they are opened,
 * those that a mailed link leads to only when their button is pressed. Each fault stands there in words, what was typed and the link
 * stay, nobody is sent elsewhere, and the same button goes on once the fault is gone. A route without a row fails the first test.
 */
import type { Page } from '@playwright/test';
import { routes } from '../../src/lib/routes.ts';
import { test as base, expect } from '../support/e2e.ts';
import { faults, GIVEN_UP_AFTER_MS, OFFLINE, standBetween } from '../support/faults.ts';

interface Form {
  readonly path: string;
  /** The first call that it makes. */
  readonly call: RegExp;
  /** That call is made when the page is opened; the button makes it again. */
  readonly atOnce?: boolean;
  /** By their labels. */
  readonly typed?: Readonly<Record<string, string>>;
  readonly button: string;
  /** The heading that stands there once the button was answered. */
  readonly leads: string;
}

type RouteName = keyof typeof routes;

const email = 'nobody@test.example';
const password = 'a long enough password';
const refused = 'This link can’t be used';

/** By the name of the route; a second row of one route has more behind a space. */
const forms: Readonly<Record<string, Form>> = {
  login: {
    path: '/login?from=/user/rewards',
    call: /captcha/,
    atOnce: true,
    typed: { 'E-mail address': 'demo@playtally.example', Password: 'demo-password-1' },
    button: 'Log in',
    leads: 'Rewards',
  },
  forgotPassword: {
    path: '/forgotpassword',
    call: /captcha/,
    atOnce: true,
    typed: { 'E-mail address': email },
    button: 'Send me the link',
    leads: 'Look in your mail',
  },
  findPassword: {
    path: `/api/password/find/a-token?email=${email}`,
    call: /password\/reset/,
    typed: { 'New password': password, 'New password again': password },
    button: 'Save and log in',
    leads: refused,
  },
  confirmEmail: {
    path: `/confirm-email/a-token?email=${email}`,
    call: /confirm-email/,
    button: 'Confirm',
    leads: refused,
  },
  lostFactor: { path: '/lost-codes/a-token', call: /lost-factor/, button: 'Begin the wait', leads: refused },
  keepFactor: { path: '/keep-codes/a-token', call: /lost-factor/, button: 'Keep them on', leads: refused },
};

base.use({ trace: 'off' });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function expectTold(page: Page, { typed = {}, button }: Form, reason: RegExp): Promise<void> {
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ });
  await expect(alert).toHaveText(reason);
  await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled();
  for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text);
}

base('every form has its row', () => {
  const rows = Object.keys(forms).map((name) => name.split(' ')[0]);
  const needed = Object.keys(routes).filter((name) => routes[name as RouteName].area === 'account');
  expect(new Set(rows)).toEqual(new Set(needed));
});

for (const [name, form] of Object.entries(forms))
  base(`${name}: each fault in words, nothing is lost, and the button goes on`, async ({ page, product }) => {
    await page.clock.install();
    const api = await standBetween(page, product.apiUrl, form.call);
    const button = page.getByRole('button', { name: form.button, exact: true });
    api.fail(faults.broken);
    await page.goto(form.path);
    await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
    // What is secret in a mailed link goes from the address at once, and that is no place where anybody was sent.
    await expect(page).not.toHaveURL(/a-token/);
    const at = page.url();
    if (form.atOnce) await expectTold(page, { ...form, typed: {} }, faults.broken.reason);
    for (const [label, text] of Object.entries(form.typed ?? {})) await field(page, label).fill(text);

    for (const fault of [faults.broken, faults.malformed, faults.silent, faults.html]) {
      api.fail(fault);
      await button.click();
      if (fault === faults.silent) {
        await expect.poll(api.met).toBe(1);
        await page.clock.fastForward(GIVEN_UP_AFTER_MS);
      }
      await expectTold(page, form, fault.reason);
    }
    api.fail(null);
    await page.context().setOffline(true);
    await button.click();
    await expectTold(page, form, OFFLINE);
    await page.context().setOffline(false);

    api.fail(faults.unauthorized);
    await button.click();
    await expectTold(page, form, faults.unauthorized.reason);
    expect(page.url()).toBe(at);

    api.fail(null);
    await button.click();
    await expect(page.getByRole('heading', { name: form.leads, level: 1 })).toBeVisible();
  });
