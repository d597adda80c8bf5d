/** How long calls wait for PostgreSQL; tests/server/db/postgres-stuck.pg.test.ts shows that each of these waits ends. */
import { expect, test } from 'vitest';
import { callLimits } from '../../../../server/db/postgres-pool.ts';

test('a call that PostgreSQL fails is answered within five seconds, whatever it waits for', () => {
  const { wait, lock, statement, silence } = callLimits;
  expect(wait + Math.max(lock, statement, silence)).toBeLessThanOrEqual(5_000);
  // Each says more than the next: which lock, which statement, and at last only that nothing came.
  expect([lock, statement, silence]).toEqual(
    [...new Set([lock, statement, silence])].toSorted((a, b) => a - b),
  );
});
