import { test as base, expect, type Page } from '@playwright/test';
import { oidcClient, startOidcHost } from './oidc-host.ts';
import { operatorSetupCode } from './operator-session.ts';
import { type Product, prepareProduct, startProduct } from './product.ts';
import { startSteamHost } from './steam-host.ts';

/** A page that is left for another of the site while the browser still fades it in: Chromium reports it where no page can catch it. */
const FADED = /Transition was skipped/;

interface Fixtures {
  /** Console errors and page errors that a test brings about on purpose; any other fails it. */
  readonly expectedErrors: RegExp[];
  readonly noErrors: undefined;
}

/**
 * Playwright's `test` with a running product as its address: each of its workers has one for itself, with stand-ins for Google and
 * Steam. A page that reports an error fails the test.
 */
export const test = base.extend<Fixtures, { readonly product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use, { parallelIndex }) => {
      const env = await prepareProduct(parallelIndex);
      const google = await startOidcHost({ redirectUris: [`${env.PUBLIC_API_URL}/login/google/callback`] });
      const steam = await startSteamHost();
      const product = await startProduct(parallelIndex, {
        ...env,
        // One person's tries at one account in ten minutes would run out: most tests sign in to the same.
        RATE_LIMIT: 'off',
        // The player of the tests is faster than a person.
        FIRST_ORDER_MINUTES: '0',
        // One operator pays for all files of a worker, whichever those are.
        OPERATOR_DAILY_LIMIT: '8000',
        OPERATOR_SETUP: operatorSetupCode,
        GOOGLE_CLIENT_ID: oidcClient.id,
        GOOGLE_CLIENT_SECRET: oidcClient.secret,
        GOOGLE_ISSUER: google.issuer,
        STEAM_SIGN_IN: 'on',
        STEAM_OPENID_URL: steam.endpoint,
      });
      await use(product);
      await product.stop();
      await google.close();
      await steam.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => use(product.siteUrl),
  expectedErrors: [[], { option: true }],
  noErrors: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on('console', (message) => {
        // A refused call is logged by the browser itself; what the page makes of it is the test's business.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          errors.push(message.text());
      });
      context.on('weberror', (error) => errors.push(String(error.error())));
      await use(undefined);
      const expected = [FADED, ...expectedErrors];
      const unexpected = errors.filter((text) => !expected.some((pattern) => pattern.test(text)));
      if (unexpected.length > 0) throw new Error(`The page reported errors:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

/** One table for the long sweep of `npm run test:nightly`, another for each run. */
export const byNight = <T>(all: T, otherwise: T): T => (process.env.NIGHTLY ? all : otherwise);

/** The same at the operators' host. */
export const operatorTest = test.extend({
  baseURL: async ({ product }, use) => use(product.operatorUrl),
});

/** Until the page's islands are alive: a form that isn't sends nothing, and what is pressed before is lost. */
export const alive = (page: Page) =>
  expect(page.locator('astro-island[ssr]:not([client="touch"])')).toHaveCount(0);

/** To be called before a signed-in player's page is opened: until it hears what happens to the account, which isn't sent again afterwards. */
export async function hears(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) =>
    String(payload).includes('subscription_succeeded'),
  );
}

export { expect } from '@playwright/test';
