/** Providers, external captchas, and sessions in a browser without storage and in two tabs. */
import type { Page } from '@playwright/test';
import { elementsOf } from '../../scripts/site/html.ts';
import { appPolicy, codeOf, withPolicy } from '../../scripts/site/policy.ts';
import { demoAccount } from '../../server/db/seed.ts';
import { alive, expect, hears, test } from '../support/e2e.ts';
import { addAuthenticator, giveSession, logInDemo } from '../support/sign-in.ts';

const stored = (page: Page) =>
  page.evaluate(() => ({
    token: localStorage.getItem('token'),
    user_id: localStorage.getItem('user_id'),
    user: JSON.parse(localStorage.getItem('user') ?? 'null'),
    countries: JSON.parse(localStorage.getItem('countries') ?? '[]').length,
  }));

async function logInAsDemo(page: Page): Promise<void> {
  await alive(page);
  await page.getByLabel('Email address').fill(demoAccount.email);
  await page.getByLabel('Password', { exact: true }).fill(demoAccount.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

for (const label of ['Google', 'Steam'])
  test(`signing in with ${label} leads there and back, asks one question, and returns to the starting page`, async ({
    page,
    product,
  }) => {
    const seen: string[] = [];
    page.on('request', (request) => seen.push(`${request.headers().referer ?? ''} ${request.url()}`));
    await page.goto('/login?from=%2Fuser%2Frewards');
    await alive(page);
    await page.getByRole('button', { name: `Continue with ${label}` }).click();
    await expect(page.getByRole('heading', { name: 'When were you born?' })).toBeFocused();
    await expect(page).toHaveURL(`${product.siteUrl}/login?from=%2Fuser%2Frewards`);
    await page.getByLabel('Day').fill('31');
    await page.getByLabel('Month').selectOption('May');
    await page.getByLabel('Year').fill('1999');
    await page.getByRole('button', { name: 'Save date of birth' }).click();
    await page.waitForURL('/user/rewards');
    const kept = await stored(page);
    expect(kept.token).toMatch(/^\d+\|[\w-]{43}$/);
    expect(kept).toMatchObject({ user_id: String(kept.user.id), countries: 249 });
    // Values that needn't outlive the page aren't stored.
    expect(kept.user).not.toHaveProperty('birth_date');
    // The token was only in the hash: in no requested address, and in none that Back leads to.
    expect(seen.filter((line) => /token=/.test(line) && !line.includes('/callback'))).toEqual([]);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'You’re logged in' })).toBeVisible();
    expect(page.url()).not.toContain('token');
    // The second time asks nothing.
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: `Continue with ${label}` }).click();
    await page.waitForURL('/user/rewards');
    expect((await stored(page)).user_id).toBe(kept.user_id);
  });

test('a passkey signs up, asks for the birth date, and later signs in on its own', async ({ page }) => {
  await addAuthenticator(page);
  await page.goto('/login?from=%2Fuser%2Fsettings#sign-up');
  await alive(page);
  await page.getByRole('button', { name: 'Sign up with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'When were you born?' })).toBeFocused();
  await page.getByRole('link', { name: 'Skip for now' }).click();
  const part = page.getByRole('region', { name: 'Passkeys' });
  await part.getByRole('heading', { name: 'Passkeys' }).click();
  await expect(part.getByRole('listitem')).toHaveCount(1);
  const { user_id } = await stored(page);
  // One of an account is enough for a device.
  await part.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('already has a passkey');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await part.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My phone');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part.getByRole('listitem')).toContainText('My phone');
  await part.getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('your only way to log in');

  await page.goto('/login');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'When were you born?' })).toBeFocused();
  expect((await stored(page)).user_id).toBe(user_id);
});

/** The parts of each service's script that the pages use. The real scripts need the network. */
const standIn = (name: string) => `window.${name} = {
  render(place, options) {
    const box = document.createElement('button');
    box.type = 'button';
    box.textContent = 'I am a person, says ${name}';
    box.onclick = () => options.callback('solved-by-' + options.sitekey);
    place.append(box);
    return 'one';
  },
  reset() {},
};`;

const csp = /<meta http-equiv="Content-Security-Policy" content="[^"]*">/;

for (const [service, name, script] of [
  ['recaptcha', 'grecaptcha', 'https://www.google.com/recaptcha/api.js*'],
  ['hcaptcha', 'hcaptcha', 'https://js.hcaptcha.com/1/api.js*'],
  ['turnstile', 'turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js*'],
] as const) {
  test(`the check by ${service} loads under its own policy, and its value is sent`, async ({
    page,
    product,
  }) => {
    const sent: unknown[] = [];
    await page.route(script, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: standIn(name) }),
    );
    await page.route(`${product.apiUrl}/api/captcha`, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': product.siteUrl },
        json: { service, site_key: 'a-key' },
      }),
    );
    // A page that a test serves can't call this machine, so the test answers those calls as well.
    const headers = { 'access-control-allow-origin': product.siteUrl, 'access-control-allow-headers': '*' };
    await page.route(`${product.apiUrl}/api/auth-providers`, (route) =>
      route.fulfill({ headers, json: { providers: [] } }),
    );
    await page.route(`${product.apiUrl}/api/login-user`, (route) => {
      if (route.request().method() === 'POST') sent.push(route.request().postDataJSON());
      return route.fulfill({ headers, status: 422, json: { message: 'No.', errors: { email: ['No.'] } } });
    });
    // The page as a build with CAPTCHA=<service> makes it: the same except for its policy.
    const html = await (await fetch(`${product.siteUrl}/login`)).text();
    const bare = html.replace(csp, '');
    const policy = appPolicy([codeOf(elementsOf(bare))], [product.apiUrl], service);
    await page.route('**/login', (route) =>
      route.fulfill({ contentType: 'text/html', body: withPolicy(bare, policy) }),
    );
    await page.goto('/login');
    await alive(page);
    await page.getByLabel('Email address').fill('nobody@test.example');
    await page.getByLabel('Password', { exact: true }).fill('correct horse 7');
    await expect(page.getByRole('link', { name: 'Contact support' })).toBeVisible();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('complete the check above');
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: `I am a person, says ${name}` }).click();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect.poll(() => sent).toMatchObject([{ captcha: 'solved-by-a-key' }]);
  });

  test.describe(() => {
    // The browser itself reports that it blocked the script.
    test.use({ expectedErrors: [/Content Security Policy/] });
    test(`no other page’s policy allows the check by ${service}`, async ({ page, product }) => {
      await page.route(script, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: standIn(name) }),
      );
      await page.route(`${product.apiUrl}/api/captcha`, (route) =>
        route.fulfill({
          headers: { 'access-control-allow-origin': product.siteUrl },
          json: { service, site_key: 'a-key' },
        }),
      );
      await page.goto('/login');
      await expect(page.getByRole('alert')).toContainText('couldn’t load the robot check');
    });
  });
}

test('a browser whose storage is blocked lets players sign in until the page is closed, and says so', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
  });
  await page.goto('/user/rewards');
  await page.waitForURL('/login?from=%2Fuser%2Frewards');
  await logInAsDemo(page);
  await page.waitForURL('/user/rewards');
  const note = page.getByRole('status').filter({ hasText: 'blocks storage for this site' });
  await expect(note).toBeVisible();
  await expect(page.getByRole('banner').getByRole('definition').first()).toContainText(/\d/);
  // From page to page, too.
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Games' }).click();
  await page.waitForURL('/user/games');
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await expect(note).toBeVisible();
  await page.reload();
  await page.waitForURL(/\/login/);
  await expect(page.getByLabel('Email address')).toBeVisible();
});

test('two tabs never disagree: when one signs out, so does the other', async ({ page, context, product }) => {
  // The session ends here, so no other test uses it.
  await giveSession(page, await logInDemo(product));
  await page.goto('/user');
  await alive(page);
  const other = await context.newPage();
  // The browser reports a socket that is closed before it was open.
  const joined = hears(other);
  await other.goto('/user');
  await alive(other);
  await joined;
  const shown = (tab: Page) => tab.getByRole('banner').getByRole('definition').first();
  await expect(shown(other)).toContainText(/\d/);
  await page.goto('/login');
  await alive(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Email address')).toBeVisible();
  await other.waitForURL(/\/login/);
  expect((await stored(other)).token).toBeNull();
});
