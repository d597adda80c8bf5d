import { defineConfig, devices } from '@playwright/test';
import { browserPath } from './scripts/browser.ts';

const SMOKE = /smoke\.test\.ts$/;
/** Minutes per file: `npm run test:nightly`. */
const NIGHTLY = /nightly-[\w-]+\.test\.ts$/;

/**
 * Each worker starts its own product, and each test has its own browser context. The tests of a file run one after another, unless
 * the file allows them to run in parallel.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: '.cache/e2e/results',
  globalSetup: './scripts/test-site.ts',
  // For two cores: each worker spends about a third of its time waiting for frames, other processes, or real time.
  workers: 3,
  projects: [
    { name: 'smoke', testMatch: SMOKE },
    { name: 'e2e', testIgnore: [SMOKE, NIGHTLY] },
    { name: 'nightly', testMatch: NIGHTLY },
  ],
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Ends a test that hangs. It isn't a limit on speed: one that restarts the server took two minutes on a very busy machine.
  timeout: 300_000,
  // Most waits end immediately on an idle machine, but two busy cores can take much longer.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/test/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: {
      executablePath: browserPath(import.meta.dirname),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    },
    actionTimeout: 30_000,
    // A service worker's requests would bypass the faults that tests inject. tests/e2e/offline.test.ts allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // To get a trace of a failed test, run it again with --trace on.
    trace: 'off',
  },
});
