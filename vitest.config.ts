import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/**
 * How long `expect.poll` waits at most for what comes by sockets, TLS or processes. Far beyond what it takes, since it says nothing of how
 * fast that is: only a test that fails waits for so long.
 */
const patient = { poll: { timeout: 30_000 } };

const serverProject = {
  // Processes, since some tests start servers and databases of their own; few for all files, which share their modules.
  pool: 'forks' as const,
  isolate: false,
  // V8 sometimes aborts when it collects PGlite's WebAssembly code (nodejs/node, issue 64500).
  execArgv: ['--no-wasm-code-gc'],
  // What hangs ends then; it says nothing of how fast anything is.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: patient,
  globalSetup: 'tests/support/database-setup.ts',
  setupFiles: 'tests/support/server-setup.ts',
  runner: 'tests/support/database-runner.ts',
  // A test without a tag runs on PGlite alone: what it shows is the same on both.
  tags: [
    {
      name: 'concurrent',
      description:
        'Many at the same moment, which PGlite runs one after the other: on PostgreSQL, where the run has it',
    },
    {
      name: 'both',
      description: 'What each of the two has to show for itself, such as migrations: on PostgreSQL too',
    },
    {
      name: 'postgres',
      description: 'Locks, roles, and processes that share a database: on PostgreSQL alone',
    },
  ],
};

/** Those with something that runs on PostgreSQL. */
const onPostgres = globSync('tests/server/**/*.test.ts').filter((file) =>
  /\btags: '(concurrent|both|postgres)'|@module-tag postgres/.test(readFileSync(file, 'utf8')),
);

/** Each project can run alone: `npx vitest --project unit`. */
export default defineConfig({
  test: {
    // Of every project, which share them: three for two cores, since screens wait for their timers and others for processes and sockets.
    maxWorkers: 3,
    // Read from files, not imported: a change of theirs can break any test (`--changed`).
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
          // What they test is pure, or made anew by each test, so that files can share its modules.
          isolate: false,
          setupFiles: 'tests/support/nightly-setup.ts',
          // What hangs ends then. Some read the whole source, and two busy cores take a minute for it.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'islands',
          include: ['tests/islands/**/*.test.{ts,tsx}'],
          // See islands-setup.ts for what files share.
          isolate: false,
          environment: 'happy-dom',
          setupFiles: 'tests/support/islands-setup.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
      // Takes minutes a file: `npm run test:nightly`.
      {
        test: {
          ...serverProject,
          name: 'nightly',
          include: ['tests/nightly/**/*.test.ts'],
          // Of what hangs: twenty starts of a process on a busy machine took ten minutes.
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
