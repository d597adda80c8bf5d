import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** The longest wait of `expect.poll`. It is generous, because no test measures speed: only a failing test waits that long. */
const patient = { poll: { timeout: 30_000 } };

const serverProject = {
  // Processes, because some tests start their own servers and databases. Files share them, and their modules.
  pool: 'forks' as const,
  isolate: false,
  // V8 sometimes aborts when it collects PGlite's WebAssembly code (nodejs/node, issue 64500).
  execArgv: ['--no-wasm-code-gc'],
  // Ends a test that hangs. It isn't a limit on speed.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: patient,
  globalSetup: 'tests/support/database-setup.ts',
  setupFiles: 'tests/support/server-setup.ts',
  runner: 'tests/support/database-runner.ts',
  // A test without a tag runs on PGlite only, because the result is the same on both.
  tags: [
    {
      name: 'concurrent',
      description:
        'Simultaneous calls, which PGlite runs one after the other: on PostgreSQL, if it is installed',
    },
    {
      name: 'both',
      description: 'What each database must prove on its own, such as migrations: on PostgreSQL too',
    },
    {
      name: 'postgres',
      description: 'Locks, roles, and processes that share a database: on PostgreSQL only',
    },
  ],
};

/** Files with a test that runs on PostgreSQL. */
const onPostgres = globSync('tests/server/**/*.test.ts').filter((file) =>
  /\btags: '(concurrent|both|postgres)'|@module-tag postgres/.test(readFileSync(file, 'utf8')),
);

/** Each project can run alone: `npx vitest --project unit`. */
export default defineConfig({
  test: {
    // For all projects together. Three on two cores, because each test spends part of its time waiting for timers, processes or sockets.
    maxWorkers: 3,
    // Tests read these as files instead of importing them, so a change can break any test (`--changed`).
    forceRerunTriggers: [
      '**/package.json',
      '**/vitest.config.*',
      '**/src/content/**',
      '**/server/db/migrations/**',
    ],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          // These tests leave modules unchanged, so files can share them.
          isolate: false,
          setupFiles: 'tests/support/nightly-setup.ts',
          // Ends a test that hangs. Some read the whole source, which takes a minute on two busy cores.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'islands',
          include: ['tests/islands/**/*.test.{ts,tsx}'],
          // islands-setup.ts says what files share.
          isolate: false,
          environment: 'happy-dom',
          setupFiles: 'tests/support/islands-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
      {
        test: {
          ...serverProject,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts'],
        },
      },
      // Without PostgreSQL's binaries these tests are skipped.
      { test: { ...serverProject, name: 'server-postgres', include: onPostgres } },
      // Minutes per file: `npm run test:nightly`.
      {
        test: {
          ...serverProject,
          name: 'nightly',
          include: ['tests/nightly/**/*.test.ts'],
          // Ends a test that hangs. Starting a process twenty times took ten minutes on a busy machine.
          testTimeout: 1_800_000,
        },
      },
      {
        test: {
          name: 'site',
          include: ['tests/site/**/*.test.ts'],
          globalSetup: 'scripts/test-site.ts',
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: patient,
        },
      },
    ],
  },
});
