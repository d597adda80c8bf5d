/** A clock that jumped weeks ahead and was corrected: its timestamps block no one. */
import { expect, test } from 'vitest';
import { mailQueue } from '../../../server/db/schema.ts';
import { runJobs } from '../../../server/jobs/lease.ts';
import { createMailQueue } from '../../../server/mail/queue.ts';
import { countRequest } from '../../../server/platform/rate-limit.ts';
import { testDatabase } from '../../support/database.ts';
import { MINUTE } from '../../support/time.ts';
import { testVault } from '../../support/vault.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const AHEAD = after(20 * 86_400);

test('a limit’s window that begins in the future is ignored, and a clock that is a little ahead changes nothing', async () => {
  const { drizzle } = await testDatabase();
  const count = (now: Date) => countRequest(drizzle, 'test', 1, 600_000, now);
  await count(AHEAD);
  await expect(count(AHEAD)).rejects.toMatchObject({ code: 'too_many_requests' });
  await count(NOW);
  await expect(count(NOW)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 600 });
  // Another process, whose clock is half a minute behind.
  await expect(count(after(-30))).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('a job that ran by a wrong clock runs again, even if its process died during it', async () => {
  const db = await testDatabase();
  let ran = 0;
  const run = (now: Date, work = async () => void ran++) =>
    runJobs(
      db,
      [{ name: 'a test', every: MINUTE, run: work }],
      () => now,
      () => {},
    );
  await run(AHEAD);
  await run(NOW);
  expect(ran).toBe(2);
  await db.value("UPDATE jobs SET leased_until = $1 WHERE name = 'a test' RETURNING 1", [AHEAD]);
  await run(after(60));
  expect(ran).toBe(3);
  await run(after(61));
  expect(ran).toBe(3);
});

test('a mail that waits for a wrong clock is tried', async () => {
  const { drizzle } = await testDatabase();
  const sent: string[] = [];
  let clock = AHEAD;
  let isAway = true;
  const queue = createMailQueue({
    db: drizzle,
    vault: testVault,
    clock: () => clock,
    log: () => {},
    isWanted: async () => true,
    send: async ({ to }) => {
      if (isAway) throw new Error('away');
      sent.push(to);
    },
  });
  await queue.send({ to: 'mira@test.example', subject: 'A link', text: 'The link', html: '' });
  isAway = false;
  clock = NOW;
  await queue.retry(NOW);
  expect([sent, await drizzle.$count(mailQueue)]).toEqual([['mira@test.example'], 0]);
});
