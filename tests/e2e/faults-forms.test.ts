/**
 * Faults on forms for signed-out visitors, and on the one action that costs points: each is explained in place, input and link
 * stay, there is no redirect, and the same button works again. tests/islands/acts.test.ts tests these calls with all kinds of
 * faults.
 */
import { routes } from '../../src/lib/routing/routes.ts';
import { byPlayer } from '../support/ask.ts';
import { test as base, expect } from '../support/e2e.ts';
import { faults, standBetween } from '../support/faults.ts';
import { demoSession, giveSession } from '../support/sign-in.ts';

base.describe.configure({ mode: 'parallel' });
const test = base.extend({
  // A socket that is cut off as well reports it on the console.
  expectedErrors: [/WebSocket connection to .* failed/],
});

interface Form {
  readonly path: string;
  /** The call of its button. */
  readonly call: RegExp;
  /** By their labels. */
  readonly typed?: Readonly<Record<string, string>>;
  readonly button: string;
  /** The heading that is shown after the button's call was answered. */
  readonly leads: string;
}

const email = 'nobody@test.example';
const password = 'a long enough password';
const refused = 'This link doesn’t work';

/** Forms for signed-out visitors, by the name of the route. */
const forms: Readonly<Record<string, Form>> = {
  login: {
    path: '/login?from=/user/rewards',
    call: /login-user/,
    typed: { 'Email address': 'demo@playtally.example', Password: 'demo-password-1' },
    button: 'Log in',
    leads: 'Rewards',
  },
  forgotPassword: {
    path: '/forgotpassword',
    call: /password\/email/,
    typed: { 'Email address': email },
    button: 'Send link',
    leads: 'Check your inbox',
  },
  findPassword: {
    path: `/api/password/find/a-token?email=${email}`,
    call: /password\/reset/,
    typed: { 'New password': password, 'Confirm new password': password },
    button: 'Save and log in',
    leads: refused,
  },
  confirmEmail: {
    path: `/confirm-email/a-token?email=${email}`,
    call: /confirm-email/,
    button: 'Confirm',
    leads: refused,
  },
  lostFactor: {
    path: '/lost-codes/a-token',
    call: /factor-recovery/,
    button: 'Start the wait',
    leads: refused,
  },
  keepFactor: { path: '/keep-codes/a-token', call: /factor-recovery/, button: 'Keep it on', leads: refused },
};

test('every form has a row in the table', () => {
  const needed = Object.entries(routes).filter(([, { area }]) => area === 'account');
  expect(new Set(Object.keys(forms))).toEqual(new Set(needed.map(([name]) => name)));
});

for (const [name, form] of Object.entries(forms))
  test(`${name}: explains faults, keeps the input, and the button works again`, async ({ page, product }) => {
    const { typed = {} } = form;
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const api = await standBetween(page, product.apiUrl, form.call);
    await page.goto(form.path);
    await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
    // A mailed link's secret disappears from the address immediately, which isn't a redirect.
    await expect(page).not.toHaveURL(/a-token/);
    const at = page.url();
    for (const [label, text] of Object.entries(typed)) await field(label).fill(text);
    const button = page.getByRole('button', { name: form.button, exact: true });
    for (const fault of [faults.broken, faults.unauthorized]) {
      api.fail(fault);
      await button.click();
      const alert = page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ });
      await expect(alert).toHaveText(fault.reason);
      await expect(button).toBeEnabled();
      for (const [label, text] of Object.entries(typed)) await expect(field(label)).toHaveValue(text);
      expect(page.url()).toBe(at);
    }
    api.fail(null);
    await button.click();
    await expect(page.getByRole('heading', { name: form.leads, level: 1 })).toBeVisible();
  });

test('redeeming shows a fault, retries with the same button, and charges once however often it is pressed', async ({
  page,
  product,
}) => {
  const player = await demoSession(product);
  const orders = async () => (await byPlayer(product, player, 'GET', '/api/user/orders')).total;
  await giveSession(page, player);
  const before = await orders();
  const api = await standBetween(page, product.apiUrl, /buyAmount/);
  await page.goto('/user/reward/12/x');
  await page.getByRole('main').getByRole('button', { name: 'Redeem', exact: true }).click();
  const dialog = page.getByRole('dialog');
  api.fail(faults.broken);
  await dialog.getByRole('button', { name: /^Redeem for/ }).click();
  await expect(dialog.getByText(faults.broken.reason)).toBeVisible();
  const again = dialog.getByRole('button', { name: /again|retry/i });
  api.fail(null);
  await again.dblclick();
  await expect(page.getByText('Here’s your code')).toBeVisible();
  expect(await orders()).toBe(before + 1);
});
