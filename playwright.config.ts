import { defineConfig, devices } from '@playwright/test';
import { browserPath } from './scripts/browser.ts';
import { PRODUCTS } from './tests/support/product.ts';

/** What goes through all pages and changes nothing. */
const SWEEPS = /(accessibility|reach|\/faults(-forms)?)\.test\.ts$/;
/** What goes by the clock. */
const MEASURED = /long-list\.test\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e/results',
  globalSetup: './tests/support/build-site.ts',
  workers: PRODUCTS,
  projects: [
    // They only look, so that the tests of one file may do so at once.
    { name: 'sweeps', testMatch: SWEEPS, fullyParallel: true },
    { name: 'e2e', testIgnore: [SWEEPS, MEASURED] },
    { name: 'measured', testMatch: MEASURED, workers: 1 },
  ],
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // What is waited for is there in a moment on a quiet machine; two busy cores take their time.
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: {
      executablePath: browserPath(import.meta.dirname),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
