import { defineConfig, devices } from '@playwright/test';
import { browserPath } from './scripts/browser.ts';

/** What goes through all pages and changes nothing. */
const SWEEPS = /(accessibility|reach|\/faults)\.test\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e/results',
  globalSetup: './tests/support/e2e-setup.ts',
  workers: 2,
  projects: [
    // They only look, so that two may do so at once.
    { name: 'sweeps', testMatch: SWEEPS, fullyParallel: true },
    // One product for all tests, and one of them kills it: so one after the other.
    { name: 'e2e', testIgnore: SWEEPS, workers: 1 },
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
