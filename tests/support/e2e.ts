import { test as base } from '@playwright/test';
import { type Product, runningProduct } from './product.ts';

interface Fixtures {
  readonly product: Product;
  /** Console errors and page errors that a test brings about on purpose; any other fails it. */
  readonly expectedErrors: RegExp[];
  readonly noErrors: undefined;
}

/** Playwright's `test` with the running product as its address. A page that reports an error fails the test. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  product: async ({}, use) => use(runningProduct()),
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
      const unexpected = errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
      if (unexpected.length > 0) throw new Error(`The page reported errors:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

/** The same at the operators' host. */
export const operatorTest = test.extend({
  baseURL: async ({ product }, use) => use(product.operatorUrl),
});

export { expect } from '@playwright/test';
