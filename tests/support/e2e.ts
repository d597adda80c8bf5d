import { test as base, expect, type Page } from '@playwright/test';
import { type OidcHost, oidcClient, startOidcHost } from './oidc-host.ts';
import { operatorSetupCode } from './operator-session.ts';
import { type Product, prepareProduct, startProduct } from './product.ts';
import { type SteamHost, startSteamHost } from './steam-host.ts';

/** Leaving a page while the browser still fades it in: Chromium reports an error that no page can catch. */
const FADED = /Transition was skipped/;

interface Fixtures {
  /** Console and page errors that a test causes on purpose; any other error fails it. */
  readonly expectedErrors: RegExp[];
  readonly noErrors: undefined;
}

/** A running product, and the stand-ins that it knows. */
interface TestedProduct extends Product {
  readonly google: OidcHost;
  readonly steam: SteamHost;
}

/**
 * Playwright's `test` with a running product: each worker has its own, with stand-ins for Google and Steam. A page that reports
 * an error fails the test.
 */
export const test = base.extend<Fixtures, { readonly product: TestedProduct }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use, { parallelIndex }) => {
      const env = await prepareProduct(parallelIndex);
      const google = await startOidcHost({ redirectUris: [`${env.PUBLIC_API_URL}/login/google/callback`] });
      const steam = await startSteamHost();
      const product = await startProduct(parallelIndex, {
        ...env,
        // Most tests sign in to the same account, which would exceed its attempts in ten minutes.
        RATE_LIMIT: 'off',
        // The tests' player is faster than a human.
        FIRST_ORDER_MINUTES: '0',
        // One operator pays for all test files of a worker.
        OPERATOR_DAILY_LIMIT: '8000',
        OPERATOR_SETUP: operatorSetupCode,
        GOOGLE_CLIENT_ID: oidcClient.id,
        GOOGLE_CLIENT_SECRET: oidcClient.secret,
        GOOGLE_ISSUER: google.issuer,
        STEAM_SIGN_IN: 'on',
        STEAM_OPENID_URL: steam.endpoint,
      });
      await use({ ...product, google, steam });
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
        // The browser itself logs a rejected call; the test checks how the page handles it.
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

/** Returns one table for `npm run test:nightly`, and another for regular runs. */
export const byNight = <T>(all: T, otherwise: T): T => (process.env.NIGHTLY ? all : otherwise);

/** The same at the operators' host. */
export const operatorTest = test.extend({
  baseURL: async ({ product }, use) => use(product.operatorUrl),
});

/** Waits until the page's islands are hydrated: before that a form sends nothing, and presses are lost. */
export const alive = (page: Page) =>
  expect(page.locator('astro-island[ssr]:not([client="touch"])')).toHaveCount(0);

/**
 * Call it before opening a signed-in player's page. Waits until the page receives the account's events, because missed ones
 * aren't repeated. On a busy machine the first socket may be given up, so any of them counts.
 */
export const hears = (page: Page): Promise<void> =>
  new Promise((heard) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('subscription_succeeded')) heard();
      }),
    );
  });

export { expect } from '@playwright/test';
