/**
 * Starting before PostgreSQL is up, or together with other processes.
 * @module-tag postgres
 */
import { expect, test } from 'vitest';
import { ConfigError } from '../../../server/config/config.ts';
import { openPostgres } from '../../../server/db/database.ts';
import { untilItAnswers } from '../../../server/db/open-database.ts';
import { startPostgres } from '../../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';

const failing = (error: Error, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  return { value: () => (left-- > 0 ? Promise.reject(error) : Promise.resolve(1)) };
};
const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

test('a process that starts before PostgreSQL says so once, and continues when it answers', async () => {
  const lines: string[] = [];
  let waits = 0;
  const wait = async () => void waits++;
  await untilItAnswers(failing(refused, 20), 'db:5432', (line) => void lines.push(line), wait);
  expect(waits).toBe(20);
  expect(lines).toEqual([
    "PostgreSQL at db:5432 doesn't answer yet (connect ECONNREFUSED 127.0.0.1:5432); trying for a minute.",
  ]);
});

test('it ends with a sentence after a minute of attempts, or immediately if waiting can’t help', async () => {
  let waits = 0;
  const wait = async () => void waits++;
  await expect(untilItAnswers(failing(refused), 'db:5432', () => {}, wait)).rejects.toThrow(
    new ConfigError(
      "PostgreSQL at db:5432 can't be reached: connect ECONNREFUSED 127.0.0.1:5432. Start it, or correct DATABASE_URL.",
    ),
  );
  expect(waits).toBe(59);
  const password = Object.assign(new Error('password authentication failed for user "x"'), { code: '28P01' });
  await expect(untilItAnswers(failing(password), 'db:5432', () => {}, wait)).rejects.toThrow(
    'PostgreSQL at db:5432 rejects the role, password or database in its URL: password authentication failed for user "x".',
  );
  expect(waits).toBe(59);
});

const postgres = await startPostgres({ fsync: 'off' });

test.runIf(postgres)(
  'three processes that start concurrently on an empty database all come up, with one demo account',
  async () => {
    const server = postgres ?? expect.fail('no PostgreSQL');
    const db = await openPostgres(server.url);
    const waiting = "SELECT count(*)::integer FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    const demo = "SELECT count(*)::integer FROM users WHERE email = 'demo@playtally.example'";
    let starts = Promise.resolve<PromiseSettledResult<ServerProcess>[]>([]);
    const running = async () =>
      (await starts).flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    try {
      // They are released together, once all of them wait for their turn.
      await db.alone(async () => {
        starts = Promise.allSettled(
          Array.from({ length: 3 }, () => startServerProcess({ DATABASE_URL: server.url })),
        );
        await expect.poll(() => db.value(waiting, []), { timeout: 60_000 }).toBe(3);
      });
      const ready = await Promise.all(
        (await running()).map(async ({ api }) => (await fetch(`http://127.0.0.1:${api}/readyz`)).status),
      );
      expect(ready).toEqual([200, 200, 200]);
      expect(await db.value(demo, [])).toBe(1);
    } finally {
      // Also those that started when another one failed: a leftover process keeps the run from ending.
      for (const one of await running()) await one.stop();
      await db.close();
      await server.stop();
    }
  },
);
