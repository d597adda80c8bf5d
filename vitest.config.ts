import { defineConfig } from 'vitest/config';

/**
 * How long `expect.poll` waits at most for what comes by sockets, TLS or processes. Far beyond what it takes, since it says nothing of how
 * fast that is: only a test that fails waits for so long.
 */
const patient = { poll: { timeout: 30_000 } };

const serverProject = {
  // Processes, since some tests start servers and databases of their own; one for all files, which share its modules.
  pool: 'forks',
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: patient,
  globalSetup: 'tests/support/database-setup.ts',
} as const;

/** Each project can run alone: `npx vitest --project unit`. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], testTimeout: 15_000 } },
      {
        test: {
          name: 'islands',
          include: ['tests/islands/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: 'tests/support/islands-setup.ts',
          testTimeout: 20_000,
        },
      },
      { test: { ...serverProject, name: 'server', include: ['tests/server/**/*.test.ts'] } },
      // What touches the database runs again on PostgreSQL; without its binaries these tests are skipped and say so.
      { test: { ...serverProject, name: 'server-postgres', include: ['tests/server/**/*.db.test.ts'] } },
      // Needs the built site: `node tests/support/build-site.ts`.
      {
        test: {
          name: 'site',
          include: ['tests/site/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: patient,
        },
      },
    ],
  },
});
