import { defineConfig, devices } from '@playwright/test';
import { browserPath } from './scripts/browser.ts';

const SMOKE = /smoke\.test\.ts$/;
/** Takes minutes a file: `npm run test:nightly`. */
const NIGHTLY = /nightly-[\w-]+\.test\.ts$/;

/**
 * Each worker has a product of its own, and each test a browser's context. The tests of a file follow one another, unless it says that
 * they may run at once.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e/results',
  globalSetup: './scripts/test-site.ts',
  // Of two cores: about a third of its time each waits for frames, for other processes, and for hands and clocks that can't be hurried.
  workers: 3,
  projects: [
    { name: 'smoke', testMatch: SMOKE },
    { name: 'e2e', testIgnore: [SMOKE, NIGHTLY] },
    { name: 'nightly', testMatch: NIGHTLY },
  ],
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Of a test that hangs: none is judged by how long it takes.
  timeout: 120_000,
  // What is waited for is there in a moment on a quiet machine; two busy cores take their time.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: {
      executablePath: browserPath(import.meta.dirname),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
    actionTimeout: 30_000,
    // What one fetches passes by the faults that tests put in a page's way; tests/e2e/offline.test.ts lets it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Of a run that failed it is made by running the test again: --trace on.
    trace: 'off',
  },
});
